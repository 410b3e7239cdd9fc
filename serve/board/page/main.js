// The page: what is shown, what a person does, and what the engine is asked then.

import { ask } from './ask.js';
import { Drawing, narrow } from './draw.js';
import { Picker } from './input.js';
import { Thinking } from './think.js';
import { Tree } from './tree.js';
import { graph } from './graph.js';
import * as reviewing from './review.js';
import { lastShareOf, linesOf, sentence, shareOf, showCounts, showGauge, showLines, showMoves } from './panels.js';
import { set, settings } from './settings.js';
import { brief } from './score.js';
import { remark } from './transport.js';
import { droppedName, remarkOf, take } from './dropped.js';
import { keep, keyOf, restore } from './kept.js';
import { nextThin, showBook } from './book.js';

const $ = (id) => document.getElementById(id);

/** How long after it was found something is kept. */
const KEEP_MS = 1500;

const page = {
  hello: null,
  facts: null,
  tree: null,
  /** What is said of a silence, while it is shown. */
  silence: null,
  /** Who makes the moves of each side: person or engine. */
  players: ['person', 'person'],
  /** The engine searches for its move. */
  moving: false,
  /** Ends the review that runs. */
  reviewing: null,
  /** Rises with each position that is shown: what was asked for another is not shown. */
  turn: 0,
  /** Where a person is going: the node that is shown, or will be. */
  target: null,
  /** Whether an option of the game is a file. */
  ofFile: false,
  /** Nodes of the tree of which something was found that is not kept yet. */
  unkept: new Set(),
  /** What the book has said last. */
  book: null,
};

const drawing = new Drawing($('board'));
const picker = new Picker(drawing, {
  play: (move) => play(move),
  choose: (moves) => choose(moves),
  enabled: () => !page.moving && !page.reviewing && settled(),
  picked: () => changed(),
});
const thinking = new Thinking({ changed, trouble, silence });

/** False while a position was asked for and is not shown yet: what is clicked on then is another board. */
function settled() {
  return page.tree !== null && page.target === page.tree.at;
}

function trouble(message) {
  $('trouble').hidden = !message;
  $('trouble').textContent = message || '';
}

/** What is said while nothing comes; null when something comes again. It hides no other trouble, and takes none away. */
function silence(message) {
  const other = !$('trouble').hidden && $('trouble').textContent !== page.silence;
  if (other) return;
  page.silence = message;
  trouble(message);
}

// ---- positions

/** Names the game and the program, of which either may come first. */
function entitle() {
  document.title = [page.facts?.game, page.hello?.program].filter(Boolean).join(' \u00b7 ');
}

/** Opens a game at a position, as the program gave it, with options of the game. */
async function open(board, set = {}, ply = null) {
  if (!page.facts || page.facts.game !== board.game) page.facts = await ask('game', { game: board.game });
  const { facts } = page;
  const tree = new Tree(board, set);
  // What is gone already at the start was never there.
  const gone = (content) => content && content.gone;
  if (facts.shape && board.contents.some(gone)) await known(tree, tree.root);
  stopAll();
  keepAll();
  page.tree = tree;
  $('name').textContent = facts.game;
  entitle();
  const drawn = Boolean(facts.shape);
  $('board').toggleAttribute('hidden', !drawn);
  $('text').hidden = drawn;
  picker.clear();
  if (drawn) drawing.use(facts, (tree.root.board || board).contents.map((content) => Boolean(gone(content))));
  else document.querySelector('.stage').style.setProperty('--wide', 2);
  document.body.dataset.first = drawn ? facts.shape.colours[0] : 'black';
  document.body.dataset.second = drawn ? facts.shape.colours[1] : 'white';
  facts.names.forEach((side, index) => {
    $(`label${index}`).textContent = side;
  });
  $('summary').hidden = true;
  $('rules').textContent = facts.rules || 'The game says nothing about its rules.';
  showOptions();
  const nodes = page.tree.line();
  await go(ply === null || !nodes[ply] ? page.tree.at : nodes[ply]);
}

