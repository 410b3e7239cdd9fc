// What stands beside the board: the best lines, the moves of the game, the gauge.

import { forFirst, ofOutcome, short } from './score.js';
import { SIGNS } from './review.js';

const $ = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'class') made.className = value;
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** The lines that are shown of a node, best first: those of the last iteration, then what is known of other moves. */
export function linesOf(node, count) {
  const ranked = node.ranks.filter(Boolean).map(({ move }) => node.lines.get(move));
  const others = [...node.lines.values()].filter((line) => !ranked.includes(line));
  // What was searched nearly as deep comes before what was left behind.
  const deep = node.ranks.length ? node.ranks[0].depth - 1 : 0;
  const worth = (line) => (line.depth >= deep ? 2 : 0) + line.score.expected;
  others.sort((one, other) => worth(other) - worth(one));
  return [...new Set([...ranked, ...others])].slice(0, count);
}

/** What is expected at a node, for the first side; null if nothing is known. */
export function shareOf(node, facts) {
  if (node.board && node.board.over) return ofOutcome(node.board.over);
  const [line] = linesOf(node, 1);
  if (line && node.board) return forFirst(line.score.expected, node.board.mover);
  if (node.judged) return forFirst(node.judged.expected_after, node.judged.side === facts.sides[0] ? 0 : 1);
  // Whoever looked for the move that led here has a value for it: the engine, when it has moved.
  const before = node.parent && node.parent.lines.get(node.move);
  if (before && node.parent.board) return forFirst(before.score.expected, node.parent.board.mover);
  return null;
}

/** Likewise; where nothing is known yet, what was known last on the way there. */
export function lastShareOf(node, facts) {
  for (let at = node; at; at = at.parent) {
    const share = shareOf(at, facts);
    if (share !== null) return share;
  }
  return null;
}

/** Changes a text only where it is another one: what a reader has marked or a screen reader reads stays. */
function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

/** A line of the analysis, to be filled. */
function emptyLine(play) {
  const row = element('li', {}, element('span'), element('span', { class: 'pv' }), element('span', { class: 'depth', title: 'depth in plies' }));
  const pv = row.children[1];
  // A line may change while the mouse is down on it: what was pressed on is played.
  let pressed = null;
  pv.addEventListener('pointerdown', () => {
    pressed = row.shown;
  });
  pv.addEventListener('click', (event) => {
    const index = [...pv.children].indexOf(event.target.closest('button'));
    const { node, moves } = event.detail > 0 && pressed ? pressed : row.shown;
    if (index >= 0 && node === row.shown.node && index < moves.length) play(moves.slice(0, index + 1));
  });
  return row;
}

/** More moves of a line fit on no screen; what does not fit ends in an ellipsis. */
const MOST_MOVES = 60;

/** Fills a line in place, so that the focus stays where it is. */
function fillLine(row, node, line) {
  const [chip, pv, depth] = row.children;
  const moves = line ? line.pv.slice(0, MOST_MOVES) : [];
  row.shown = { node, moves };
  const kind = !line ? 'chip none' : line.score.proven ? 'chip proven' : 'chip';
  if (chip.className !== kind) {
    chip.className = kind;
    chip.title = !line ? '' : line.score.proven ? 'proven' : 'an estimate';
  }
  put(chip, line ? line.score.text : '\u2013');
  put(depth, line && !line.tabled ? String(line.depth) : '');
  while (pv.children.length > moves.length) pv.lastChild.remove();
  while (pv.children.length < moves.length) {
    pv.append(element('button', { type: 'button', tabindex: pv.children.length ? '-1' : '0', title: 'Play the line to here' }));
  }
  moves.forEach((move, index) => put(pv.children[index], move));
}

/** Shows the best lines; the height does not depend on how many are known. */
export function showLines(node, count, { play, busy, on }) {
  const lines = linesOf(node, count);
  const list = $('lines');
  while (list.children.length > count) list.lastChild.remove();
  while (list.children.length < count) list.append(emptyLine(play));
  [...list.children].forEach((row, rank) => fillLine(row, node, lines[rank]));
  const [best] = lines;
  const over = node.board && node.board.over;
  put($('score'), best && !over ? best.score.text : '\u00a0');
  const [figures, all] = over ? ['the game is over', ''] : state(node, best, busy, on);
  put($('figures'), figures);
  $('figures').title = all;
}

