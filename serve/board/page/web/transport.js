// How the page reaches the engine within itself: lines of JSON to and from a module of WebAssembly, whose threads are
// workers over one memory. What runs here only passes messages on, so that the page is never held up.

import { alone } from './alone.js';
import { MOST_BYTES as MOST_SHELVED, Shelf } from './shelf.js';

export const GONE = 'The engine has stopped: reload the page.';
export const SILENT = 'Nothing has come from the engine for some seconds.';

/** The longest question, in bytes: a game of thousands of moves. */
const MOST_BYTES = 512 << 10;
/** What the module may grow to, and what it begins with, in pages of 64 KiB. */
const MOST_PAGES = 16384;
const FIRST_PAGES = 1024;
/** All tables together, and how many threads search: what the address says (`?threads=2&hash=64`, in MiB), or the usual. */
const said = (name, usual, most) => Math.min(most, Math.max(1, Number(new URLSearchParams(location.search).get(name)) || usual));
const threads = said('threads', navigator.hardwareConcurrency || 1, 64);
const hashBytes = said('hash', 128, 512) << 20;
/** The same where one thread searches, anew each time. */
const aloneHashBytes = said('hash', 32, 512) << 20;
/** Where the files of the engine are: beside this one. */
const beside = (name) => new URL(name, import.meta.url);
/** Workers that wait for work beyond those that search: the program, an answer or two. */
const MORE_WORKERS = 4;
/** How long what keeps and isolates the page may take to begin. */
const PATIENCE_MS = 5000;
/** So that a page that cannot be isolated is not loaded again and again. */
const RELOADED = 'plyglot-reloaded';

const answers = new Map();
let last = 0;
let engine = null;
let single = false;

/** What a person should know of this engine. */
export const remark = () => (single ? 'One thread: browsers give more to isolated pages alone, over HTTPS in a usual window (docs/web.md).' : '');

/** How many times files were given to this engine. */
let given = 0;

/**
 * Gives files to the engine, each a name and bytes: the folder that has them from now on, in which no others are.
 * Throws if there is no room.
 */
export async function shelve(files) {
  engine ??= begin();
  const { shelve: put } = await engine;
  const folder = `dropped-${++given}`;
  for (const { name, bytes } of files) {
    if (!put(`${folder}/${name}`, bytes)) throw new Error(`${name}: no room is left, files may have ${MOST_SHELVED >> 20} MiB in all: reload the page`);
  }
  return folder;
}

/** As for a page of a server. */
export async function send(path, body, signal) {
  engine ??= begin();
  const { say } = await engine;
  signal?.throwIfAborted();
  const id = ++last;
  return new Promise((resolve, reject) => {
    const answer = { resolve, reject, to: null, done: () => signal?.removeEventListener('abort', aborted) };
    const aborted = () => {
      answers.delete(id);
      say({ id, closed: true });
      reject(signal.reason);
      answer.to?.error(signal.reason);
    };
    signal?.addEventListener('abort', aborted);
    answers.set(id, answer);
    if (!say({ id, path, body })) heard({ id, status: 413, text: 'that is too long' });
  });
}

function heard({ id, status, text, line, end }) {
  const answer = answers.get(id);
  if (!answer) return;
  if (line !== undefined) {
    if (!answer.to) {
      const stream = new ReadableStream({ start: (to) => { answer.to = to; } });
      answer.resolve({ ok: true, status: 200, text: async () => '', lines: () => stream });
    }
    answer.to.enqueue(`${line}\n`);
    return;
  }
  answers.delete(id);
  answer.done();
  if (end && answer.to) answer.to.close();
  else if (end) answer.reject(new Error('another search has begun'));
  else answer.resolve({ ok: status < 400, status, text: async () => text, lines: () => new Blob([text]).stream().pipeThrough(new TextDecoderStream()) });
}

/** Ends all that is asked, now and later. */
function broken(error) {
  engine = Promise.reject(error);
  engine.catch(() => {});
  for (const answer of answers.values()) {
    answer.done();
    answer.reject(error);
    answer.to?.error(error);
  }
  answers.clear();
}

/** Threads need memory in common, which a browser gives to isolated pages alone: whether this is one, or can become one. */
async function isolated() {
  if (globalThis.crossOriginIsolated) {
    sessionStorage.removeItem(RELOADED);
    navigator.serviceWorker?.register('isolate.js').catch(() => {});
    return true;
  }
  // Within another page only that one could help, and pages of other folders are not the worker's.
  const own = window === window.top && new URL('.', location.href).href === beside('.').href;
  if (!own || !navigator.serviceWorker || sessionStorage.getItem(RELOADED)) return false;
  const kept = navigator.serviceWorker.register('isolate.js').then(() => navigator.serviceWorker.ready);
  const late = new Promise((resolve, reject) => { setTimeout(reject, PATIENCE_MS); });
  if (!await Promise.race([kept, late]).then(() => true, () => false)) return false;
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
  // Until the page is loaded anew.
  await new Promise(() => {});
}

async function compiled() {
  const answer = await fetch(beside('plyglot.wasm'));
  if (!answer.ok) throw new Error(`plyglot.wasm: ${answer.status} ${answer.statusText}`);
  // Some servers do not know the type of such a file.
  return answer.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** One thread, which is told what it needs; what it says goes to `take`. */
function worker(needs, take) {
  const own = new Worker(beside('engine.js'), { type: 'module' });
  own.onmessage = ({ data }) => take(data);
  own.onerror = () => broken(new Error(GONE));
  own.postMessage(needs);
  return own;
}

async function begin() {
  const threaded = await isolated();
  const module = await compiled();
  if (!threaded) {
    single = true;
    const pages = { initial: FIRST_PAGES, maximum: MOST_PAGES };
    const shelf = Shelf.empty(false);
    const needs = () => ({ module, pages, main: ['0', String(aloneHashBytes)], shelf: shelf.buffer });
    return alone((take) => worker(needs(), take), heard, broken, shelf);
  }
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true });
  // Whether a question waits, its length, and how much of it was taken; behind them the question.
  const inbox = new SharedArrayBuffer(12 + MOST_BYTES);
  const ids = new SharedArrayBuffer(4);
  const shelf = Shelf.empty(true);
  const [state, bytes] = [new Int32Array(inbox, 0, 3), new Uint8Array(inbox, 12)];
  const [idle, waiting] = [[], []];

  const put = () => {
    if (waiting.length === 0 || Atomics.load(state, 0) !== 0) return;
    const question = waiting.shift();
    bytes.set(question);
    Atomics.store(state, 1, question.length);
    Atomics.store(state, 2, 0);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  };
  const made = () => {
    const own = worker({ module, memory, inbox, ids, shelf: shelf.buffer }, (data) => {
      if (data.said !== undefined) heard(JSON.parse(data.said));
      else if (data.taken) put();
      else if (data.spawn) (idle.pop() ?? made()).postMessage({ thread: data.spawn, argument: data.argument });
      else if (data.ended) idle.push(own);
      else if (data.broken) broken(new Error(data.broken));
    });
    return own;
  };
  for (let count = 0; count < threads + MORE_WORKERS; count += 1) idle.push(made());
  made().postMessage({ main: [String(threads), String(hashBytes)] });
  return {
    shelve: (name, bytes) => shelf.put(name, bytes),
    say: (object) => {
      const question = new TextEncoder().encode(`${JSON.stringify(object)}\n`);
      if (question.length > MOST_BYTES) return false;
      waiting.push(question);
      put();
      return true;
    },
  };
}
