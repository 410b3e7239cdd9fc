// What a person does: keys, search, filter; and what the page says in words.
let toPly = 1;

function describe(i) {
  const line = lineOf(i), mover = sides[col.mover[i]];
  const where = line.length ? `After ${line.join(" ")}` : nameOf(i) === "root" ? "At the root" : `At the root, ${nameOf(i)}`;
  const [from, to] = [text(alpha(i)), text(beta(i))];
  const whose = viewer === null ? mover : sides[viewer];
  const depth = col.depth[i] < 0 ? "to the end of the game" : `${col.depth[i]} deep`;
  const asked = [
    `asked with a full window, ${from} to ${to}`,
    `asked with a null window whether it is ${turned(i) ? `${from} or worse` : `better than ${from}`}`,
    `searched again with an open window, ${from} to ${to}, since its null window showed this move to be better`,
    `noisy moves only, window ${from} to ${to}`,
  ][col.kind[i]];
  const said = ["it is", "it is at least", "it is at most"];
  const bound = col.bound[i] !== INSIDE && turned(i) ? HIGH + LOW - col.bound[i] : col.bound[i];
  const answered = col.bound[i] === GIVEN_UP ? "The search was stopped here." :
    `Answer: ${said[bound]} ${text(seen(i, col.value[i]))} for ${whose}. Ended by: ${whys[col.why[i]]}.`;
  const best = col.best[i] < 0 ? "" :
    ` Best of ${col.tried[i]} moves tried: ${moves[col.best[i]]}, tried as number ${col.place[i] + 1}.`;
  const more = col.within[i] > col.size[i] ? `, ${grouped(col.within[i] - col.size[i])} of them left out` : "";
  const within = col.within[i] ? ` ${grouped(col.within[i])} visits within it${more}` : "";
  const first = col.settled[i] ? `; the first move was the best at ${grouped(col.first[i])} of ${grouped(col.settled[i])} nodes.` : within && ".";
  const words = `${mover} to move, ${depth}; ${asked}. ${answered}${best}${within}${first}`;
  byId("words").replaceChildren(el("p", "where", where), el("p", "", words));
  showBoard(i);
}

function showBoard(i) {
  const board = boardOf(i);
  byId("position").hidden = board === null && !data.boards.changes.length;
  byId("position").textContent = board ?? "The position after this\nnull move is not known.";
}

// What is asked for: the last moves of a visit's line, the last word as far as it is typed.
function wanted() {
  const words = search.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
  const lower = moves.map(move => move.toLowerCase());
  const open = words.length > 0 && !/[\s,]$/.test(search.value);
  const fits = words.map((word, n) => lower.map(move =>
    open && n === words.length - 1 ? move.startsWith(word) : move === word));
  const passes = (set, value) => !set.size || set.has(value);
  return i => {
    if (!passes(picked.kind, col.kind[i]) || !passes(picked.bound, col.bound[i])) return false;
    if (!passes(picked.why, col.why[i])) return false;
    for (let n = fits.length - 1, at = i; n >= 0; n--, at = parent[at]) {
      if (at < 0 || col.move[at] < 0 || !fits[n][col.move[at]]) return false;
    }
    return true;
  };
}

function look() {
  const asks = search.value.trim() || Object.values(picked).some(set => set.size);
  if (!asks) {
    shown = shownOpen = null;
    found.textContent = "";
    reveal(chosen);
    flatten();
    drawBars();
    return choose(chosen);
  }
  const matches = wanted();
  shown = new Uint8Array(count);
  shownOpen = new Uint8Array(count);
  let number = 0, first = -1;
  for (let i = 0; i < count; i++) {
    if (!matches(i)) continue;
    number++;
    if (first < 0) first = i;
    shown[i] = 1;
    for (let up = parent[i]; up >= 0 && !shownOpen[up]; up = parent[up]) shown[up] = shownOpen[up] = 1;
  }
  found.textContent = `${grouped(number)} of ${grouped(count)} visits, with what they stand in`;
  flatten();
  drawBars();
  rememberSoon();
  if (first >= 0) choose(shown[chosen] && matches(chosen) ? chosen : first, false);
}

