// Boards that stand still, on a page that has nothing but itself: each element of the class `drawn` has within it what
// it shows, and the page has the facts of the game.

import { Drawing } from './draw.js';
import { make } from './pieces.js';

const facts = JSON.parse(document.getElementById('drawn').textContent);

for (const place of document.querySelectorAll('.drawn')) {
  const shown = JSON.parse(place.querySelector('script').textContent);
  const svg = make('svg', { role: 'img', 'aria-label': shown.words });
  const stage = document.createElement('div');
  stage.className = 'stage';
  stage.append(svg);
  place.replaceChildren(stage);
  const drawing = new Drawing(svg);
  drawing.use(facts, facts.hidden);
  drawing.show(shown);
  const moving = (cells) => cells.length > 1 && shown.contents[cells[0]] !== null;
  drawing.best(shown.better.length ? [{ touched: shown.better, rank: 1, moving: moving(shown.better) }] : []);
  // The sign stands where the move ends.
  if (shown.played.length) drawing.values([{ cells: moving(shown.played) ? shown.played.slice(-1) : shown.played, text: shown.sign, best: false }]);
}
