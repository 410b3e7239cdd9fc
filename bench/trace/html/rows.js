// The tree: which rows there are, and drawing the few of them that are on the screen.
const HEIGHT = 28;
const open = new Uint8Array(count);
let rows = new Int32Array(0), chosen = 0;
let shown = null, shownOpen = null; // while something is searched for: what is shown, what is open
const tree = byId("tree"), sheet = byId("rows");
const narrow = matchMedia("(max-width:640px)");

const isOpen = i => shown ? shownOpen[i] : open[i];
const setOpen = (i, value) => (shown ? shownOpen : open)[i] = value;

function flatten() {
  const list = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count;) {
    if (shown && !shown[i]) { i += 1 + col.size[i]; continue; }
    list[length++] = i;
    i += isOpen(i) ? 1 : 1 + col.size[i];
  }
  rows = list.subarray(0, length);
  sheet.style.height = `${length * HEIGHT}px`;
  draw();
}

// The row of a visit, or of the nearest one above it that is shown.
function rowOf(i) {
  let low = 0, high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle] <= i) low = middle; else high = middle - 1;
  }
  return low;
}

function draw() {
  const top = sheet.getBoundingClientRect().top;
  const from = Math.max(0, Math.floor(-top / HEIGHT) - 8);
  const to = Math.min(rows.length, Math.ceil((innerHeight - top) / HEIGHT) + 8);
  const drawn = document.createDocumentFragment();
  for (let row = from; row < to; row++) drawn.append(rowNode(row));
  sheet.replaceChildren(drawn);
  tree.setAttribute("aria-activedescendant", `visit-${chosen}`);
}

const CLASS = ["inside", "high", "low", "dim"];
const BADGE = [["full", "F"], ["null", "N"], ["again", "R"], ["quiet", "Q"]];

function badge(kind) {
  const [name, letter] = BADGE[kind];
  const node = el("span", `badge ${name}`, letter);
  node.title = kinds[kind];
  return node;
}

function bar(alpha, beta, value, name) {
  // A mistaken search may ask with a window that is turned inside out.
  const from = Math.min(alpha, beta), to = Math.max(alpha, beta);
  const at = score => `${(100 * places[score]).toFixed(2)}%`;
  const node = el("div", `bar ${name}${to - from === 1 ? " thin" : ""}`);
  const zero = el("span", "zero"), band = el("span", "band");
  zero.style.left = at(last >> 1);
  band.style.left = at(from);
  band.style.width = `calc(${(100 * (places[to] - places[from])).toFixed(2)}% + 1px)`;
  node.append(zero, band);
  if (value !== null) {
    const mark = el("span", "mark");
    mark.style.left = at(value);
    node.append(mark);
  }
  return node;
}

// The visits of the line that the answer rests on, from the root.
const best = (() => {
  const line = new Set(roots.slice(-1));
  let at = roots[roots.length - 1];
  for (const move of data.line) {
    let next = -1;
    // The last visit to a move is the one whose answer counted.
    for (let i = at + 1; i <= at + col.size[at]; i += 1 + col.size[i]) if (moveOf(i) === move) next = i;
    if (next < 0) break;
    line.add(at = next);
  }
  return line;
})();

const SIGN = ["=", "▲", "▼", ""];

function answer(i) {
  if (col.bound[i] === GIVEN_UP) return el("span", "answer dim", "…");
  const arrow = SIGN[col.bound[i]], relation = sign(i);
  const parts = arrow === "=" ? [el("b", "", "=")] : [el("b", "", arrow), relation, " "];
  return el("span", `answer ${CLASS[col.bound[i]]}`, ...parts, text(seen(i, col.value[i])));
}

function rowNode(row) {
  const i = rows[row], ply = col.ply[i], size = col.size[i];
  const node = el("div", i === chosen ? "row chosen" : "row");
  node.style.top = `${row * HEIGHT}px`;
  node.id = `visit-${i}`;
  node.dataset.visit = i;
  node.setAttribute("role", "treeitem");
  node.setAttribute("aria-level", ply + 1);
  node.setAttribute("aria-selected", i === chosen);
  if (size) node.setAttribute("aria-expanded", Boolean(isOpen(i)));
  const guides = el("span", "guides"), step = narrow.matches ? 9 : 16;
  guides.style.setProperty("--step", `${step}px`);
  guides.style.width = `${ply * step}px`;
  const twist = el("span", "twist", size ? (isOpen(i) ? "▾" : "▸") : "");
  const move = el("span", "move", nameOf(i));
  if (best.has(i)) move.append(el("i", "star", " ★"));
  const name = el("span", "name", guides, twist, move);
  const given = col.bound[i] === GIVEN_UP;
  const window = el("span", "window", `${text(alpha(i))} .. ${text(beta(i))}`);
  const windowBar = bar(alpha(i), beta(i), given ? null : seen(i, col.value[i]),
    CLASS[col.bound[i]] + (col.kind[i] === KIND.again ? " again" : ""));
  const why = el("span", `why ${whys[col.why[i]] === "table" ? "table" : CLASS[col.bound[i]]}`,
    (whys[col.why[i]] === "table" ? "◆ " : "") + whys[col.why[i]]);
  const bestMove = el("span", "best", col.best[i] >= 0 ? moves[col.best[i]] : "");
  if (col.best[i] >= 0) bestMove.append(el("span", "dim", ` ${col.place[i] + 1} of ${col.tried[i]}`));
  const within = el("span", "visits num", col.within[i] ? grouped(col.within[i]) : "");
  const first = el("span", "first num", share(i) === null ? "" : `${share(i)} %`);
  node.append(name, badge(col.kind[i]), window, windowBar, answer(i), why, bestMove, within, first);
  return node;
}

function choose(i, scroll = true) {
  chosen = i;
  if (scroll) {
    const top = sheet.getBoundingClientRect().top + rowOf(i) * HEIGHT;
    const above = byId("heads").getBoundingClientRect().bottom;
    const below = innerHeight - byId("detail").offsetHeight - HEIGHT;
    if (top < above) scrollBy(0, top - above);
    else if (top > below) scrollBy(0, top - below);
  }
  draw();
  describe(i);
  follow();
  rememberSoon();
}

function toggle(i) {
  if (!col.size[i]) return;
  setOpen(i, isOpen(i) ? 0 : 1);
  flatten();
}

// Opens what a visit stands in, so that it is shown.
function reveal(i) {
  for (let up = parent[i]; up >= 0; up = parent[up]) setOpen(up, 1);
}

function openTo(ply) {
  const target = shown ? shownOpen : open;
  for (let i = 0; i < count; i++) target[i] = col.size[i] && col.ply[i] < ply ? 1 : 0;
  flatten();
}
