// Files that a person gives to the engine, in memory, for all its threads: each thread is a worker of its own that hears
// nothing while it searches, so the files, and which of them are open and how far they were read, stand in memory that all
// of them see. Files come one after the other and stay until the page is closed; they are only read.

/** How many files there may be, and how many may be open. */
const MOST_FILES = 256;
const MOST_OPEN = 512;
/** All of them together, in bytes. */
export const MOST_BYTES = 64 << 20;

/** Counts of the files and of the bytes, then for each file where its name and its bytes are, then what is open. */
const [COUNT, END, FILES] = [0, 1, 2];
const OPEN = FILES + 4 * MOST_FILES;
const HEAD = 4 * (OPEN + 2 * MOST_OPEN);

/** What is open: nothing, a file, or the folder whose first file this is. */
const FREE = 0;

export class Shelf {
  constructor(buffer) {
    this.use(buffer);
  }

  /** An empty one. Threads share it, where there are any. */
  static empty(threaded) {
    const shelf = new Shelf(threaded ? new SharedArrayBuffer(HEAD, { maxByteLength: HEAD + MOST_BYTES }) : new ArrayBuffer(HEAD));
    shelf.state[END] = HEAD;
    return shelf;
  }

  use(buffer) {
    this.buffer = buffer;
    this.state = new Int32Array(buffer, 0, HEAD / 4);
  }

  /** Puts a file there; false if there is no room. One puts, any number read. */
  put(name, bytes) {
    const { state } = this;
    const text = new TextEncoder().encode(name);
    const [count, at] = [state[COUNT], state[END]];
    const end = at + text.length + bytes.length;
    if (count === MOST_FILES || end > HEAD + MOST_BYTES || !this.grow(end)) return false;
    const all = new Uint8Array(this.buffer);
    all.set(text, at);
    all.set(bytes, at + text.length);
    this.state.set([at, text.length, at + text.length, bytes.length], FILES + 4 * count);
    this.state[END] = end;
    // What was written before is seen by whoever sees the count.
    Atomics.store(this.state, COUNT, count + 1);
    return true;
  }

  grow(end) {
    try {
      if (this.buffer instanceof ArrayBuffer) {
        const larger = new Uint8Array(end);
        larger.set(new Uint8Array(this.buffer));
        this.use(larger.buffer);
      } else this.buffer.grow(end);
      return true;
    } catch {
      // The browser has no more memory, or cannot let a common one grow.
      return false;
    }
  }

  get count() {
    return Atomics.load(this.state, COUNT);
  }

  part(file, which) {
    const [at, length] = this.state.subarray(FILES + 4 * file + which, FILES + 4 * file + which + 2);
    return new Uint8Array(this.buffer, at, length);
  }

  name(file) {
    // Text is not decoded out of common memory.
    return new TextDecoder().decode(this.part(file, 0).slice());
  }

  bytes(file) {
    return this.part(file, 2);
  }

  /** The file of this name, or the first of the folder of this name: its number, and which of the two; null if neither. */
  find(path) {
    const name = path.replace(/^(\.?\/)+|\/+$/g, '');
    for (let file = 0; file < this.count; file += 1) {
      const known = this.name(file);
      if (known === name) return { file, folder: false };
      if (name !== '' && known.startsWith(`${name}/`)) return { file, folder: true };
    }
    return null;
  }

  /** The files of the folder whose first one this is: numbers and names within it. */
  within(first) {
    const folder = this.name(first).replace(/[^/]*$/, '');
    const all = Array.from({ length: this.count }, (_, file) => [file, this.name(file)]);
    return all.filter(([, name]) => name.startsWith(folder)).map(([file, name]) => [file, name.slice(folder.length)]);
  }

  /** Opens what was found: its slot; -1 if too many are open. */
  open({ file, folder }) {
    for (let slot = 0; slot < MOST_OPEN; slot += 1) {
      if (Atomics.compareExchange(this.state, OPEN + 2 * slot, FREE, folder ? -1 - file : 1 + file) === FREE) {
        this.move(slot, 0);
        return slot;
      }
    }
    return -1;
  }

  /** What was opened; null if nothing is. */
  opened(slot) {
    if (!(slot >= 0 && slot < MOST_OPEN)) return null;
    const what = Atomics.load(this.state, OPEN + 2 * slot);
    return what === FREE ? null : { file: Math.abs(what) - 1, folder: what < 0 };
  }

  close(slot) {
    Atomics.store(this.state, OPEN + 2 * slot, FREE);
  }

  /** Closes all: the program has ended. */
  closeAll() {
    this.state.fill(FREE, OPEN);
  }

  /** How far a file was read. Who shares an open file locks it, as any program has to. */
  place(slot) {
    return Atomics.load(this.state, OPEN + 2 * slot + 1);
  }

  move(slot, to) {
    Atomics.store(this.state, OPEN + 2 * slot + 1, to);
  }
}
