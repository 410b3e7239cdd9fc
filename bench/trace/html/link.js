// The link to what is shown: the chosen visit, what is searched for, the filters and whose scores, behind the #.
const chips = byId("chips"), search = byId("search"), found = byId("found");
const picked = {kind: new Set(), bound: new Set(), why: new Set()};

function link() {
  const parts = new URLSearchParams({visit: chosen});
  if (search.value.trim()) parts.set("find", search.value.trim());
  for (const [name, set] of Object.entries(picked)) if (set.size) parts.set(name, [...set].sort().join("."));
  if (viewer !== null) parts.set("scores", viewer);
  return `#${parts}`;
}

function remember() {
  const hash = link();
  if (hash === location.hash) return;
  // Not an entry in the history for each row; some browsers allow that of files only by the second way.
  try { history.replaceState(null, "", hash); } catch { location.replace(hash); }
}
let remembering = 0;
function rememberSoon() {
  clearTimeout(remembering);
  remembering = setTimeout(remember, 150);
}

// Shows what a link says; false if it says nothing.
function restore() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const index = (name, length) => {
    const value = Number(parts.get(name));
    return parts.has(name) && Number.isInteger(value) && value >= 0 && value < length ? value : null;
  };
  const visit = index("visit", count);
  if (visit === null) return false;
  clearChips();
  search.value = parts.get("find") ?? "";
  viewer = index("scores", 2);
  byId("seen").value = viewer ?? "";
  for (const [name, set] of Object.entries(picked)) {
    for (const value of (parts.get(name) ?? "").split(".").filter(Boolean)) set.add(Number(value));
  }
  chips.querySelectorAll("button").forEach(chip =>
    chip.setAttribute("aria-pressed", picked[chip.dataset.name].has(Number(chip.dataset.value))));
  if (Object.values(picked).some(set => set.size)) showChips(true);
  chosen = visit;
  look();
  choose(!shown || shown[visit] ? visit : chosen);
  return true;
}
addEventListener("hashchange", () => { if (location.hash !== link()) restore(); });
