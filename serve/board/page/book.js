// The book: what it knows of the position, and where it is thin.

import { short } from './score.js';

const $ = (id) => document.getElementById(id);

/** What is not in the book is named up to here. */
const MOST_NAMED = 12;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const grouped = (number) => number.toLocaleString('en');

const places = (count) => `${grouped(count)} thin ${count === 1 ? 'place' : 'places'}`;

/** The value of a move or a position, and whether it is proven. */
function valueOf({ score, proven_between: proven }) {
  const exact = proven.text !== null && !/^[<>]|\bto\b/.test(proven.text);
  const text = score ? score.text : exact ? proven.text : '?';
  const more = !exact && proven.text ? `, proven ${proven.text}` : '';
  const title = exact ? 'proven' : score ? `an estimate${more}` : `not searched${more}`;
  return element('span', { class: exact ? 'chip proven' : score ? 'chip' : 'chip none', title }, text);
}

/** What is special about a move: that the book is thin behind it, or ends. */
function markOf(move) {
  if (move.thin > 0) return element('span', { class: 'thin', title: `${places(move.thin)} behind it` }, move.expanded ? `thin ${short(move.thin)}` : 'thin here');
  return move.expanded || move.positions > 1 ? '' : element('span', { class: 'ends', title: 'its moves are not in the book' }, 'ends');
}

/** What a move leads to; `way` is true where the next thin place is behind it. */
function row(move, way, play) {
  const button = element('button', { type: 'button', title: 'Play the move' }, move.move);
  button.addEventListener('click', () => play(move.move));
  const line = element('tr', way || move.thin > 0 && !move.expanded ? { class: 'isthin' } : {},
    element('th', { scope: 'row' }, button),
    element('td', {}, valueOf(move)),
    element('td', { title: `${grouped(move.positions)} positions behind it` }, short(move.positions)),
    element('td', { title: `${grouped(move.effort)} nodes behind it` }, short(move.effort)),
    element('td', {}, markOf(move)));
  line.dataset.move = move.move;
  return line;
}

/** What stands above the moves: the value of the position, or that the book ends. */
function sentence(told, board) {
  if (!told) return ['This position is not in the book.'];
  if (board.over) return ['The game is over.'];
  const value = ['Value ', valueOf(told), ` by ${short(told.nodes)} nodes of its own`];
  return told.expanded ? [...value, '.'] : [...value, ': the book ends here.'];
}

/** The moves that the book does not know. */
function missing(told, board) {
  const known = new Set(told ? told.moves.map(({ move }) => move) : []);
  const others = board.moves.map(({ move }) => move).filter((move) => !known.has(move));
  if (!others.length) return '';
  const rest = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
  return `Not in the book: ${others.slice(0, MOST_NAMED).join(', ')}${rest}`;
}

/** Shows what the book says of a node of a game from `start`; `told` is null where there is no book. */
export function showBook(told, start, node, play) {
  $('book').hidden = !told;
  if (!told) return;
  const { board } = node;
  $('book').dataset.moves = node.moves().join(' ');
  const focused = $('bookmoves').contains(document.activeElement) && document.activeElement.textContent;
  $('bookwhole').textContent = `${short(told.thin)} thin of ${short(told.positions)}`;
  $('bookwhole').title = `${places(told.thin)} of ${grouped(told.positions)} positions: ${grouped(told.expanded)} with their moves, ${grouped(told.proven)} proven; ${grouped(told.nodes)} nodes`;
  $('bookhere').replaceChildren(...sentence(told.at, board));
  const next = told.thin_places.length ? nextThin(told, start, node.moves()).played : [];
  const onWay = node.moves().every((move, index) => next[index] === move);
  const rows = told.at ? told.at.moves.map((move) => row(move, onWay && move.move === next[node.ply], play)) : [];
  $('bookmoves').tBodies[0].replaceChildren(...rows);
  $('bookmoves').hidden = rows.length === 0;
  $('bookmissing').textContent = missing(told.at, board);
  $('thin').disabled = told.thin_places.length === 0;
  // Whoever goes by the keyboard stays there.
  if (focused !== false) ($('bookmoves').querySelector('button') || $('bookbox')).focus();
}

/** The thin place behind the one whose moves these are, the first one behind the last. */
export function nextThin(told, start, moves) {
  const same = ({ played }) => told.start === start && played.length === moves.length && played.every((move, index) => move === moves[index]);
  return told.thin_places[(told.thin_places.findIndex(same) + 1) % told.thin_places.length];
}
