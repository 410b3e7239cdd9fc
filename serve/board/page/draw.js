// The board as SVG, from the shape that the game gives: cells, marks beside them, what stands on them, and what
// is shown over them. Built once for a game and a direction; what changes is put into layers.

import { look, make, spoken } from './pieces.js';

/** Room around the cells, in hundredths of a square. */
const MARGIN = 10;

/** A board this much wider than high is laid out upright where the screen is narrow. */
const WIDE = 1.4;

/** A narrow screen. */
export const narrow = matchMedia('(max-width: 560px) and (orientation: portrait)');

/** How large letters are, so that they have about the same size on the screen whatever the number of squares. */
function letters({ width, height }, upright) {
  if (!narrow.matches) return Math.min(1, Math.max(width, height) / 800);
  const pixels = Math.min((innerWidth - 42) / width, upright ? (innerHeight - 190) / height : Infinity);
  return Math.min(1.5, Math.max(0.6, 12 / (25 * pixels)));
}

function outline(cell, ground) {
  const { width: w, height: h } = cell;
  switch (cell.form) {
    case 'hexagon': {
      // It stands on a corner, or on a side where the board is laid out upright.
      const corners = [[0, 2], [2, 1], [2, -1], [0, -2], [-2, -1], [-2, 1]].map(([a, b]) => (w > h ? [b, a] : [a, b]));
      return [make('polygon', { class: 'face', points: corners.map(([a, b]) => [a * w / 4, b * h / 4]).join(' ') })];
    }
    case 'point':
      // What is marked is the room of a piece; what is drawn is the point.
      return [make('circle', { class: 'hit', r: 48 }), make('circle', { class: 'face', r: 11 })];
    case 'hole':
      return [make('rect', { class: 'face', x: -w / 2, y: -h / 2, width: w, height: h, rx: Math.min(w, h) / 2 })];
    case 'edge': {
      // Narrow to look at, wide to hit: the two triangles between its dots and the middles of the boxes.
      const [a, b] = w > h ? [w / 2, 40] : [40, h / 2];
      return [
        make('polygon', { class: 'hit', points: `${-a},0 0,${-b} ${a},0 0,${b}` }),
        make('rect', { class: 'face', x: -w / 2 + 3, y: -h / 2 + 3, width: w - 6, height: h - 6, rx: 5 }),
      ];
    }
    default: {
      const face = make('rect', { class: 'face', x: -w / 2, y: -h / 2, width: w, height: h });
      return ground === 'rack' ? [face, make('circle', { class: 'window', r: 41 })] : [face];
    }
  }
}

export class Drawing {
  constructor(svg) {
    this.svg = svg;
    this.flipped = false;
    this.facts = null;
    this.cells = [];
    /** The cells as they are laid out: where they are on the screen, and how wide and high. */
    this.laid = [];
    /** The view: where it begins, and how wide and high it is. */
    this.view = { left: 0, top: 0, width: 1, height: 1 };
  }

  /** Takes another game; `hidden` says which cells it never has. */
  use(facts, hidden) {
    this.facts = facts;
    this.hidden = hidden;
    this.flipped = false;
    this.build();
  }

  flip() {
    this.flipped = !this.flipped;
    this.build();
  }

  /** Where a point of the shape is on the screen. */
  place(x, y) {
    const [a, b] = this.upright ? [-y, x] : [x, y];
    return this.flipped ? [-a, -b] : [a, b];
  }

  /** The middle of a cell. */
  middle(index) {
    const { x, y } = this.laid[index];
    return [x, y];
  }

  /** True of a board that is much wider than high, on a narrow screen. What falls down a column has to stay as it is. */
  turns() {
    const { cells, ground } = this.facts.shape;
    if (!narrow.matches || ground === 'rack' || cells.some((cell) => cell.lane !== null)) return false;
    const extent = (at, size) => Math.max(...cells.map((cell) => cell[at] + cell[size] / 2)) - Math.min(...cells.map((cell) => cell[at] - cell[size] / 2));
    return extent('x', 'width') > WIDE * extent('y', 'height');
  }

  layOut(cell) {
    const [x, y] = this.place(cell.x, cell.y);
    const [width, height] = this.upright ? [cell.height, cell.width] : [cell.width, cell.height];
    return { ...cell, x, y, width, height };
  }

