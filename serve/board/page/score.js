// Scores, as docs/json.md gives them: always from the side to move. What is shown of one is the text that comes with it.

/** The text for a cell of the board: a win in 7 is W7, one in 7 or sooner (a bound) \u2265W7, a draw =. */
export function brief({ text }) {
  return text.replace('>= ', '\u2265').replace('<= ', '\u2264').replace('win in ', 'W').replace('loss in ', 'L').replace('draw', '=');
}

/** An expected result of the side to move, for the first side. */
export function forFirst(share, mover) {
  return mover === 0 ? share : 1 - share;
}

/** What is expected of a game that is over, for the first side. */
export function ofOutcome(over) {
  return over.winner === null ? 0.5 : over.winner === 0 ? 1 : 0;
}

/** A count in a few characters: 940, 3.2 k, 1.4 M. */
export function short(count) {
  for (const [size, letter] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (count >= size) return `${(count / size).toFixed(count >= 100 * size ? 0 : 1)}\u2009${letter}`;
  }
  return String(count);
}
