// One thread of the engine: what the module asks of a system (WASI preview 1, and its threads), as far as it asks. Where a page
// may have no threads, the whole engine, anew for each question.

import { reading } from './reading.js';
import { Shelf } from './shelf.js';

const [SUCCESS, BAD, MISSING] = [0, 8, 52];
/** That there is no thread to be had. */
const AGAIN = -6;

let here = null;
let instance = null;
/** The files that a person gave to the engine. */
let files = null;

onmessage = ({ data }) => {
  if (data.module) {
    here = { ...data, shelf: new Shelf(data.shelf) };
    files = reading(here, parts);
    return;
  }
  if (data.shelf) {
    here.shelf.use(data.shelf);
    return;
  }
  try {
    if (data.question) {
      one(data.question);
      return;
    }
    instance ??= made();
    if (data.main) {
      here.arguments = ['plyglot', ...data.main];
      instance.exports._start();
    } else {
      instance.exports.wasi_thread_start(data.thread, data.argument);
      postMessage({ ended: true });
    }
  } catch (error) {
    postMessage({ broken: `The engine has stopped: ${error.message}. Reload the page.` });
  }
};

const made = () => new WebAssembly.Instance(here.module, { env: { memory: here.memory }, wasi: threads, wasi_snapshot_preview1: whole({ ...files, ...system }) });

/** Answers a question. Its memory is given back before the next one. */
function one(question) {
  here.arguments = ['plyglot', ...here.main];
  here.memory = new WebAssembly.Memory({ ...here.pages, shared: true });
  here.question = { bytes: new TextEncoder().encode(question), taken: 0 };
  made().exports._start();
  here.memory = null;
  here.shelf.closeAll();
  postMessage({ done: true });
}

const threads = {
  'thread-spawn': (argument) => {
    if (!here.ids) return AGAIN;
    const spawn = Atomics.add(new Int32Array(here.ids), 0, 1) + 1;
    postMessage({ spawn, argument });
    return spawn;
  },
};

/** With all else that the module could ask for, such as to write files: there is nothing of that here. */
function whole(known) {
  const others = WebAssembly.Module.imports(here.module).filter(({ name, kind }) => kind === 'function' && !(name in known));
  return { ...Object.fromEntries(others.map(({ name }) => [name, () => MISSING])), ...known };
}

/** The memory may have grown: a view is made each time. */
const view = () => new DataView(here.memory.buffer);

/** The parts of memory of a list of them. */
function parts(at, count) {
  const list = view();
  const part = (index) => new Uint8Array(here.memory.buffer, list.getUint32(at + 8 * index, true), list.getUint32(at + 8 * index + 4, true));
  return Array.from({ length: count }, (_, index) => part(index));
}

/** What was written and has no end of line yet. */
const begun = { 1: '', 2: '' };
const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

function write(to, text) {
  const lines = (begun[to] + text).split('\n');
  begun[to] = lines.pop();
  for (const line of lines) {
    if (to === 1) postMessage({ said: line });
    else console.error(line);
  }
}

const strings = (list) => list.map((text) => new TextEncoder().encode(`${text}\0`));

function sizes(list, count, bytes) {
  const written = strings(list);
  view().setUint32(count, written.length, true);
  view().setUint32(bytes, written.reduce((sum, one) => sum + one.length, 0), true);
  return SUCCESS;
}

function contents(list, pointers, bytes) {
  let at = bytes;
  strings(list).forEach((one, index) => {
    view().setUint32(pointers + 4 * index, at, true);
    new Uint8Array(here.memory.buffer).set(one, at);
    at += one.length;
  });
  return SUCCESS;
}

/** The one question, and its end. */
function readOnce(list, count, written) {
  const { question } = here;
  const before = question.taken;
  for (const part of parts(list, count)) {
    const some = question.bytes.subarray(question.taken, question.taken + part.length);
    part.set(some);
    question.taken += some.length;
  }
  view().setUint32(written, question.taken - before, true);
  return SUCCESS;
}

/** Since 1970; the same for all threads, which have begun at different times. */
const now = () => performance.timeOrigin + performance.now();
const nanoseconds = () => BigInt(Math.round(now() * 1e6));

const system = {
  args_sizes_get: (count, bytes) => sizes(here.arguments ?? [], count, bytes),
  args_get: (pointers, bytes) => contents(here.arguments ?? [], pointers, bytes),
  environ_sizes_get: (count, bytes) => sizes([], count, bytes),
  environ_get: (pointers, bytes) => contents([], pointers, bytes),
  clock_time_get: (_clock, _precision, at) => {
    view().setBigUint64(at, nanoseconds(), true);
    return SUCCESS;
  },
  random_get: (at, length) => {
    for (let done = 0; done < length; done += 65536) {
      // Random bytes are not given into common memory.
      const some = crypto.getRandomValues(new Uint8Array(Math.min(65536, length - done)));
      new Uint8Array(here.memory.buffer).set(some, at + done);
    }
    return SUCCESS;
  },
  sched_yield: () => SUCCESS,
  /** The questions of the page: waits until there is one. */
  fd_read: (file, list, count, written) => {
    if (file !== 0) return files.fd_read(file, list, count, written);
    if (here.question) return readOnce(list, count, written);
    const [state, bytes] = [new Int32Array(here.inbox, 0, 3), new Uint8Array(here.inbox, 12)];
    while (Atomics.load(state, 0) === 0) Atomics.wait(state, 0, 0);
    let read = 0;
    for (const part of parts(list, count)) {
      const from = Atomics.load(state, 2);
      const some = bytes.slice(from, Math.min(Atomics.load(state, 1), from + part.length));
      part.set(some);
      read += some.length;
      Atomics.store(state, 2, from + some.length);
    }
    view().setUint32(written, read, true);
    if (Atomics.load(state, 2) === Atomics.load(state, 1)) {
      Atomics.store(state, 0, 0);
      postMessage({ taken: true });
    }
    return SUCCESS;
  },
  fd_write: (file, list, count, written) => {
    if (file !== 1 && file !== 2) return BAD;
    let length = 0;
    for (const part of parts(list, count)) {
      // Text is not decoded out of common memory.
      write(file, decoders[file].decode(part.slice(), { stream: true }));
      length += part.length;
    }
    view().setUint32(written, length, true);
    return SUCCESS;
  },
  proc_exit: (code) => {
    throw new Error(`exit code ${code}`);
  },
};
