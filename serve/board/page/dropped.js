// Files that are dropped on the page: a game or a position is text, to be looked at before it is read; weights and tables
// of endgames are for the engine, where it can take them.

import { shelve } from './transport.js';

/** The longest text. */
const MOST_TEXT = 200 << 10;
/** How files of the engine begin, what their names end with, and the options that take them. */
const KINDS = [
  { option: 'weights', begin: 'plyglot weights\n', end: '.weights', what: 'weights', command: (name) => `--set weights=${name}` },
  { option: 'tables', begin: 'plyglot endings\n', end: '.endings', what: 'tables of endgames', command: () => '--tables FOLDER' },
];

/** What was given to the engine: values of options, and what people call them. */
const given = new Map();

/** What an option is set to as people call it, if that was dropped here: no other program knows it. */
export const droppedName = (value) => given.get(value);

/** What a person should know of the options of a game; empty if nothing that was dropped is used. */
export function remarkOf(set) {
  const names = Object.values(set).map(droppedName).filter(Boolean);
  return names.length ? `With ${names.join(' and ')}, until this page is closed.` : '';
}

async function kindOf(file) {
  const begin = new TextDecoder('latin1').decode(await file.slice(0, 16).arrayBuffer());
  return KINDS.find((kind) => begin === kind.begin || file.name.toLowerCase().endsWith(kind.end));
}

/** What bytes say as text: UTF-16 by its mark, UTF-8, or else, as games of old programs are, one byte a letter. */
function decoded(bytes) {
  const mark = String(bytes.subarray(0, 2));
  const wide = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[mark];
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The text of a file. Throws if it is too long, or holds what no text has. */
async function textOf(file) {
  if (file.size > MOST_TEXT) throw new Error(`${file.name} is too large: at most ${MOST_TEXT >> 10} KiB are read`);
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  // An old end of file is none of these.
  if (!/[\0-\x08\x0e-\x19]/.test(text)) return text.replaceAll('\x1a', '').trim();
  throw new Error(`${file.name} is neither text (a game, a position) nor weights or tables of endgames of plyglot`);
}

/** Gives files of one kind to the engine: the option and its value. */
async function toEngine(kind, files) {
  const [first] = files;
  if (!shelve) {
    throw new Error(`${first.name}: ${kind.what} are not sent to the program, which searches with its own: start it with ${kind.command(first.name)}`);
  }
  const named = (name) => (name.toLowerCase().endsWith(kind.end) ? name : name + kind.end).replaceAll(/[/\0]/g, '_');
  const read = files.map(async (file) => ({ name: named(file.name), bytes: new Uint8Array(await file.arrayBuffer()) }));
  const folder = await shelve(await Promise.all(read));
  // Weights are a file, tables the folder of them.
  const value = kind.option === 'weights' ? `${folder}/${named(first.name)}` : folder;
  given.set(value, files.length === 1 ? first.name : `${files.length} ${kind.what}`);
  return [kind.option, value];
}

/**
 * Takes files. `text` receives a text, or the error of what is none; `set` options that take the others, names before
 * values, and throws what the engine says of them. `wrong` receives one line of what is wrong with these.
 */
export async function take(files, { text, set, wrong }) {
  const kinds = await Promise.all(files.map(kindOf));
  if (!kinds.some(Boolean)) {
    await text(await textOf(files[0]).catch((error) => error));
    return;
  }
  const of = (kind) => files.filter((_, index) => kinds[index] === kind);
  let options = [];
  try {
    for (const kind of KINDS.filter((kind) => of(kind).length)) {
      const chosen = kind.option === 'weights' ? of(kind).slice(-1) : of(kind);
      options = [...options, await toEngine(kind, chosen)];
    }
    await set(Object.fromEntries(options));
  } catch (error) {
    wrong(error.message.replaceAll(/dropped-\d+\//g, ''));
  }
}
