// The engine for pages of others: six calls. plyglot.d.ts has their types. In a page that is not isolated by its
// own headers (docs/web.md) one thread searches.

import { send } from './transport.js';

const viewer = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function asked(path, body, signal) {
  const answer = await send(path, body, signal);
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Error(text.startsWith('{') ? JSON.parse(text).message : text.trim());
}

const object = async (path, body) => JSON.parse(await (await asked(path, body)).text());

async function* objects(path, body, signal) {
  const reader = (await asked(path, { ...body, viewer }, signal)).lines().getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((line) => line !== '')) {
      const found = JSON.parse(line);
      if (found.type === 'error') throw new Error(found.message);
      yield found;
    }
  }
}

/** The games: name, title, sizes. */
export const games = async () => (await object('hello', {})).games;

/** What is the same for all positions of a game. */
export const game = (name) => object('game', { game: name });

/** A position: what stands where, its moves, its text. */
export const position = (which) => object('at', which);

/** The position after the moves of a text, or of a position as text, in any notation of the game. */
export const read = (name, text) => object('read', { game: name, text });

/** What a search finds, object by object; the last one is its result. A new search ends the one before. */
export const search = (which, { signal, ...limits } = {}) => objects('search', { ...which, ...limits }, signal);

/** How a review of a whole game goes on, object by object, then what it found of each move. */
export const review = (which, { signal, time_ms = 300 } = {}) => objects('review', { ...which, time_ms }, signal);
