// What stands on cells.

const SVG = 'http://www.w3.org/2000/svg';

/** An element of SVG. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The golden angle: seeds lie as in a sunflower, without a pattern of rows. */
const TURN = Math.PI * (3 - Math.sqrt(5));
/** More seeds than this are not told apart; the number says how many there are. */
const MOST_SEEDS = 40;

function seeds(count, cell) {
  const group = make('g');
  const shown = Math.min(count, MOST_SEEDS);
  const tall = cell.height > cell.width;
  const wide = cell.width > cell.height ? 1.9 : 1;
  for (let seed = 0; seed < shown; seed++) {
    const away = Math.sqrt((seed + 0.5) / Math.max(shown, 7)) * Math.min(cell.width, cell.height) * 0.34;
    const [x, y] = [away * Math.cos(seed * TURN), away * Math.sin(seed * TURN)];
    group.append(make('circle', { cx: x * wide, cy: tall ? y * 1.9 : y - 8, r: 8, class: `seed s${seed % 4}` }));
  }
  group.append(make('text', { class: 'count', y: tall ? cell.height * 0.36 : cell.height * 0.31 }, String(count)));
  return group;
}

function crown() {
  return make('path', { class: 'crown', d: 'M-20 13 L-24 -13 L-10 -2 L0 -18 L10 -2 L24 -13 L20 13 Z' });
}

function piece(letter, facts) {
  const known = facts.pieces[letter] || { sign: letter, side: 0 };
  const side = `side${known.side}`;
  const crossed = Object.values(facts.pieces).some((other) => other.sign === '\u00d7');
  const group = make('g', { class: `piece ${side}` });
  switch (known.sign) {
    case '\u00d7':
      group.append(make('path', { class: 'cross', d: 'M-26 -26 L26 26 M26 -26 L-26 26' }));
      break;
    case '\u25cf':
    case '\u25cb':
      // Beside a cross it is a ring.
      if (crossed) group.append(make('circle', { class: 'ring', r: 28 }));
      else group.append(make('circle', { class: 'disc', r: 39 }), make('circle', { class: 'inner', r: 28 }));
      break;
    case '\u25c6':
    case '\u25c7':
      group.append(make('circle', { class: 'disc', r: 39 }), crown());
      break;
    default:
      // Drawn as text, and not as one of the small pictures that some systems have for a sign.
      group.append(make('text', { class: 'sign' }, `${known.sign}\ufe0e`));
  }
  return group;
}

/** What a content says to those who do not see it. */
export function spoken(content, facts) {
  if (!content) return 'empty';
  if (content.gone) return 'gone';
  if (content.count !== undefined) return `${content.count}`;
  if (content.piece) {
    const known = facts.pieces[content.piece];
    if (!known) return content.piece;
    const kind = known.sign === '\u25c6' || known.sign === '\u25c7' ? ', king' : '';
    return facts.names[known.side] + kind;
  }
  return content.taken === null ? 'taken' : `taken by ${facts.names[content.taken]}`;
}

/** What a content looks like around its cell's middle; nothing for an empty one. */
export function look(content, cell, facts) {
  if (!content || content.gone) return null;
  if (content.count !== undefined) return seeds(content.count, cell);
  if (content.piece) return piece(content.piece, facts);
  const side = content.taken === null ? 'unowned' : `side${content.taken}`;
  const inset = cell.form === 'edge' ? 3 : 8;
  const [width, height] = [cell.width - 2 * inset, cell.height - 2 * inset];
  const round = cell.form === 'edge' ? 5 : 12;
  return make('rect', { class: `taken ${cell.form} ${side}`, x: -width / 2, y: -height / 2, width, height, rx: round });
}
