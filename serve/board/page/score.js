// Scores, as docs/json.md gives them: always from the side to move.

/** A score in a few characters: +3.4, +38, win in 7, draw. */
export function text(score, facts) {
  const bound = score.kind === 'lower' ? '\u2265\u2009' : score.kind === 'upper' ? '\u2264\u2009' : '';
  if (score.win_in !== null) {
    const plies = Math.abs(score.win_in);
    return `${score.win_in > 0 ? 'win' : 'loss'} in ${plies}`;
  }
  const signed = (number, digits) => {
    const size = Math.abs(number).toFixed(digits);
    return (Number(size) === 0 ? '' : number < 0 ? '\u2212' : '+') + size;
  };
  if (score.proven) {
    if (facts.unit === '' && score.value === 0) return bound + 'draw';
    return bound + signed(score.value, 0);
  }
  return bound + signed(score.value, facts.points === 1 ? 0 : 1);
}

/** The expected result of the side to move, from 0 (lost) to 1 (won); docs/review.md has the formula. */
export function expected(score, facts) {
  if (score.win_in !== null) return score.win_in > 0 ? 1 : 0;
  if (score.proven) return score.value > 0 ? 1 : score.value < 0 ? 0 : 0.5;
  return 1 / (1 + Math.exp(-score.value / facts.scale));
}

/** The same for the first side. */
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