/** Goes to a node of the tree. */
async function go(node) {
  const turn = ++page.turn;
  const { tree } = page;
  thinking.stop();
  page.moving = false;
  page.target = node;
  // Where no engine plays, the search begins while it is asked what the board looks like: the first line is there
  // sooner by that.
  const early = !node.board && settings.analyse && !settings.every && !page.reviewing && !page.players.includes('engine');
  if (early) thinking.analyse(tree, node, settings.count);
  try {
    await known(tree, node);
  } catch (error) {
    if (turn === page.turn) thinking.stop();
    // What the program does not know is not in the game.
    if (node.parent && !node.children.length) node.remove();
    if (turn === page.turn) page.target = tree.at;
    trouble(error.message);
    return;
  }
  if (turn !== page.turn) return;
  tree.at = node;
  recall();
  trouble(null);
  show();
  next(early);
}

/** Asks the program what stands at a node, and who moved there. */
async function known(tree, node) {
  if (node.board && !node.stale) return;
  node.take(await ask('at', tree.which(node)));
  node.path().slice(1).forEach((earlier, index) => {
    earlier.mover = node.board.movers[index];
  });
}

/** Makes a move, on the board or in another way. */
async function play(move) {
  await go(page.tree.at.after(move));
}

/** Plays moves one after the other, as a variation. */
async function playAll(moves) {
  await go(moves.reduce((node, move) => node.after(move), page.tree.at));
}

/** What the engine does about the position that is shown; its analysis may have begun. */
function next(early = false) {
  const { board } = page.tree.at;
  if (board.over || page.reviewing) {
    thinking.stop();
    return;
  }
  const atEnd = page.tree.at.children.length === 0;
  if (page.players[board.mover] === 'engine' && atEnd) engine();
  else if (!early || !thinking.busy) analyse();
}

async function analyse() {
  const { tree } = page;
  const node = tree.at;
  if (!settings.analyse || node.board.over || page.reviewing || page.moving) {
    thinking.stop();
    render();
    return;
  }
  const [best] = linesOf(node, 1, page.facts);
  const count = settings.every ? Math.min(64, node.board.moves.length) : settings.count;
  // A value that is proven needs no search, where one line is enough; by a table alone it has no line yet.
  if (best && !best.tabled && best.score.kind === 'exact' && linesOf(node, count).length >= Math.min(count, node.board.moves.length)) {
    render();
    return;
  }
  const asked = thinking.analyse(tree, node, count);
  render();
  await asked;
}

/** Lets the engine move. */
async function engine() {
  const { tree } = page;
  const node = tree.at;
  if (node.board.over || page.moving || page.reviewing || !settled()) return;
  page.moving = true;
  picker.offer();
  render();
  const move = await thinking.move(tree, node, settings.level);
  if (page.tree !== tree || tree.at !== node || !page.moving) return;
  page.moving = false;
  if (move) await play(move);
  else {
    picker.offer();
    render();
  }
}

function stopAll() {
  thinking.stop();
  page.moving = false;
  if (page.reviewing) page.reviewing.abort();
}

// ---- what is shown

let painting = 0;
let keeping = 0;

/** Something was found, of a node if it is a line; many such things are shown at once, and kept. */
function changed(node = null) {
  if (node) {
    page.unkept.add(node);
    keeping ||= setTimeout(keepAll, KEEP_MS);
  }
  if (painting) return;
  painting = requestAnimationFrame(() => {
    painting = 0;
    render();
  });
}

/** What the browser keeps a node under; null where its value is that of files that may be others another time. */
function keptKey(node) {
  return !page.hello || page.ofFile ? null : keyOf(page.hello, page.tree.which(node));
}

/** Keeps what was found. */
function keepAll() {
  clearTimeout(keeping);
  keeping = 0;
  for (const node of page.unkept) {
    const key = node.found && keptKey(node);
    if (key) keep(key, linesOf(node, 64), node.found);
  }
  page.unkept.clear();
}

/** What is kept of the position that is shown is there again. */
function recall() {
  const node = page.tree.at;
  if (node.recalled || !page.hello || !node.board || node.board.over) return;
  node.recalled = true;
  const key = keptKey(node);
  if (key) restore(key, node);
}

/** Shows a position that was not shown before. */
function show() {
  const { facts, tree } = page;
  const { board } = tree.at;
  if (facts.shape) {
    drawing.show(board);
    picker.show(board);
  } else $('text').textContent = board.text;
  const dot = document.createElement('span');
  const winner = board.over ? board.over.winner : board.mover;
  dot.className = `turn side${winner === null ? '' : winner}`;
  $('status').replaceChildren(...(winner === null ? [] : [dot]), sentence(board, facts));
  showCounts(board, facts);
  buttons();
  showMoves(tree, go);
  $('first').disabled = $('back').disabled = $('undo').disabled = !tree.at.parent;
  $('forth').disabled = $('end').disabled = !tree.at.children.length;
  $('go').disabled = Boolean(board.over);
  $('flip').disabled = !facts.shape;
  $('review').disabled = tree.at.last().ply === 0;
  mistakes();
  permalink();
  render();
  book();
}