function tally(column, length) {
  const sums = new Array(length).fill(0);
  for (const value of column) sums[value]++;
  return sums;
}

function addChips(title, name, words) {
  const sums = tally(col[name], words.length);
  const group = el("div", "", el("small", "", title));
  words.forEach((word, value) => {
    if (!sums[value] || !word) return;
    const chip = el("button", "", `${word} `, el("small", "", grouped(sums[value])));
    chip.setAttribute("aria-pressed", "false");
    Object.assign(chip.dataset, {name, value});
    chip.onclick = () => {
      const set = picked[name], on = !set.has(value);
      if (on) set.add(value); else set.delete(value);
      chip.setAttribute("aria-pressed", on);
      look();
    };
    group.append(chip);
  });
  chips.append(group);
}

function bestLine() {
  if (shown) showAll();
  const line = [...best];
  line.slice(0, -1).forEach(i => open[i] = 1);
  flatten();
  if (line.length) choose(line[line.length - 1]);
}

function showAll() {
  search.value = "";
  clearChips();
  look();
}

function clearChips() {
  for (const set of Object.values(picked)) set.clear();
  chips.querySelectorAll("button").forEach(chip => chip.setAttribute("aria-pressed", "false"));
}

function step(by) { choose(rows[Math.max(0, Math.min(rows.length - 1, rowOf(chosen) + by))]); }

const keys = {
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  PageDown: () => step(20),
  PageUp: () => step(-20),
  Home: () => choose(rows[0]),
  End: () => choose(rows[rows.length - 1]),
  ArrowRight: () => isOpen(chosen) || !col.size[chosen] ? step(1) : toggle(chosen),
  ArrowLeft: () => isOpen(chosen) ? toggle(chosen) : parent[chosen] >= 0 && choose(parent[chosen]),
  Enter: () => toggle(chosen),
  z: () => zoom(zoomed === chosen ? -1 : chosen),
  " ": () => toggle(chosen),
};
// Keys work wherever the focus is, but where a control has a use for them of its own.
document.onkeydown = event => {
  const at = event.target, {key} = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (key === "/" && at !== search) { event.preventDefault(); search.focus(); return; }
  if (key === "Escape") { showAll(); tree.focus({preventScroll: true}); return; }
  if (!keys[key] || !rows.length || at.closest?.("input, select, .scroll")) return;
  if ((key === "Enter" || key === " ") && at.closest?.("button, summary")) return;
  event.preventDefault();
  keys[key]();
};
tree.onclick = event => {
  const row = event.target.closest(".row");
  if (!row) return;
  const i = Number(row.dataset.visit);
  if (event.target.closest(".twist") || i === chosen) toggle(i);
  choose(i, false);
};
search.onkeydown = event => {
  if (event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    event.stopPropagation();
    tree.focus({preventScroll: true});
  }
};
let waiting = 0;
search.oninput = () => { clearTimeout(waiting); waiting = setTimeout(look, 120); };
function showChips(open) {
  chips.hidden = !open;
  byId("filter").setAttribute("aria-expanded", open);
  measure();
}
byId("filter").onclick = () => showChips(chips.hidden);
function setPly(ply) {
  toPly = Math.max(0, Math.min(deepest, ply));
  byId("to-ply").textContent = toPly;
  openTo(toPly);
  choose(rows[rowOf(chosen)] ?? 0, false);
}
byId("less").onclick = () => setPly(toPly - 1);
byId("greater").onclick = () => setPly(toPly + 1);
byId("best").onclick = bestLine;
byId("seen").onchange = event => {
  viewer = event.target.value === "" ? null : Number(event.target.value);
  draw();
  describe(chosen);
  rememberSoon();
};
function measure() {
  document.documentElement.style.setProperty("--tools", `${byId("tools").offsetHeight}px`);
}
let drawing = 0;
addEventListener("scroll", () => {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(draw);
}, {passive: true});
addEventListener("resize", () => { measure(); draw(); drawBars(); });
