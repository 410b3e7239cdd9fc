// From clicks, drags and keys on the board to moves. A move is the cells that it touches, in order.

/** True if `cells` begins with `picked`. */
const begins = (cells, picked) => picked.every((cell, index) => cells[index] === cell);

export class Picker {
  /**
   * `play` receives a move, `choose` several among which a person has to choose. `enabled` says whether a person
   * may move now; `picked` is called when other cells are picked.
   */
  constructor(drawing, { play, choose, enabled, picked }) {
    this.drawing = drawing;
    this.play = play;
    this.choose = choose;
    this.enabled = enabled;
    this.tell = picked;
    this.board = null;
    this.picked = [];
    this.pressed = null;
    this.focus = 0;
    const { svg } = drawing;
    svg.addEventListener('pointerdown', (event) => {
      this.pressed = this.cellOf(event.target);
    });
    svg.addEventListener('pointerup', (event) => {
      const released = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
      const { pressed } = this;
      this.pressed = null;
      if (pressed === null || released === null) return;
      if (pressed === released) this.pick(released);
      else this.drag(pressed, released);
    });
    svg.addEventListener('pointercancel', () => {
      this.pressed = null;
    });
    svg.addEventListener('keydown', (event) => this.key(event));
    svg.addEventListener('focusin', (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== null) this.focus = cell;
    });
  }

  cellOf(element) {
    const group = element && element.closest ? element.closest('[data-cell]') : null;
    return group && this.drawing.svg.contains(group) ? Number(group.dataset.cell) : null;
  }

  /** Nothing is on the board: the game has none. */
  clear() {
    this.board = null;
    this.picked = [];
  }

  /** Takes another position. */
  show(board) {
    this.board = board;
    this.picked = [];
    /** Where everything is put on empty cells, the cells of a move may be clicked in any order. */
    this.placing = board.moves.every(({ cells }) => cells.every((cell) => !board.contents[cell]));
    this.offer();
  }

  /** The moves that go on from what was picked. */
  going(picked) {
    const moves = this.board.moves.filter(({ cells }) => cells.length > 0);
    if (this.placing) return moves.filter(({ cells }) => picked.every((cell) => cells.includes(cell)));
    return moves.filter(({ cells }) => begins(cells, picked));
  }

  /** The cells that may be clicked on next. */
  next() {
    const { picked } = this;
    const going = this.going(picked);
    const cells = this.placing
      ? going.flatMap(({ cells }) => cells)
      : going.flatMap(({ cells }) => (picked.length ? [cells[picked.length], cells.at(-1)] : [cells[0]]));
    return new Set(cells.filter((cell) => cell !== undefined && !picked.includes(cell)));
  }

  offer() {
    const { drawing, board, picked } = this;
    if (!board) return;
    const may = this.enabled() && !board.over;
    const next = may ? this.next() : new Set();
    const lanes = drawing.facts.shape.cells.map((cell) => cell.lane);
    const open = new Set([...next].map((cell) => lanes[cell]).filter((lane) => lane !== null));
    const can = new Set(lanes.flatMap((lane, index) => (next.has(index) || (lane !== null && open.has(lane)) ? [index] : [])));
    // Dots say something where only a few of the empty cells are legal.
    const empty = board.contents.filter((content) => content === null).length;
    const few = next.size * 2 <= empty && drawing.facts.shape.cells[0].form !== 'edge' && open.size === 0;
    const dots = [...next].filter((cell) => (picked.length ? !this.placing : few && board.contents[cell] === null));
    drawing.offer(can, picked, dots);
    this.rove(next);
  }

  /** One cell takes part in the order of the Tab key; arrows lead from it to the others. */
  rove(next) {
    if (!next.has(this.focus) && next.size && !this.drawing.svg.contains(document.activeElement)) [this.focus] = next;
    this.drawing.cells.forEach((group, index) => {
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', index === this.focus ? '0' : '-1');
      group.setAttribute('aria-disabled', String(!next.has(index)));
      group.setAttribute('aria-pressed', String(this.picked.includes(index)));
    });
  }

  /** The cell of a lane that a move touches, for any of its cells. */
  resolve(cell) {
    const { cells } = this.drawing.facts.shape;
    const { lane } = cells[cell];
    if (lane === null) return cell;
    const touched = [...this.next()].find((other) => cells[other].lane === lane);
    return touched === undefined ? cell : touched;
  }

  /** Takes a click on a cell: the next of a move, its end, or something else. */
  pick(clicked) {
    if (!this.board || this.board.over || !this.enabled()) return;
    const cell = this.resolve(clicked);
    const again = this.picked.includes(cell);
    const picked = [...this.picked, cell];
    const going = again && this.placing ? [] : this.going(picked);
    if (going.length > 0) {
      const whole = going.filter(({ cells }) => cells.length === picked.length);
      if (whole.length === 0) this.keep(picked);
      else if (going.length === 1) this.done(going[0]);
      else this.ask(going);
      return;
    }
    // From and to are enough where one move alone leads there.
    const ends = again || this.picked.length === 0 ? [] : this.going(this.picked).filter(({ cells }) => cells.at(-1) === cell);
    if (ends.length === 1) this.done(ends[0]);
    else if (ends.length > 1) this.ask(ends);
    else if (this.picked.length > 0) {
      // Another piece, or nothing.
      this.keep([]);
      if (!again && this.next().has(cell)) this.pick(cell);
    }
  }

  keep(picked) {
    this.picked = picked;
    this.offer();
    this.tell();
  }

  drag(from, to) {
    if (this.next().has(this.resolve(from)) && this.picked.length === 0) this.pick(from);
    this.pick(to);
  }

  done(move) {
    this.picked = [];
    this.play(move.move);
  }

  ask(moves) {
    this.keep([]);
    this.choose(moves);
  }

  key(event) {
    const { drawing } = this;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      this.leap(step);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      this.pick(this.focus);
    } else if (event.key === 'Escape') {
      this.keep([]);
      if (document.activeElement && drawing.svg.contains(document.activeElement)) document.activeElement.blur();
    }
  }

  /** To the nearest cell in a direction. */
  leap([dx, dy]) {
    const { drawing } = this;
    const [x, y] = drawing.middle(this.focus);
    let nearest = null;
    drawing.cells.forEach((group, index) => {
      if (!group.isConnected || index === this.focus) return;
      const [a, b] = drawing.middle(index);
      const along = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along < 20) return;
      const far = along + 3 * aside;
      if (!nearest || far < nearest.far) nearest = { index, far };
    });
    if (nearest) this.to(nearest.index);
  }

  /** Sets the focus on a cell. */
  to(cell) {
    this.focus = cell;
    this.rove(this.board && this.enabled() && !this.board.over ? this.next() : new Set());
    this.drawing.cells[cell].focus({ preventScroll: true });
  }
}
