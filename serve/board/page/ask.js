// Questions to the engine, wherever it is: transport.js knows.

import { GONE, send } from './transport.js';

/** After this long without a sign of life, a person should know. */
const SILENT_MS = 4000;

/** What this page calls itself: it has one search at a time. */
const viewer = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

let question = 0;

/** Who asks: the page, with the number of the question, since one that was asked before may arrive after it. */
export function asking() {
  question += 1;
  return { viewer, question };
}

/** What was wrong with a question, or with the connection. */
export class Trouble extends Error {}

async function post(path, body, signal) {
  let answer;
  try {
    answer = await send(path, body, signal);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    // What a browser says of a connection that fails says nothing to a person.
    throw new Trouble(error instanceof TypeError ? GONE : error.message);
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  let message = text.trim();
  try {
    message = JSON.parse(text).message;
  } catch {
    // Not an object: the text itself says what was wrong.
  }
  throw new Trouble(message || `refused (${answer.status})`);
}

/** One answer. */
export async function ask(path, body) {
  const answer = await post(path, body);
  return JSON.parse(await answer.text());
}

/**
 * Answers line by line: each goes to `take`. `silence` is called with true when nothing has come for long, and
 * with false when something comes again. Throws if the program has gone before the last line.
 */
export async function stream(path, body, take, signal, silence = () => {}) {
  let timer;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence(true), SILENT_MS);
  };
  try {
    listen();
    const answer = await post(path, body, signal);
    const reader = answer.lines().getReader();
    let rest = '';
    let last = null;
    for (;;) {
      const { value, done } = await reader.read().catch((error) => {
        if (error.name === 'AbortError') throw error;
        throw new Trouble(GONE);
      });
      if (done) break;
      listen();
      silence(false);
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      for (const line of lines.filter((line) => line !== '')) {
        last = JSON.parse(line);
        take(last);
      }
    }
    if (!last || !['result', 'review', 'error'].includes(last.type)) throw new Trouble(GONE);
  } finally {
    clearTimeout(timer);
  }
}
