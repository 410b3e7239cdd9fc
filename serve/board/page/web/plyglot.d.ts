/** Objects are those of docs/json.md; `type` says which. */
export interface Said {
  type: string;
  [field: string]: unknown;
}

/** A position: a game of the list (with a size after a colon), where it starts, and the moves from there. */
export interface Which {
  game: string;
  start?: string;
  moves?: string[];
  set?: Record<string, string>;
}

export interface Listed {
  name: string;
  title: string;
  sizes: string;
}

export interface Limits {
  /** How many of the best moves, 1 to 64. */
  lines?: number;
  /** As strong as this level, 1 to 10. */
  level?: number;
  /** For so long; without this and a level until it is ended or the value is proven. */
  time_ms?: number;
  /** Ends the search. */
  signal?: AbortSignal;
}

export function games(): Promise<Listed[]>;
export function game(name: string): Promise<Said>;
export function position(which: Which): Promise<Said>;
export function read(name: string, text: string): Promise<Said>;
export function search(which: Which, limits?: Limits): AsyncGenerator<Said, void, void>;
export function review(which: Which, limits?: Pick<Limits, 'time_ms' | 'signal'>): AsyncGenerator<Said, void, void>;
