// What was found of a position, kept by the browser: whoever opens the page at it again sees it at once, marked as kept.
//
// Each position has an entry of its own, so that two pages that are open write beside each other; of the same position the
// deeper one stays. What cannot be understood is dropped, and so is what another version of the program has found.

const PREFIX = 'plyglot-kept ';
/** How many positions are kept, and how much of each. */
const MOST = 100;
const MOST_LINES = 12;
const MOST_PV = 40;
const MOST_BYTES = 16 << 10;
/** A longer game has no entries: its key is longer than what is kept. */
const MOST_KEY = 4 << 10;

/** The entry of a position, for the program that found it; null for one that is not kept. */
export function keyOf({ program, version }, { game, set, start, moves }) {
  const key = PREFIX + JSON.stringify([program, version, game, Object.entries(set).sort(), start, moves]);
  return key.length <= MOST_KEY ? key : null;
}

/** How much an entry is worth: a proof, then the depth. */
const worth = ([line]) => (line.score.kind === 'exact' ? 1e6 : 0) + line.depth;

/** When an entry was written stands before it. */
const timeOf = (text) => Number.parseInt(text, 10) || 0;

/** What an entry says: when, and its lines, the best first; null if it says nothing, or what makes no sense. */
function parsed(text) {
  try {
    const { lines, found } = JSON.parse(text.slice(text.indexOf(' ')));
    return lines.length > 0 && lines.every(isLine) && isFound(found) ? { time: timeOf(text), lines, found } : null;
  } catch {
    return null;
  }
}

const isCount = (number) => Number.isFinite(number) && number >= 0;
const isFound = ({ nodes, nps, time, threads }) => [nodes, nps, time, threads].every(isCount);

function isLine({ best_move: move, depth, pv, score }) {
  const known = ['exact', 'lower', 'upper', 'estimate'].includes(score.kind) && typeof score.proven === 'boolean';
  const shown = typeof score.text === 'string' && isCount(score.expected) && score.expected <= 1;
  return known && shown && isCount(depth) && pv.every((move) => typeof move === 'string') && pv[0] === move;
}

/** Looks something up in the browser's storage, which it may not allow. */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // It stays, and is ignored again.
  }
}

/** What is kept of a position whose moves these are. */
function find(key, moves) {
  const text = read(key);
  if (text === null) return null;
  const entry = parsed(text);
  if (entry && entry.lines.every((line) => moves.includes(line.best_move))) return entry;
  remove(key);
  return null;
}

/** Gives a node what is kept of it; what it knows that is deeper stays. True if anything was kept. */
export function restore(key, node) {
  const entry = find(key, node.board.moves.map(({ move }) => move));
  if (!entry) return false;
  const [first] = node.ranks;
  for (const line of entry.lines) {
    const known = node.lines.get(line.best_move);
    if (!known || known.depth < line.depth) node.lines.set(line.best_move, { ...line, kept: entry.time });
  }
  if (first && first.depth >= entry.lines[0].depth) return true;
  node.ranks = entry.lines.filter(({ depth }) => depth === entry.lines[0].depth).map(({ best_move: move, depth }) => ({ move, depth }));
  node.found = { ...entry.found, done: false };
  return true;
}

/** Keeps lines of a position, the best first, and the figures of their search. */
export function keep(key, lines, { nodes, nps, time, threads }) {
  // What was kept is kept already.
  if (!lines.length || lines[0].kept) return;
  const few = lines.slice(0, MOST_LINES).map(({ best_move, depth, pv, score }) => ({ best_move, depth, pv: pv.slice(0, MOST_PV), score }));
  const before = parsed(read(key) ?? '');
  if (before && worth(before.lines) > worth(few)) return;
  const text = `${Date.now()} ${JSON.stringify({ lines: few, found: { nodes, nps, time, threads } })}`;
  if (text.length > MOST_BYTES) return;
  try {
    makeRoom(MOST - 1, key);
    localStorage.setItem(key, text);
  } catch {
    // No room, or no storage at all: the next one has more.
    makeRoom(MOST / 2, key);
  }
}

/** Drops the oldest entries but for so many, beside this one. */
function makeRoom(most, key) {
  try {
    const keys = Object.keys(localStorage).filter((other) => other.startsWith(PREFIX) && other !== key);
    const old = keys.length <= most ? [] : keys.map((other) => [timeOf(read(other) ?? ''), other]).sort(([one], [other]) => one - other);
    old.slice(0, Math.max(0, keys.length - most)).forEach(([, other]) => remove(other));
  } catch {
    // There is no storage.
  }
}