  build() {
    const { shape } = this.facts;
    this.upright = this.turns();
    this.laid = shape.cells.map((cell) => this.layOut(cell));
    this.svg.replaceChildren();
    this.svg.setAttribute('class', `ground-${shape.ground} first-${shape.colours[0]} second-${shape.colours[1]}`);
    const shown = this.laid.filter((_, index) => !this.hidden[index]);
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const reach = (x, y, w, h) => {
      box.left = Math.min(box.left, x - w);
      box.right = Math.max(box.right, x + w);
      box.top = Math.min(box.top, y - h);
      box.bottom = Math.max(box.bottom, y + h);
    };
    shown.forEach((cell) => reach(cell.x, cell.y, cell.width / 2, cell.height / 2));
    const inner = { ...box };
    const wood = { x: inner.left - MARGIN, y: inner.top - MARGIN, width: inner.right - inner.left + 2 * MARGIN, height: inner.bottom - inner.top + 2 * MARGIN };
    const points = ({ points }) => points.map(([x, y]) => this.place(x, y));
    this.letters = letters(wood, this.upright);
    this.svg.style.setProperty('--letters', this.letters);
    this.svg.style.setProperty('--inside', Math.min(1.25, Math.max(1, this.letters)));
    this.labels = shape.marks.filter(({ mark }) => mark === 'label').map((mark) => this.label(mark, wood));
    this.labels.forEach(({ x, y, half }) => reach(x, y, half, 16 * Math.max(1, this.letters)));
    shape.marks.forEach((mark) => {
      if (mark.mark === 'dot') reach(...this.place(mark.x, mark.y), 12, 12);
      if (mark.mark === 'border') points(mark).forEach(([x, y]) => reach(x, y, 10, 10));
    });
    const left = Math.min(box.left, wood.x) - 2;
    const top = Math.min(box.top, wood.y) - 2;
    const width = Math.max(box.right, wood.x + wood.width) + 2 - left;
    const height = Math.max(box.bottom, wood.y + wood.height) + 2 - top;
    this.view = { left, top, width, height };
    this.svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
    this.svg.style.setProperty('--ratio', width / height);
    // What stands below a wide board is as wide.
    const stage = this.svg.closest('.stage');
    stage.style.setProperty('--wide', width / height);
    stage.classList.toggle('upright', this.upright);
    this.svg.append(make('rect', { class: 'table', ...wood, rx: shape.ground === 'rack' ? 22 : 8 }));
    const base = make('g');
    for (const mark of shape.marks.filter(({ mark }) => mark === 'line')) {
      base.append(make('polyline', { class: 'joins', points: points(mark).join(' ') }));
    }
    this.cells = this.laid.map((cell, index) => {
      const group = make('g', {
        class: `cell ${cell.form} ${cell.dark ? 'dark' : 'light'}`,
        transform: `translate(${cell.x} ${cell.y})`,
        'data-cell': index,
      });
      if (this.hidden[index]) return group;
      group.append(...outline(cell, shape.ground));
      base.append(group);
      return group;
    });
    this.layers = {};
    const layer = (name) => {
      this.layers[name] = make('g', { class: `layer ${name}` });
      return this.layers[name];
    };
    this.svg.append(base, this.marks(shape), layer('pieces'), layer('best'), layer('can'), layer('values'));
  }

  /** Where a label stands, and half its width. */
  label({ x, y, text }, wood) {
    const [a, b] = this.place(x, y);
    const half = 14 * Math.max(1, this.letters) * Math.max(1, text.length * 0.6);
    const inside = this.laid.some((cell) => Math.abs(cell.x - a) < cell.width / 2 && Math.abs(cell.y - b) < cell.height / 2);
    if (inside || !this.upright) return { x: a, y: b, half, text, inside };
    // What stood above or below the board stands beside it, where it needs its whole width.
    const right = wood.x + wood.width;
    if (a < wood.x) return { x: Math.min(a, wood.x - half), y: b, half, text, inside };
    return { x: a > right ? Math.max(a, right + half) : a, y: b, half, text, inside };
  }

  marks(shape) {
    const group = make('g', { class: 'layer marks' });
    for (const { x, y, text, inside } of this.labels) {
      group.append(make('text', { class: inside ? 'label inside' : 'label', x, y }, text));
    }
    for (const mark of shape.marks) {
      if (mark.mark === 'border') {
        const points = mark.points.map(([x, y]) => this.place(x, y).join(',')).join(' ');
        group.append(make('polyline', { class: `border side${mark.side}`, points }));
        continue;
      }
      if (mark.mark !== 'dot') continue;
      const [cx, cy] = this.place(mark.x, mark.y);
      group.append(make('circle', { class: 'dot', cx, cy, r: 9 }));
    }
    return group;
  }

  /** Shows a position. */
  show(board) {
    const { facts, laid: cells } = this;
    const pieces = [];
    const merged = this.dominoes(board.contents);
    board.contents.forEach((content, index) => {
      const joined = merged.get(index);
      if (joined === null) return;
      const cell = joined || cells[index];
      const drawn = look(content, cell, facts);
      if (!drawn) return;
      drawn.setAttribute('transform', `translate(${cell.x} ${cell.y})`);
      if (board.last.includes(index)) drawn.classList.add('new');
      pieces.push(drawn);
    });
    this.layers.pieces.replaceChildren(...pieces);
    this.cells.forEach((group, index) => {
      const content = board.contents[index];
      group.classList.toggle('last', board.last.includes(index));
      group.classList.toggle('gone', Boolean(content && content.gone));
      group.setAttribute('aria-label', `${cells[index].name}, ${spoken(content, facts)}`);
    });
  }

