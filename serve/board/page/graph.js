// The expected result after each move, as a curve.

import { make } from './pieces.js';

const WIDTH = 360;
const HEIGHT = 84;

/** Draws `points`: for each node of a line its share for the first side, or null; `to` is called with a node. */
export function graph(svg, nodes, shares, at, to) {
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  const last = Math.max(nodes.length - 1, 1);
  const x = (index) => (index / last) * WIDTH;
  const y = (share) => HEIGHT - 2 - share * (HEIGHT - 4);
  const drawn = [make('line', { class: 'even', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })];
  const known = shares.map((share, index) => (share === null ? null : [x(index), y(share)])).filter(Boolean);
  if (known.length > 1) {
    const area = [[known[0][0], HEIGHT], ...known, [known.at(-1)[0], HEIGHT]];
    drawn.push(make('polygon', { class: 'area', points: area.join(' ') }));
    drawn.push(make('polyline', { class: 'curve', points: known.join(' ') }));
  }
  const here = nodes.indexOf(at);
  if (here >= 0) drawn.push(make('line', { class: 'here', x1: x(here), x2: x(here), y1: 0, y2: HEIGHT }));
  nodes.forEach((node, index) => {
    if (node.judged && node.judged.mark && shares[index] !== null) {
      drawn.push(make('ellipse', { class: `judged ${node.judged.mark}`, cx: x(index), cy: y(shares[index]), rx: 3.5, ry: 3.5 }));
    }
  });
  svg.replaceChildren(...drawn);
  svg.onclick = (event) => {
    const box = svg.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * last);
    if (nodes[index]) to(nodes[index]);
  };
}
