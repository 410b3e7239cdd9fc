// The icicle: each visit is a bar as wide as the visits within it, below the visit that it was made within.
// What is narrower than half a pixel is drawn as part of its neighbours, so that a picture costs no more than
// its pixels; bars are drawn once, and the chosen visit over a copy of them.
const icicle = byId("icicle"), pen = icicle.getContext("2d"), bars = document.createElement("canvas");
const level = new Uint16Array(count), start = new Float64Array(count);
const span = i => col.within[i] + 1;
let levels = 1, everything = 0;
{
  const next = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const up = parent[i];
    start[i] = next[i] = up < 0 ? everything : next[up];
    level[i] = up < 0 ? 0 : level[up] + 1;
    if (up < 0) everything += span(i); else next[up] += span(i);
    levels = Math.max(levels, level[i] + 1);
  }
}
const STEP = Math.max(4, Math.min(17, Math.floor(150 / levels)));
icicle.style.height = `${levels * STEP}px`;
let zoomed = -1; // the visit that is as wide as the picture, or all of them

const view = () => zoomed < 0 ? {from: 0, width: everything, top: 0} : {from: start[zoomed], width: span(zoomed), top: level[zoomed]};
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function drawBars() {
  const ratio = devicePixelRatio || 1, width = icicle.clientWidth, height = levels * STEP;
  if (!width) return;
  for (const sheet of [icicle, bars]) { sheet.width = Math.round(width * ratio); sheet.height = Math.round(height * ratio); }
  const ink = bars.getContext("2d");
  ink.scale(ratio, ratio);
  ink.font = "11px system-ui,sans-serif";
  ink.textBaseline = "middle";
  const fill = [colour("plate-2"), colour("high-band"), colour("low-band"), colour("rule")];
  const table = colour("table-band"), again = colour("again"), text = colour("text"), star = colour("star");
  const {from, width: all, top} = view(), scale = width / all;
  const last = new Float64Array(levels).fill(-1); // the last pixel of each level that has narrow visits
  for (let i = zoomed < 0 ? 0 : zoomed, end = zoomed < 0 ? count : zoomed + 1 + col.size[zoomed]; i < end;) {
    const x = (start[i] - from) * scale, wide = span(i) * scale, y = (level[i] - top) * STEP;
    if (wide < 0.5) {
      if (Math.floor(x) !== last[level[i]]) {
        last[level[i]] = Math.floor(x);
        ink.fillStyle = fill[3];
        ink.fillRect(Math.floor(x), y, 1, STEP - 1);
      }
      i += 1 + col.size[i];
      continue;
    }
    ink.globalAlpha = shown && !shown[i] ? 0.25 : 1;
    ink.fillStyle = whys[col.why[i]] === "table" ? table : fill[col.bound[i]];
    ink.fillRect(x, y, Math.max(wide - (wide > 3 ? 1 : 0), 0.5), STEP - 1);
    if (wide > 6 && (col.kind[i] === KIND.again || best.has(i))) {
      ink.fillStyle = best.has(i) ? star : again;
      ink.fillRect(x, y, wide - 1, 2);
    }
    if (wide > 30 && STEP > 12) {
      ink.fillStyle = text;
      const name = nameOf(i);
      if (ink.measureText(name).width < wide - 6) ink.fillText(name, x + 3, y + STEP / 2 + 0.5);
    }
    i++;
  }
  ink.globalAlpha = 1;
  drawIcicle();
}

function drawIcicle() {
  if (!bars.width) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, icicle.width, icicle.height);
  pen.drawImage(bars, 0, 0);
  if (!count) return;
  const ratio = devicePixelRatio || 1, {from, width, top} = view(), scale = icicle.clientWidth / width;
  pen.scale(ratio, ratio);
  pen.strokeStyle = colour("focus");
  pen.lineWidth = 2;
  const wide = Math.max(span(chosen) * scale - 2, 4), x = (start[chosen] - from) * scale;
  pen.strokeRect(Math.min(x + 1, icicle.clientWidth - wide - 1), (level[chosen] - top) * STEP + 1, wide, STEP - 2);
}

// The visit at a place of the picture, or the nearest one above it; -1 outside.
function visitAt(x, y) {
  const {from, width, top} = view();
  const unit = from + x / icicle.clientWidth * width, wanted = top + Math.floor(y / STEP);
  let found = -1;
  for (let i = 0, end = count; i < end;) {
    if (unit < start[i] || unit >= start[i] + span(i)) { i += 1 + col.size[i]; continue; }
    found = i;
    if (level[i] >= wanted) break;
    end = i + 1 + col.size[i];
    i++;
  }
  return found;
}

function zoom(i) {
  zoomed = i < 0 || parent[i] < 0 && roots.length === 1 ? -1 : i;
  byId("whole").disabled = zoomed < 0;
  drawBars();
}

// Shows the chosen visit, wherever the picture was zoomed to.
function follow() {
  if (zoomed >= 0 && (chosen < zoomed || chosen > zoomed + col.size[zoomed])) zoom(-1); else drawIcicle();
}

const under = event => {
  const edge = icicle.getBoundingClientRect();
  return visitAt(event.clientX - edge.left, event.clientY - edge.top);
};
icicle.onclick = event => {
  const i = under(event);
  if (i < 0) return;
  if (shown && !shown[i]) showAll();
  reveal(i);
  flatten();
  // Without scrolling: the picture would move away from under the pointer.
  choose(i, false);
};
icicle.ondblclick = event => zoom(under(event));
icicle.onmousemove = event => {
  const i = under(event);
  icicle.title = i < 0 ? "" : `${lineOf(i).join(" ") || nameOf(i)}: ${grouped(span(i))} visits`;
};
byId("into").onclick = () => zoom(chosen);
byId("whole").onclick = () => zoom(-1);
matchMedia("(prefers-color-scheme:dark)").addEventListener("change", drawBars);