  /** Two squares that one move has taken are one piece: cells to draw instead, null for the second of two. */
  dominoes(contents) {
    const { laid: cells } = this;
    const merged = new Map();
    if (cells.some((cell) => cell.form === 'edge')) return merged;
    const byPly = new Map();
    contents.forEach((content, index) => {
      if (content && content.ply) byPly.set(content.ply, [...(byPly.get(content.ply) || []), index]);
    });
    for (const pair of byPly.values()) {
      if (pair.length !== 2) continue;
      const [one, other] = pair.map((index) => cells[index]);
      merged.set(pair[1], null);
      merged.set(pair[0], {
        ...one,
        x: (one.x + other.x) / 2,
        y: (one.y + other.y) / 2,
        width: one.width + Math.abs(one.x - other.x),
        height: one.height + Math.abs(one.y - other.y),
      });
    }
    return merged;
  }

  /** Marks the cells that can be clicked on, and those that were. */
  offer(can, picked, dots) {
    this.cells.forEach((group, index) => {
      group.classList.toggle('can', can.has(index));
      group.classList.toggle('picked', picked.includes(index));
    });
    const marks = [...dots].map((index) => {
      const [cx, cy] = this.middle(index);
      return make('circle', { class: 'hint', cx, cy, r: 11 });
    });
    this.layers.can.replaceChildren(...marks);
  }

  /**
   * Shows values on the board: `[{ places, text, best }]`, where `places` are points at which a value may stand, the
   * best one first. None covers another, and none is cut off at the rim: what finds no room is not shown.
   */
  values(list) {
    const small = this.laid.some((cell) => cell.form === 'edge');
    const sizes = (grow) => list.map(({ text }) => [((small ? 11 : 14) * text.length + 12) * grow, (small ? 26 : 32) * grow]);
    // On a small board they would be too small to read, on a crowded one too large to be told apart.
    const tried = this.svg.clientWidth > 0 && this.svg.clientWidth < 420 ? [1.4, 1.15, 1] : [1, 0.85];
    let laid = [];
    for (const grow of tried) {
      laid = apart(list, sizes(grow), grow, this.view);
      if (laid.every(Boolean)) break;
    }
    const drawn = laid.filter(Boolean).map(({ x, y, grow, text, best }) => {
      const wide = (small ? 11 : 14) * text.length + 12;
      const high = small ? 26 : 32;
      return make('g', { class: best ? 'value best' : 'value', transform: `translate(${x} ${y}) scale(${grow})` },
        make('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 7 }),
        make('text', { y: 1, class: small ? 'small' : null }, text));
    });
    this.layers.values.replaceChildren(...drawn);
  }

  /** Shows a move as the best of several; an arrow where a piece moves. */
  best(moves) {
    const { laid: cells } = this;
    const drawn = moves.flatMap(({ touched, rank, moving }) => {
      if (touched.length === 0) return [];
      const strength = `best rank${Math.min(rank, 3)}`;
      if (touched.length === 1) {
        const cell = cells[touched[0]];
        const [x, y] = this.middle(touched[0]);
        if (cell.form === 'edge') return [make('rect', { class: `${strength} line`, x: x - cell.width / 2, y: y - cell.height / 2, width: cell.width, height: cell.height, rx: 6 })];
        if (cell.form === 'hole') return [make('rect', { class: `${strength} ring`, x: x - cell.width / 2, y: y - cell.height / 2, width: cell.width, height: cell.height, rx: Math.min(cell.width, cell.height) / 2 })];
        return [make('circle', { class: `${strength} ring`, cx: x, cy: y, r: 40 })];
      }
      const points = touched.map((index) => this.middle(index));
      if (!moving) return [make('polyline', { class: `${strength} bar`, points: points.join(' ') })];
      return [this.arrow(points, strength)];
    });
    this.layers.best.replaceChildren(...drawn);
  }

  arrow(points, strength) {
    const [to, from] = [points.at(-1), points.at(-2)];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const neck = [to[0] - 34 * dx, to[1] - 34 * dy];
    const side = (s) => [neck[0] - 22 * s * dy, neck[1] + 22 * s * dx];
    const shaft = [...points.slice(0, -1), neck];
    return make('g', { class: `${strength} arrow` },
      make('polyline', { points: shaft.join(' ') }),
      make('polygon', { points: [to, side(1), side(-1)].join(' ') }));
  }
}

/** Values with their places in `view`, so that none covers another; null for what finds no room. */
function apart(list, sizes, grow, view) {
  const taken = [];
  return list.map(({ places, text, best }, index) => {
    const [wide, high] = sizes[index];
    const inside = ([x, y]) => [
      Math.min(Math.max(x, view.left + wide / 2 + 2), view.left + view.width - wide / 2 - 2),
      Math.min(Math.max(y, view.top + high / 2 + 2), view.top + view.height - high / 2 - 2),
    ];
    const free = ([x, y]) => taken.every((other) => Math.abs(other.x - x) >= (other.wide + wide) / 2 || Math.abs(other.y - y) >= (other.high + high) / 2);
    const at = places.map(inside).find(free);
    if (!at) return null;
    const [x, y] = at;
    taken.push({ x, y, wide, high });
    return { x, y, grow, text, best };
  });
}
