// The game as a tree: a main line, and variations beside it. What was found of a position stays with it.

export class Node {
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.children = [];
    this.ply = parent ? parent.ply + 1 : 0;
    /** What stands on the board, once the program was asked. */
    this.board = null;
    /** Whether the program has to be asked again, since it searches with other options now. */
    this.stale = false;
    /** What the book of the program says, once it was asked. */
    this.booked = null;
    /** Whose turn it was when the move was made, if that is known: 0 or 1. */
    this.mover = parent && parent.board ? parent.board.mover : null;
    this.forget();
  }

  /** Takes what stands on the board, with what tables of endgames say of the moves: lines of one move. */
  take(board) {
    this.board = board;
    this.stale = false;
    for (const { move, score } of board.tabled) {
      const known = this.lines.get(move);
      if (score && !(known && known.score.kind === 'exact')) this.lines.set(move, { best_move: move, depth: 0, pv: [move], score, tabled: true });
    }
  }

  /** Nothing was found yet. */
  forget() {
    /** The lines that were found, by their first move; the ranks of the last iteration; its figures. */
    this.lines = new Map();
    this.ranks = [];
    this.found = null;
    /** Whether the browser was asked what it keeps of this. */
    this.recalled = false;
    /** What a review says of the move that led here. */
    this.judged = null;
  }

  /** The nodes from the start to here. */
  path() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The moves that lead here. */
  moves() {
    return this.path().slice(1).map((node) => node.move);
  }

  /** The node after a move, made if it is new. */
  after(move) {
    let next = this.children.find((child) => child.move === move);
    if (!next) {
      next = new Node(this, move);
      this.children.push(next);
    }
    return next;
  }

  /** The last node of the line that goes on from here. */
  last() {
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** Takes this node and all behind it out of the tree. */
  remove() {
    const among = this.parent.children;
    among.splice(among.indexOf(this), 1);
  }

  /** Makes the line to here the main one. */
  promote() {
    for (const node of this.path().slice(1)) {
      const among = node.parent.children;
      among.splice(among.indexOf(node), 1);
      among.unshift(node);
    }
  }
}

export class Tree {
  /**
   * `board` is the answer of the program: a start, the moves from it, and what stands there; `set` are options of
   * the game, names before values.
   */
  constructor(board, set = {}) {
    this.game = board.game;
    this.set = set;
    this.start = board.start;
    this.root = new Node(null, null);
    let node = this.root;
    board.played.forEach((move, index) => {
      node = node.after(move);
      node.mover = board.movers[index];
    });
    node.take(board);
    this.at = node;
  }

  /** What the program has to know of a node. */
  which(node) {
    return { game: this.game, set: this.set, start: this.start, moves: node.moves() };
  }

  /** Forgets what was found: the game is searched with other options from now on. */
  forget() {
    const all = [this.root];
    for (let node = all.pop(); node; node = all.pop()) {
      node.forget();
      node.stale = true;
      all.push(...node.children);
    }
  }

  /** The nodes of the line through the present one, to its end. */
  line() {
    return this.at.last().path();
  }
}