/** What the search is at, in a few words; all of it for those who ask. */
function state(node, best, busy, on) {
  const { found } = node;
  if (!found || !best) return [on && busy ? 'thinking' : best && best.tabled ? 'by the tables' : '', ''];
  const seconds = found.time < 9950 ? (found.time / 1000).toFixed(1) : (found.time / 1000).toFixed(0);
  const sure = best.score.confidence ? ` with ${best.score.confidence}% confidence` : '';
  const all = `depth ${best.depth}${sure}, ${short(found.nodes)} nodes, ${short(found.nps)} nodes/s, ${seconds} s`;
  if (best.kept) {
    const running = busy ? ` \u00b7 ${short(found.nps)}/s` : '';
    const deep = best.score.kind === 'exact' ? 'proven' : `depth ${best.depth}`;
    return [`kept \u00b7 ${deep}${running}`, `found ${new Date(best.kept).toLocaleString()}: ${all}`];
  }
  const proven = found.done && best.score.kind === 'exact';
  return [proven ? `proven \u00b7 ${seconds}\u2009s` : `depth ${best.depth} \u00b7 ${short(found.nps)}/s`, all];
}

/** Shows who is ahead. */
export function showGauge(share, facts) {
  const percent = Math.round((share === null ? 0.5 : share) * 100);
  $('gauge').classList.toggle('unknown', share === null);
  $('gaugefill').style.height = `${percent}%`;
  $('gauge').setAttribute('aria-valuenow', String(percent));
  $('gauge').setAttribute('aria-valuetext', share === null ? 'unknown' : `${percent} % for ${facts.names[0]}`);
  $('gauge').title = share === null ? 'Expected result' : `${facts.names[0]} is expected to make ${percent} %`;
}

/** Who moves, or how the game ended. */
export function sentence(board, facts) {
  const { over, mover } = board;
  if (!over) {
    const again = board.repetitions > 0 ? `; this position has stood before (${board.repetitions})` : '';
    return `${facts.names[mover]} to move${again}`;
  }
  return over.winner === null ? 'Draw' : over.text;
}

/** Shows what people count on the board, each number with the colour of its side; what is alike is named once. */
export function showCounts(board, facts) {
  const { counts } = board;
  $('counts').replaceChildren(...counts.map(({ side, what, count }, index) => {
    const whose = side === null ? [] : [element('span', { class: `turn side${side}`, role: 'img', 'aria-label': facts.names[side] })];
    const next = counts[index + 1];
    return element('span', {}, ...whose, next && next.what === what ? `${count}` : `${count} ${what}`);
  }));
}

/** Shows the tree of moves. */
export function showMoves(tree, to) {
  const box = $('moves');
  const focused = box.contains(document.activeElement);
  const rows = element('div', { class: 'main' });
  list(rows, tree.root, tree, to);
  box.replaceChildren(rows);
  const here = box.querySelector('.here');
  if (here) {
    // The box is positioned, so it is what an offset counts from.
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  } else box.scrollTop = 0;
  if (!tree.root.children.length) rows.append(element('span', { class: 'hint' }, 'No moves yet.'));
  if (focused) (here || box).focus({ preventScroll: true });
}

/** The moves behind a node; variations in brackets behind the move that they are an alternative to. */
function list(into, from, tree, to) {
  let node = from;
  while (node.children.length) {
    const [main, ...others] = node.children;
    into.append(button(main, tree, to));
    for (const other of others) {
      const aside = element('span', { class: 'variation' });
      aside.append(button(other, tree, to));
      list(aside, other, tree, to);
      into.append(aside);
    }
    node = main;
  }
}

function button(node, tree, to) {
  const { judged } = node;
  const sign = judged && judged.mark ? SIGNS[judged.mark] : '';
  const { mover } = node;
  const made = element('button', { type: 'button', class: `move${node === tree.at ? ' here' : ''} ${judged ? judged.mark : ''}`, 'aria-current': node === tree.at ? 'true' : null },
    element('span', { class: 'number' }, `${node.ply}`),
    element('span', { class: mover === null ? 'side' : `side side${mover}`, 'aria-hidden': 'true' }),
    element('span', {}, node.move + sign));
  made.addEventListener('click', () => to(node));
  return made;
}
