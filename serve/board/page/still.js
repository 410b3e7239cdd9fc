// Boards that stand still, on a page that has nothing but itself: each element of the class `drawn` has within it what
// it shows, and the page has the facts of the game.

import { Drawing } from './draw.js';
import { make } from './pieces.js';

const facts = JSON.parse(document.getElementById('drawn').textContent);

for (const board of document.querySelectorAll('.drawn')) {
  const shown = JSON.parse(board.querySelector('script').textContent);
  const svg = make('svg', { role: 'img', 'aria-label': shown.words });
  const stage = document.createElement('div');
  stage.className = 'stage';
  stage.append(svg);
  board.replaceChildren(stage);
  const drawing = new Drawing(svg);
  drawing.use(facts, facts.hidden);
  drawing.show(shown);
  const moving = (cells) => cells.length > 1 && shown.contents[cells[0]] !== null;
  drawing.best(shown.better.length ? [{ touched: shown.better, rank: 1, moving: moving(shown.better) }] : []);
  // The sign stands where the move ends.
  const { played } = shown;
  const cells = moving(played) ? played.slice(-1) : played;
  const middles = cells.map((cell) => drawing.middle(cell));
  const place = [0, 1].map((axis) => middles.reduce((sum, point) => sum + point[axis], 0) / middles.length);
  drawing.values(played.length ? [{ places: [place], text: shown.sign, best: false }] : []);
}
