// The board as SVG, from the shape that the game gives: cells, marks beside them, what stands on them, and what
// is shown over them. Built once for a game and a direction; what changes is put into layers.

import { look, make, spoken } from './pieces.js';

/** Room around the cells, in hundredths of a square. */
const MARGIN = 10;

function outline(cell, ground) {
  const { width: w, height: h } = cell;
  switch (cell.form) {
    case 'hexagon':
      return [make('polygon', { class: 'face', points: `0,${-h / 2} ${w / 2},${-h / 4} ${w / 2},${h / 4} 0,${h / 2} ${-w / 2},${h / 4} ${-w / 2},${-h / 4}` })];
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
    return this.flipped ? [-x, -y] : [x, y];
  }

  /** The middle of a cell. */
  middle(index) {
    const cell = this.facts.shape.cells[index];
    return this.place(cell.x, cell.y);
  }

  build() {
    const { shape } = this.facts;
    this.svg.replaceChildren();
    this.svg.setAttribute('class', `ground-${shape.ground} first-${shape.colours[0]} second-${shape.colours[1]}`);
    const shown = shape.cells.filter((_, index) => !this.hidden[index]);
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const reach = (x, y, w, h) => {
      const [a, b] = this.place(x, y);
      box.left = Math.min(box.left, a - w);
      box.right = Math.max(box.right, a + w);
      box.top = Math.min(box.top, b - h);
      box.bottom = Math.max(box.bottom, b + h);
    };
    shown.forEach((cell) => reach(cell.x, cell.y, cell.width / 2, cell.height / 2));
    const inner = { ...box };
    const wood = { x: inner.left - MARGIN, y: inner.top - MARGIN, width: inner.right - inner.left + 2 * MARGIN, height: inner.bottom - inner.top + 2 * MARGIN };
    shape.marks.forEach((mark) => {
      if (mark.mark === 'label') reach(mark.x, mark.y, 14 * Math.max(1, mark.text.length * 0.6), 16);
      if (mark.mark === 'dot') reach(mark.x, mark.y, 12, 12);
      if (mark.mark === 'border') mark.points.forEach(([x, y]) => reach(x, y, 10, 10));
    });
    const left = Math.min(box.left, wood.x) - 2;
    const top = Math.min(box.top, wood.y) - 2;
    const width = Math.max(box.right, wood.x + wood.width) + 2 - left;
    const height = Math.max(box.bottom, wood.y + wood.height) + 2 - top;
    this.svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
    this.svg.style.setProperty('--ratio', width / height);
    // What stands below a wide board is as wide.
    this.svg.closest('.stage').style.setProperty('--wide', width / height);
    // Letters have about the same size on the screen whatever the number of squares.
    this.svg.style.setProperty('--letters', Math.min(1, Math.max(width, height) / 840));
    this.svg.append(make('rect', { class: 'table', ...wood, rx: shape.ground === 'rack' ? 22 : 8 }));
    const base = make('g');
    this.cells = shape.cells.map((cell, index) => {
      const [x, y] = this.place(cell.x, cell.y);
      const group = make('g', {
        class: `cell ${cell.form} ${cell.dark ? 'dark' : 'light'}`,
        transform: `translate(${x} ${y})`,
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

  marks(shape) {
    const group = make('g', { class: 'layer marks' });
    const within = (mark) => shape.cells.some((cell) => Math.abs(cell.x - mark.x) < cell.width / 2 && Math.abs(cell.y - mark.y) < cell.height / 2);
    for (const mark of shape.marks) {
      if (mark.mark === 'border') {
        const points = mark.points.map(([x, y]) => this.place(x, y).join(',')).join(' ');
        group.append(make('polyline', { class: `border side${mark.side}`, points }));
        continue;
      }
      const [x, y] = this.place(mark.x, mark.y);
      if (mark.mark === 'dot') group.append(make('circle', { class: 'dot', cx: x, cy: y, r: 9 }));
      else group.append(make('text', { class: within(mark) ? 'label inside' : 'label', x, y }, mark.text));
    }
    return group;
  }

  /** Shows a position. */
  show(board) {
    const { facts } = this;
    const { cells } = facts.shape;
    const pieces = [];
    const merged = this.dominoes(board.contents);
    board.contents.forEach((content, index) => {
      const joined = merged.get(index);
      if (joined === null) return;
      const cell = joined || cells[index];
      const drawn = look(content, cell, facts);
      if (!drawn) return;
      const [x, y] = this.place(cell.x, cell.y);
      drawn.setAttribute('transform', `translate(${x} ${y})`);
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
    const { cells } = this.facts.shape;
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

  /** Shows values in the middle of cells: `[{ cells, text, best }]`. */
  values(list) {
    const narrow = this.facts.shape.cells.some((cell) => cell.form === 'edge');
    // On a small board they would be too small to read.
    const grow = this.svg.clientWidth > 0 && this.svg.clientWidth < 420 ? ' scale(1.4)' : '';
    const drawn = list.map(({ cells, text, best }) => {
      const middles = cells.map((cell) => this.middle(cell));
      const [x, y] = [0, 1].map((axis) => middles.reduce((sum, point) => sum + point[axis], 0) / middles.length);
      const wide = (narrow ? 11 : 14) * text.length + 12;
      const high = narrow ? 26 : 32;
      const below = this.facts.shape.cells[cells[0]].form === 'hole' ? -36 : 0;
      return make('g', { class: best ? 'value best' : 'value', transform: `translate(${x} ${y + below})${grow}` },
        make('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 7 }),
        make('text', { y: 1, class: narrow ? 'small' : null }, text));
    });
    this.layers.values.replaceChildren(...drawn);
  }

  /** Shows a move as the best of several; an arrow where a piece moves. */
  best(moves) {
    const { cells } = this.facts.shape;
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
