// The engine without threads, for a page that may have no memory in common with its workers: each question is a program
// of its own that runs to its end. Searches and all other questions have a worker each, so that what is shown waits for no
// search; a search that is not wanted any more is ended with its worker.

/** How often a page hears that a search goes on. */
const BEAT_MS = 1000;

/**
 * `made` makes a worker; `heard` takes what is said to a question, `broken` that the engine is gone. `shelf` has the files
 * that a person gave; each worker has a copy of it.
 */
export function alone(made, heard, broken, shelf) {
  const [searches, others] = [new Lane(made, heard, broken), new Lane(made, heard, broken)];
  return {
    shelve: (name, bytes) => {
      const put = shelf.put(name, bytes);
      for (const { worker } of [searches, others]) worker?.postMessage({ shelf: shelf.buffer });
      return put;
    },
    say: (object) => {
      if (object.closed) {
        searches.end(object.id);
        others.end(object.id);
      } else if (['search', 'review'].includes(object.path)) {
        // A page has one search.
        searches.end(searches.asked?.id);
        searches.ask(object);
      } else others.ask(object);
      return true;
    },
  };
}

class Lane {
  constructor(made, heard, broken) {
    Object.assign(this, { made, heard, broken, worker: null, asked: null, begun: false, waiting: [], timer: null });
  }

  ask(object) {
    this.waiting.push(object);
    this.next();
  }

  /** Ends what this question began, if anything still does. */
  end(id) {
    this.waiting = this.waiting.filter((object) => object.id !== id);
    if (this.asked === null || this.asked.id !== id) return;
    this.worker.terminate();
    this.worker = null;
    this.heard({ id, end: true });
    this.done();
  }

  next() {
    if (this.asked !== null || this.waiting.length === 0) return;
    this.asked = this.waiting.shift();
    const { id } = this.asked;
    this.worker ??= this.made((data) => {
      if (data.said !== undefined) this.said(JSON.parse(data.said));
      else if (data.done) this.done();
      else if (data.broken) this.broken(new Error(data.broken));
    });
    this.worker.postMessage({ question: `${JSON.stringify(this.asked)}\n` });
    this.timer = setInterval(() => {
      if (this.begun) this.heard({ id, line: '' });
    }, BEAT_MS);
  }

  said(object) {
    this.begun ||= object.line !== undefined;
    this.heard(object);
  }

  done() {
    clearInterval(this.timer);
    Object.assign(this, { asked: null, begun: false });
    this.next();
  }
}
