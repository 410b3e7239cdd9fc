// The review of a game, on the page: which moves were mistakes, in place.

import { asking, stream } from './ask.js';

export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** How long each position is searched. */
const TIME_MS = 300;

/** Reviews the line to a node. `progress` is called with how far it has come. Gives the summary, or null. */
export async function review(tree, end, signal, progress) {
  const nodes = end.path();
  let summary = null;
  let failed = null;
  const take = (object) => {
    if (object.type === 'progress') progress(object.done, object.of);
    if (object.type === 'move') nodes[object.ply].judged = object;
    if (object.type === 'review') summary = object;
    if (object.type === 'error') failed = object.message;
  };
  await stream('review', { ...tree.which(end), ...asking(), time_ms: TIME_MS }, take, signal);
  if (failed) throw new Error(failed);
  return summary;
}

/** The beginning of a line, with an ellipsis where it goes on. */
function cut(line) {
  return line.slice(0, 8).join(' ') + (line.length > 8 ? ' \u2026' : '');
}

/** What a review says of a move, in a sentence. */
export function comment(judged, facts) {
  const value = judged.score.text.replace(/^[<>]= /, '');
  const word = judged.mark ? `${judged.mark[0].toUpperCase()}${judged.mark.slice(1)}. ` : '';
  if (judged.forced) return `${judged.move}: the only move, ${value}.`;
  const { best } = judged;
  if (!best.move || best.move === judged.move) return `${word}${judged.move}: the best move, ${value}.`;
  if (judged.loss === 0 && !judged.mark) return `${judged.move}: as good as the best move, ${value}.`;
  const lost = judged.loss > 0 ? ` and lost ${judged.exact ? judged.loss : judged.loss.toFixed(1)} ${facts.unit || 'points'}` : '';
  return `${word}${judged.move} is worth ${value}${lost}; best was ${best.move} with ${best.score.text}: ${cut(best.pv)}`;
}

/** Fills a table with the summary. */
export function show(table, summary, facts) {
  const row = (tag, cells) => {
    const line = document.createElement('tr');
    line.append(...cells.map((cell, index) => {
      const element = document.createElement(index === 0 && tag === 'td' ? 'th' : tag);
      element.textContent = cell;
      return element;
    }));
    return line;
  };
  const rows = summary.sides.map((side) => row('td', [
    facts.names[facts.sides.indexOf(side.side)] || side.side,
    side.accuracy === null ? '\u2013' : `${side.accuracy.toFixed(0)} %`,
    String(side.inaccuracies), String(side.mistakes), String(side.blunders),
  ]));
  table.replaceChildren(row('th', ['', 'accuracy', '?!', '?', '??']), ...rows);
  table.hidden = false;
}
