// The head of the page, and the beginning.
document.title = `${data.game}, ${data.algorithm}, depth ${data.depth}`;
byId("title").textContent = `${data.game} · ${data.algorithm} · depth ${data.depth}`;
byId("lead").textContent = `Each row is a visit to a node: what was asked, the answer, and why it ended. `
  + `Scores are in ${data.unit || "points"}, for the side to move at each node unless you choose another side below.`;
byId("board").textContent = data.board;
const total = data.plies[data.plies.length - 1];
const facts = [
  ["value", data.value === null ? "none: the search was stopped" : `${data.value} for ${sides[data.mover]}`],
  ["line", data.line.join(" ") || "–"],
  ["window", data.window],
  ["visits", `${grouped(total.visits)}, ${grouped(total.leaves)} of them leaves`],
  ["re-searches", grouped(total.researches)],
  ["first move best", total.settled ? `${Math.round(100 * total.first / total.settled)} % of ${grouped(total.settled)} nodes` : "–"],
];
for (const [name, fact] of facts) if (fact !== null) byId("facts").append(el("dt", "", name), el("dd", "", fact));
if (data.gap) { byId("gap").textContent = `${data.gap}.`; byId("gap").hidden = false; }

const HEADS = [["visits", "visits"], ["full", "full"], ["null", "null"], ["researches", "re-search"],
  ["high", "▲ high"], ["low", "▼ low"], ["inside", "= inside"], ["leaves", "leaves"], ["table", "table"]];
const line = (tag, cells) => el("tr", "", ...cells.map(cell => el(tag, "", cell)));
byId("plies").append(line("th", ["ply", ...HEADS.map(head => head[1]), "first move best"]),
  ...data.plies.map((ply, n) => line("td", [n === data.plies.length - 1 ? "all" : String(n),
    ...HEADS.map(([key]) => grouped(ply[key])),
    ply.settled ? `${Math.round(100 * ply.first / ply.settled)} %` : ""])));

const arrow = (name, letter) => el("b", name, letter);
const legend = [
  [badge(KIND.full), "full: asks for the value within an open window"],
  [badge(KIND.null), "null: only asks whether the value is better than alpha"],
  [badge(KIND.again), "re-search: the move’s null window showed it to be better, so it is searched again with an open one"],
  [badge(KIND.quiet), "quiescence: only noisy moves, beyond the horizon"],
  [arrow("high", "▲"), "failed high: beta or better, so the other moves need not be tried"],
  [arrow("low", "▼"), "failed low: no move was better than alpha"],
  [arrow("", "="), "the value itself"],
  [arrow("table", "◆"), "answered by the transposition table"],
  [bar(0, last, last >> 1, "inside"), "the window as a band, the answer as a mark; open ends run to the edge, a null window is a thin line, wide gaps between scores are drawn together"],
  [arrow("star", "★"), "on the line that the answer rests on"],
  ["! win3", "a final result; a win three plies from the root"],
  ["% best", "how often the first move was the best, at the node and below it"],
  ["keys", "arrows move, open and close; z zooms the picture; / searches; Escape shows all again"],
  ["link", "the address of this page leads to the chosen visit, the search and the filters"],
];
for (const [what, words] of legend) byId("legend").append(el("li", "", typeof what === "string" ? el("span", "mono", what) : what, el("span", "", words)));

for (const [name, word] of [["", "move"], ["", ""], ["window", "alpha .. beta"], ["", narrow.matches ? "window" : "window and answer"], ["", "answer"],
  ["why", "ended by"], ["best", "best move"], ["visits num", "visits"], ["first num", "1st best"]]) {
  byId("heads").append(el("span", name, word));
}
const option = (value, word) => { const node = el("option", "", word); node.value = value; byId("seen").append(node); };
option("", "the side to move");
option(0, sides[0]);
option(1, sides[1]);
addChips("asked", "kind", kinds.map((word, i) => `${BADGE[i][1]} ${word}`));
addChips("answer", "bound", ["= value", "▲ failed high", "▼ failed low", "… stopped"]);
addChips("ended by", "why", whys);

const SMALL = 120;
measure();
toPly = count <= SMALL ? deepest : roots.length > 1 ? 0 : 1;
byId("to-ply").textContent = toPly;
openTo(toPly);
// On a phone the words on a visit would cover the tree, until one is chosen.
if (count && !restore() && !narrow.matches) describe(chosen);
drawBars();
byId("whole").disabled = true;
tree.focus({preventScroll: true});
measure();