/** Shows what the book knows of the position, if the program has one of this game. */
async function book() {
  const { tree, hello } = page;
  const node = tree?.at;
  if (!hello || !node?.board) return;
  if (hello.book !== tree.game) {
    showBook(null);
    return;
  }
  try {
    node.booked ||= await ask('book', tree.which(node));
    page.book = node.booked;
    // What was shown before stays until then, but is not played.
    const here = () => page.tree === tree && tree.at === node;
    if (here()) showBook(node.booked, tree.start, node, (move) => here() && play(move));
  } catch (error) {
    trouble(error.message);
  }
}

/** Goes to the next place where the book is thin. */
async function toThin() {
  const { tree, book: told } = page;
  if ($('book').hidden || !told?.thin_places.length) return;
  const { played } = nextThin(told, tree.start, tree.at.moves());
  if (tree.start === told.start) await go(played.reduce((node, move) => node.after(move), tree.root));
  else await open(await ask('at', { game: tree.game, set: tree.set, start: told.start, moves: played }), tree.set);
}

/** The next move of the line that a review marks, from the one that is shown on, or back from it. */
function mistake(step) {
  const nodes = page.tree.line();
  for (let index = nodes.indexOf(page.target) + step; nodes[index]; index += step) {
    if (nodes[index].judged && nodes[index].judged.mark) return nodes[index];
  }
  return null;
}

function mistakes() {
  $('previousmistake').disabled = !mistake(-1);
  $('nextmistake').disabled = !mistake(1);
}

function toMistake(step) {
  const node = mistake(step);
  if (node) go(node);
}

/** Moves without a place on the board are buttons; all are where there is no board. */
function buttons() {
  const { facts, tree } = page;
  const moves = tree.at.board.moves.filter(({ cells }) => !facts.shape || cells.length === 0);
  const focused = $('buttons').contains(document.activeElement);
  $('buttons').hidden = moves.length === 0;
  $('buttons').replaceChildren(...moves.map(({ move }) => {
    const button = document.createElement('button');
    const { score } = tree.at.board.tabled.find((of) => of.move === move) || {};
    button.textContent = score ? `${move} ${brief(score)}` : move;
    button.addEventListener('click', () => play(move));
    return button;
  }));
  // Whoever plays by the keyboard stays there.
  if (focused) ($('buttons').querySelector('button') || $('undo')).focus();
}

/** Shows what is known of the position. */
function render() {
  const { facts, tree } = page;
  if (!tree || !tree.at.board) return;
  const node = tree.at;
  showLines(node, settings.count, { play: playAll, busy: thinking.busy, on: settings.analyse });
  showGauge(lastShareOf(node, facts), facts);
  onBoard(node);
  const nodes = tree.line();
  graph($('graph'), nodes, nodes.map((node) => shareOf(node, facts)), node, go);
  $('comment').textContent = node.judged ? reviewing.comment(node.judged, facts) : '\u00a0';
  $('go').textContent = page.moving ? 'Move now' : 'Engine move';
  document.body.classList.toggle('thinking', page.moving || !settled());
}

/** Values and best moves on the board. */
function onBoard(node) {
  const { facts } = page;
  if (!facts.shape) return;
  const { board } = node;
  const touched = new Map(board.moves.map(({ move, cells }) => [move, cells]));
  const shown = !board.over && !page.moving;
  const lines = shown ? linesOf(node, 64).filter((line) => touched.has(line.best_move)) : [];
  const wanted = settings.every ? lines : lines.filter((line, index) => index < settings.count || line.tabled || board.tabled.length);
  const values = wanted.map((line, index) => {
    const cells = touched.get(line.best_move);
    return { cells, places: placesOf(cells, board), text: brief(line.score), best: index === 0 };
  }).filter(({ places }) => places.length);
  // Two pieces that can go to the same square: neither value stands on it.
  const ends = values.map(({ places }) => String(places[0]));
  values.forEach(({ places }, index) => {
    if (places.length > 1 && ends.indexOf(ends[index]) !== ends.lastIndexOf(ends[index])) places.shift();
  });
  // Of a piece that was picked only its own moves.
  const own = values.filter(({ cells }) => picker.picked.every((cell, index) => cells[index] === cell));
  drawing.values(settings.values ? own : []);
  drawing.best(settings.arrows ? wanted.slice(0, 3).map((line, index) => {
    const cells = touched.get(line.best_move);
    return { touched: cells, rank: index + 1, moving: board.contents[cells[0]] !== null && cells.length > 1 };
  }).reverse() : []);
}

