// What the module asks of files (WASI preview 1): the folder of files that a person gave it, only to be read.

const [SUCCESS, BAD, INVALID, DIRECTORY, MANY, MISSING, NO_FOLDER, READ_ONLY] = [0, 8, 28, 31, 33, 44, 54, 69];
/** What a file can be. */
const [FOLDER, FILE] = [3, 4];
/** The folder of all, which is open from the beginning, and the first that is opened. */
const ROOT = 3;
const FIRST = 4;
/** Wishes of who opens: to make it, to have a folder, to cut it off. */
const [MAKE, WANT_FOLDER, CUT] = [1, 2, 8];
/** Bytes of an entry of a folder, before its name, and of what is said of a file. */
const ENTRY = 24;
const ABOUT = 64;

/** The calls, for the memory and the files that `here` has at the time. `parts` are those of a list of them. */
export function reading(here, parts) {
  const view = () => new DataView(here.memory.buffer);
  const bytes = (at, length) => new Uint8Array(here.memory.buffer, at, length);
  const path = (at, length) => new TextDecoder().decode(bytes(at, length).slice());
  const shelf = () => here.shelf;
  const opened = (file) => shelf().opened(file - FIRST);
  const told = (at, found) => {
    bytes(at, ABOUT).fill(0);
    view().setBigUint64(at + 8, BigInt(found ? found.file + 2 : 1), true);
    view().setUint8(at + 16, found && !found.folder ? FILE : FOLDER);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(found && !found.folder ? shelf().bytes(found.file).length : 0), true);
    return SUCCESS;
  };
  return {
    fd_prestat_get: (file, at) => {
      if (file !== ROOT) return BAD;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name: (file, at, length) => {
      if (file !== ROOT || length < 1) return BAD;
      bytes(at, 1)[0] = '/'.charCodeAt(0);
      return SUCCESS;
    },
    fd_fdstat_get: (file, at) => {
      const found = opened(file);
      if (file > ROOT && !found) return BAD;
      bytes(at, 24).fill(0);
      // What is read and written line by line is a device.
      view().setUint8(at, file < ROOT ? 2 : found && !found.folder ? FILE : FOLDER);
      view().setBigUint64(at + 8, 0xffffffffffffffffn, true);
      view().setBigUint64(at + 16, 0xffffffffffffffffn, true);
      return SUCCESS;
    },
    fd_filestat_get: (file, at) => (file === ROOT || opened(file) ? told(at, opened(file)) : BAD),
    path_filestat_get: (_file, _flags, name, length, at) => {
      const found = shelf().find(path(name, length));
      return found ? told(at, found) : MISSING;
    },
    path_open: (_file, _flags, name, length, wish, _rights, _inherited, _mode, at) => {
      if (wish & (MAKE | CUT)) return READ_ONLY;
      const found = shelf().find(path(name, length));
      if (!found) return MISSING;
      if ((wish & WANT_FOLDER) && !found.folder) return NO_FOLDER;
      const slot = shelf().open(found);
      if (slot < 0) return MANY;
      view().setUint32(at, FIRST + slot, true);
      return SUCCESS;
    },
    fd_close: (file) => {
      if (file >= FIRST && opened(file)) shelf().close(file - FIRST);
      return SUCCESS;
    },
    fd_seek: (file, offset, whence, at) => {
      const found = opened(file);
      if (!found) return BAD;
      if (found.folder || whence > 2) return INVALID;
      const from = [0, shelf().place(file - FIRST), shelf().bytes(found.file).length][whence];
      const to = from + Number(offset);
      if (to < 0 || to > 0x7fffffff) return INVALID;
      shelf().move(file - FIRST, to);
      view().setBigUint64(at, BigInt(to), true);
      return SUCCESS;
    },
    fd_tell: (file, at) => {
      if (!opened(file)) return BAD;
      view().setBigUint64(at, BigInt(shelf().place(file - FIRST)), true);
      return SUCCESS;
    },
    /** Of a file; what is read of the page is answered elsewhere. */
    fd_read: (file, list, count, written) => {
      const found = opened(file);
      if (!found) return BAD;
      if (found.folder) return DIRECTORY;
      const all = shelf().bytes(found.file);
      const from = shelf().place(file - FIRST);
      let at = from;
      for (const part of parts(list, count)) {
        const some = all.subarray(at, at + part.length);
        part.set(some);
        at += some.length;
      }
      shelf().move(file - FIRST, at);
      view().setUint32(written, at - from, true);
      return SUCCESS;
    },
    fd_readdir: (file, at, length, cookie, written) => {
      const found = opened(file);
      if (!found) return BAD;
      if (!found.folder) return NO_FOLDER;
      let used = 0;
      const put = (some) => {
        const part = some.subarray(0, length - used);
        bytes(at + used, part.length).set(part);
        used += part.length;
      };
      shelf().within(found.file).forEach(([inner, name], index) => {
        if (index < Number(cookie) || used === length) return;
        const text = new TextEncoder().encode(name);
        const head = new DataView(new ArrayBuffer(ENTRY));
        head.setBigUint64(0, BigInt(index + 1), true);
        head.setBigUint64(8, BigInt(inner + 2), true);
        head.setUint32(16, text.length, true);
        head.setUint8(20, FILE);
        put(new Uint8Array(head.buffer));
        put(text);
      });
      view().setUint32(written, used, true);
      return SUCCESS;
    },
  };
}
