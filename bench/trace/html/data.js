// The trace as the program wrote it: columns, a number for each visit. A visit's own visits stand
// right behind it, `size` of them at any depth; scores are places in a list that is symmetric
// about 0, so that the other side's view of place i is the place last - i.
const data = JSON.parse(document.getElementById("data").textContent);
const {scores, moves, kinds, whys, sides, columns: col} = data;
const count = col.size.length, last = scores.length - 1;
const KIND = {full: 0, null: 1, again: 2, quiet: 3};
const INSIDE = 0, HIGH = 1, LOW = 2, GIVEN_UP = 3;
const parent = new Int32Array(count).fill(-1);
const roots = [];
let deepest = 0;
for (let i = 0, open = []; i < count; i++) {
  while (open.length && open[open.length - 1] + col.size[open[open.length - 1]] < i) open.pop();
  if (open.length) parent[i] = open[open.length - 1]; else roots.push(i);
  if (col.size[i]) open.push(i);
  deepest = Math.max(deepest, col.ply[i]);
}

// Where a score stands on a bar, from 0 to 1: in order, wide gaps drawn together, the infinities
// beyond the ends.
const places = (() => {
  const finite = scores.map((score, i) => i).filter(i => Math.abs(scores[i][0]) < data.infinity);
  const at = new Float64Array(scores.length);
  let sum = 0;
  finite.forEach((i, n) => {
    if (n) sum += Math.log2(1 + scores[i][0] - scores[finite[n - 1]][0]);
    at[i] = sum;
  });
  finite.forEach(i => at[i] = 0.06 + 0.88 * (sum ? at[i] / sum : 0.5));
  scores.forEach((score, i) => { if (score[0] >= data.infinity) at[i] = 1; });
  return at;
})();

// Whose scores are shown: null for the side to move at each visit, or a side.
let viewer = null;
const turned = i => viewer !== null && col.mover[i] !== viewer;
const seen = (i, score) => turned(i) ? last - score : score;
const alpha = i => turned(i) ? last - col.beta[i] : col.alpha[i];
const beta = i => turned(i) ? last - col.alpha[i] : col.beta[i];
const text = score => scores[score][1];
const sign = i => col.bound[i] === INSIDE ? "=" : (col.bound[i] === HIGH) !== turned(i) ? "≥" : "≤";
const moveOf = i => col.move[i] >= 0 ? moves[col.move[i]] : "";
const nameOf = i => {
  if (col.move[i] >= 0) return moveOf(i);
  if (parent[i] >= 0) return "(no move)";
  if (roots.length === 1) return "root";
  return `pass ${roots.indexOf(i) + 1}` + (col.depth[i] < 0 ? "" : `, depth ${col.depth[i]}`);
};
const lineOf = i => {
  const line = [];
  for (; parent[i] >= 0; i = parent[i]) line.unshift(nameOf(i));
  return line;
};
const share = i => col.settled[i] ? Math.round(100 * col.first[i] / col.settled[i]) : null;

// The board at a visit: the root's, with the lines that each visit on the way has changed. Null where the
// position is not known.
const boardOf = i => {
  const way = [];
  for (let at = i; at >= 0; at = parent[at]) way.push(at);
  const lines = data.board.split("\n");
  for (const at of way.reverse()) {
    const changes = data.boards.changes[at];
    if (!changes) return null;
    for (let n = 0; n < changes.length; n += 2) {
      if (changes[n] < 0) lines.length = changes[n + 1]; else lines[changes[n]] = data.boards.lines[changes[n + 1]];
    }
  }
  return lines.join("\n");
};

const el = (tag, name, ...inside) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...inside);
  return node;
};
const grouped = number => number.toLocaleString("en-US");
const byId = id => document.getElementById(id);