/** Where the value of a move may stand: where a piece goes to, or on its way there; in the middle of what is put. */
function placesOf(cells, board) {
  const points = cells.map((cell) => drawing.middle(cell));
  const between = ([a, b], [c, d], share) => [c + (a - c) * share, d + (b - d) * share];
  if (!cells.length) return [];
  if (board.contents[cells[0]] === null || cells.length === 1) {
    const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    // Above the seeds of a hollow.
    return [drawing.laid[cells[0]].form === 'hole' ? [middle[0], middle[1] - 36] : middle];
  }
  const [from, to] = [points.at(-2), points.at(-1)];
  return [to, ...[0.5, 0.35, 0.65, 0.2, 0.8].map((share) => between(from, to, share))];
}

// ---- the address

/** The address holds the game: who opens it sees the same. */
function permalink() {
  history.replaceState(null, '', fragment());
}

/** What is shown, as a link: it says nothing of this program, so any other one opens it. */
function fragment() {
  const { tree, facts } = page;
  const words = new URLSearchParams({ game: tree.game });
  // What was dropped here is nowhere else.
  for (const [name, value] of Object.entries(tree.set)) if (!droppedName(value)) words.append('set', `${name}=${value}`);
  if (tree.start !== facts.start) words.set('start', tree.start);
  const end = tree.at.last();
  if (end.ply) words.set('moves', end.moves().join(' '));
  if (end !== tree.at) words.set('ply', String(tree.at.ply));
  return `#${words}`;
}

/** The program's first game. */
async function openFirst() {
  const { first, set, ply, opened } = page.hello;
  if (!page.facts) page.facts = opened;
  await open({ ...first }, set, ply);
}

/** Opens what a link says. */
async function openLink(text) {
  const { facts, board, set, ply } = await ask('link', { text });
  page.facts = facts;
  await open(board, set, ply);
}

/** A text that is a link, and not a position: one word, with the name of a game behind its #. */
const isLink = (text) => /^[^\s#]*#([^\s]*&)?game=[^\s]*$/.test(text);

/** The game of the address; the program's first one if it has none. `greeted` is there when that is known. */
async function fromAddress(greeted = null) {
  if (location.hash.length < 2) {
    await greeted;
    await openFirst();
    return;
  }
  try {
    await openLink(location.hash);
  } catch (error) {
    // Something is shown in any case.
    await greeted;
    if (!page.tree) await openFirst();
    trouble(`The address holds no game: ${error.message}`);
  }
}

// ---- what a person does

function choose(moves) {
  $('choices').replaceChildren(...moves.map(({ move }) => {
    const button = document.createElement('button');
    button.textContent = move;
    button.type = 'button';
    button.addEventListener('click', () => {
      $('choosedialog').close();
      play(move);
    });
    return button;
  }));
  $('choosedialog').showModal();
}

function back() {
  if (page.target.parent) go(page.target.parent);
}

function forth() {
  if (page.target.children.length) go(page.target.children[0]);
}

/** Makes the variation that is shown the main line. */
function promote() {
  page.tree.at.promote();
  show();
}

/** Takes the last move back; against the engine, one's own and the answer to it. */
function undo() {
  let node = page.tree.at;
  if (!node.parent || !settled()) return;
  const gone = () => {
    const { parent } = node;
    node.remove();
    node = parent;
  };
  gone();
  const engines = page.players.includes('engine') && page.players.includes('person');
  while (engines && node.parent && node.board && page.players[node.board.mover] === 'engine') gone();
  stopReview();
  go(node);
}

function flip() {
  if (!page.facts.shape) return;
  drawing.flip();
  show();
}

/** Asks for the engine's move; a second time, takes what it has found by then. */
function goButton() {
  if (!page.moving) {
    engine();
    return;
  }
  const [best] = linesOf(page.tree.at, 1, page.facts);
  if (!best) return;
  thinking.stop();
  page.moving = false;
  play(best.best_move);
}

async function review() {
  if (page.reviewing) return;
  const { tree } = page;
  const end = tree.at.last();
  if (end.ply === 0) return;
  thinking.stop();
  page.moving = false;
  const asked = new AbortController();
  page.reviewing = asked;
  picker.offer();
  $('progress').hidden = false;
  $('bar').removeAttribute('value');
  $('summary').hidden = true;
  trouble(null);
  try {
    const summary = await reviewing.review(tree, end, asked.signal, (done, of) => {
      $('bar').max = of;
      $('bar').value = done;
    });
    if (summary && page.tree === tree) reviewing.show($('summary'), summary, page.facts);
  } catch (error) {
    if (error.name !== 'AbortError') trouble(error.message);
  } finally {
    if (page.reviewing === asked) page.reviewing = null;
    $('progress').hidden = true;
    if (page.tree === tree) {
      showMoves(tree, go);
      mistakes();
      picker.offer();
      next();
      render();
    }
  }
}

function stopReview() {
  if (page.reviewing) page.reviewing.abort();
}

async function typed(event) {
  event.preventDefault();
  const line = $('typed').value.trim();
  if (!line || !settled()) return;
  const { tree } = page;
  const moves = tree.at.board.moves.map(({ move }) => move);
  const same = moves.find((move) => move === line) || moves.find((move) => move.toLowerCase() === line.toLowerCase());
  $('typedwrong').textContent = '';
  try {
    if (same) await play(same);
    else {
      // In another notation, or several at once: the program reads it.
      const { board } = tree.at;
      const read = await ask('read', { game: tree.game, start: board.position, text: line, moves_only: true });
      await playAll(read.played);
    }
    $('typed').value = '';
  } catch (error) {
    $('typedwrong').textContent = error.message;
  }
}

/** A word of a command line: a shell leaves what is in single quotes as it is. */
function quoted(word) {
  return /^[\w.,:=/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function copies() {
  const { tree, facts } = page;
  const moves = tree.at.last().moves().join(' ');
  const start = tree.start === facts.start ? '' : ` --position ${quoted(tree.start)}`;
  $('copymoves').value = moves;
  $('copyposition').value = tree.at.board.position;
  const set = Object.entries(tree.set).map(([name, value]) => ` --set ${quoted(`${name}=${droppedName(value) || value}`)}`).join('');
  $('copycommand').value = `${page.hello.program} board ${tree.game}${set}${start}${moves ? ` --moves ${quoted(moves)}` : ''}`;
  $('copylink').value = fragment();
  $('copied').textContent = 'Click a field to copy it.';
  $('copydialog').showModal();
}

async function copy(event) {
  const field = event.target.closest('textarea');
  if (!field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    $('copied').textContent = 'Copied.';
  } catch {
    $('copied').textContent = 'Selected: press Ctrl-C to copy.';
  }
}

// ---- a new game

function fillNew() {
  const { hello, tree } = page;
  const options = hello.games.map(({ name, title }) => new Option(`${name} \u2013 ${title}`, name));
  $('newgame').replaceChildren(...options);
  const [name, size] = tree.game.split(/:(.*)/s);
  $('newgame').value = name;
  $('newsize').value = size || '';
  $('newtext').value = '';
  $('newwrong').textContent = '';
  const engines = page.players.map((player) => player === 'engine');
  $('newside').value = engines[0] === engines[1] ? 'both' : engines[0] ? '1' : '0';
  const about = aboutNew();
  $('newdialog').showModal();
  return about;
}

/** Shows what is special about the game that is chosen. */
async function aboutNew() {
  const listed = page.hello.games.find(({ name }) => name === $('newgame').value);
  $('sizes').textContent = listed.sizes;
  $('newsize').disabled = listed.sizes === '';
  try {
    const size = $('newsize').value.trim();
    const facts = await ask('game', { game: listed.name + (size ? `:${size}` : '') });
    $('notation').textContent = facts.notation;
    const examples = facts.examples.map(({ name, about }) => new Option(`${name} \u2013 ${about}`, name));
    $('newexample').replaceChildren(new Option('none', ''), ...examples);
    $('newexample').disabled = examples.length === 0;
    $('newwrong').textContent = '';
    const sides = ['both sides', ...facts.names];
    [...$('newside').options].forEach((option, index) => {
      option.textContent = sides[index];
    });
  } catch (error) {
    $('newwrong').textContent = error.message;
  }
}

async function startNew(event) {
  event.preventDefault();
  const size = $('newsize').value.trim();
  const game = $('newgame').value + (size && !$('newsize').disabled ? `:${size}` : '');
  const wanted = $('newtext').value.trim() || $('newexample').value;
  try {
    const linked = isLink(wanted) ? await ask('link', { text: wanted }) : null;
    const board = linked ? linked.board : wanted ? await ask('read', { game, text: wanted }) : await ask('at', { game });
    const side = $('newside').value;
    page.players = side === 'both' ? ['person', 'person'] : side === '0' ? ['person', 'engine'] : ['engine', 'person'];
    $('newdialog').close();
    // Who plays wants no hints.
    if (side !== 'both') set('analyse', false);
    showSettings();
    if (linked) page.facts = linked.facts;
    await open(board, linked ? linked.set : {}, linked ? linked.ply : null);
    if (side !== 'both') sitDown(Number(side));
  } catch (error) {
    $('newwrong').textContent = error.message;
  }
}

/** Turns the board so that a side's pieces are at the bottom. */
function sitDown(side) {
  const { facts, tree } = page;
  if (!facts.shape) return;
  const heights = [[], []];
  tree.at.board.contents.forEach((content, index) => {
    if (content && content.piece && facts.pieces[content.piece]) heights[facts.pieces[content.piece].side].push(drawing.middle(index)[1]);
  });
  const [own, other] = [heights[side], heights[1 - side]].map((list) => list.reduce((sum, y) => sum + y, 0) / (list.length || 1));
  if (own < other - 100) flip();
}

// ---- options of the game

/** A field for each option: empty for the usual value. */
function showOptions() {
  const { facts } = page;
  $('options').hidden = facts.options.length === 0;
  $('optionfields').replaceChildren(...facts.options.flatMap((option, index) => {
    const id = `option${index}`;
    const label = document.createElement('label');
    label.htmlFor = id;
    label.textContent = option.name;
    const field = document.createElement('input');
    Object.assign(field, { id, placeholder: option.default, spellcheck: false, autocomplete: 'off' });
    label.title = field.title = `${option.about} (${option.kind})`;
    field.addEventListener('change', () => setOption(option.name, field));
    return [label, field];
  }));
  fillOptions();
}

/** What the options are set to. */
function fillOptions() {
  const { facts, tree } = page;
  facts.options.forEach(({ name }, index) => {
    const field = $(`option${index}`);
    // Whoever is writing goes on.
    if (field !== document.activeElement) field.value = tree.set[name] || '';
  });
  page.ofFile = facts.options.some(({ name, words }) => words && tree.set[name] && !words.includes(tree.set[name]));
  $('optionswrong').textContent = '';
  $('own').textContent = remarkOf(tree.set);
  $('own').hidden = !remarkOf(tree.set);
}

/** Sets an option of which this is the field. */
async function setOption(name, field) {
  const value = field.value.trim();
  const set = { ...page.tree.set };
  delete set[name];
  if (value) set[name] = value;
  try {
    await setOptions(set);
  } catch (error) {
    $('optionswrong').textContent = error.message;
  }
}

/** Sets the options of the game to these; what was found with others is forgotten. Throws what is wrong with one. */
async function setOptions(set) {
  const { tree } = page;
  await ask('game', { game: tree.game, set });
  if (page.tree !== tree) return;
  stopAll();
  keepAll();
  tree.set = set;
  tree.forget();
  fillOptions();
  $('summary').hidden = true;
  await go(tree.at);
}

// ---- settings

function showSettings() {
  $('analyse').checked = settings.analyse;
  for (const name of ['count', 'level']) {
    $(name).value = settings[name];
    $(`${name}out`).textContent = settings[name];
  }
  for (const name of ['values', 'every', 'arrows', 'coordinates']) $(name).checked = settings[name];
  $('first0').value = page.players[0];
  $('second0').value = page.players[1];
  document.body.classList.toggle('nocoordinates', !settings.coordinates);
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

function toggle(name) {
  set(name, !settings[name]);
  showSettings();
  if (name === 'analyse' || name === 'every') analyse();
  else render();
}

/** Files that were dropped: a text can be looked at before it is read, what is for the engine is used at once. */
async function dropped(event) {
  const files = [...event.dataTransfer?.files ?? []];
  if (!files.length) return;
  event.preventDefault();
  if (!page.tree || document.querySelector('dialog[open]:not(#newdialog)')) return;
  const text = async (found) => {
    if (!$('newdialog').open) await fillNew();
    $('newwrong').textContent = found instanceof Error ? found.message : '';
    if (!(found instanceof Error)) $('newtext').value = found;
  };
  const wrong = (message) => ($('newdialog').open ? text(new Error(message)) : trouble(message));
  await take(files, { text, wrong, set: (set) => setOptions({ ...page.tree.set, ...set }) });
}

function listen() {
  document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
  document.addEventListener('drop', dropped);
  const click = (id, action) => $(id).addEventListener('click', action);
  click('first', () => go(page.tree.root));
  click('back', back);
  click('forth', forth);
  click('end', () => go(page.tree.at.last()));
  click('undo', undo);
  click('flip', flip);
  click('go', goButton);
  click('review', review);
  click('previousmistake', () => toMistake(-1));
  click('nextmistake', () => toMistake(1));
  click('thin', () => toThin().catch((error) => trouble(error.message)));
  click('cancel', stopReview);
  click('copy', copies);
  click('new', fillNew);
  click('help', () => $('helpdialog').showModal());
  click('theme', () => {
    const dark = settings.theme ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    set('theme', dark ? 'light' : 'dark');
    showSettings();
  });
  $('copydialog').addEventListener('click', copy);
  $('type').addEventListener('submit', typed);
  $('newform').addEventListener('submit', (event) => {
    if (event.submitter !== $('newcancel')) startNew(event);
  });
  $('newgame').addEventListener('change', () => {
    $('newsize').value = '';
    aboutNew();
  });
  $('newsize').addEventListener('change', aboutNew);
  $('newexample').addEventListener('change', () => {
    $('newtext').value = '';
  });
  $('analyse').addEventListener('change', () => toggle('analyse'));
  for (const name of ['values', 'every', 'arrows', 'coordinates']) $(name).addEventListener('change', () => toggle(name));
  for (const name of ['count', 'level']) {
    $(name).addEventListener('input', () => {
      set(name, Number($(name).value));
      showSettings();
      if (name === 'count') analyse();
    });
  }
  ['first0', 'second0'].forEach((id, index) => {
    $(id).addEventListener('change', () => {
      page.players[index] = $(id).value;
      go(page.tree.at);
    });
  });
  addEventListener('keydown', key);
  addEventListener('pagehide', keepAll);
  // A wide board is laid out upright on a narrow screen.
  narrow.addEventListener('change', () => {
    if (!page.tree || !page.facts.shape || !page.tree.at.board) return;
    drawing.build();
    show();
  });
  addEventListener('hashchange', () => fromAddress().catch((error) => trouble(error.message)));
}

const KEYS = {
  ArrowLeft: (event) => (event.shiftKey ? toMistake(-1) : back()),
  ArrowRight: (event) => (event.shiftKey ? toMistake(1) : forth()),
  Home: () => go(page.tree.root),
  End: () => go(page.tree.at.last()),
  a: () => toggle('analyse'),
  e: goButton,
  u: undo,
  f: flip,
  r: review,
  t: () => toThin().catch((error) => trouble(error.message)),
  v: () => toggle('values'),
  m: () => $('typed').focus(),
  p: promote,
  Escape: () => picker.board && picker.keep([]),
  b: () => picker.board && picker.to(picker.focus),
  n: fillNew,
  '?': () => $('helpdialog').showModal(),
};

function key(event) {
  const { target } = event;
  const types = target.closest('input:not([type=checkbox]), textarea, select, dialog');
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (types) {
    if (event.key === 'Escape') target.blur();
    return;
  }
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action(event);
}

async function begin() {
  listen();
  try {
    const greeted = ask('hello', {}).then((hello) => {
      page.hello = hello;
      $('program').textContent = hello.program;
      entitle();
      $('level').max = hello.levels;
      document.querySelectorAll('.ofbook').forEach((part) => part.toggleAttribute('hidden', !hello.book));
      $('remark').hidden = !remark();
      $('remark').textContent = remark();
      showSettings();
    });
    // It is waited for below.
    greeted.catch(() => null);
    showSettings();
    // What the address holds is asked for at the same time.
    await fromAddress(greeted);
    await greeted;
    recall();
    changed();
    book();
    document.body.dataset.ready = 'true';
    performance.mark('ready');
  } catch (error) {
    trouble(error.message);
  }
}

begin();
