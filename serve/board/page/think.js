// What the engine is asked: an analysis that goes on, or a move. One at a time; a new question ends the last one.

import { asking, stream } from './ask.js';
import { SILENT } from './transport.js';

export class Thinking {
  /**
   * `changed` is called when something was found of a node; `trouble` when something is wrong, null when no more;
   * `silence` when nothing comes for some seconds, null when something comes again.
   */
  constructor({ changed, trouble, silence }) {
    this.changed = changed;
    this.trouble = trouble;
    this.silence = silence;
    this.asked = null;
  }

  /** True while the engine searches. */
  get busy() {
    return this.asked !== null;
  }

  /** Ends what runs. */
  stop() {
    if (this.asked) this.asked.abort();
    this.asked = null;
  }

  /** Analyses a node until it is stopped, or the value is proven. */
  async analyse(tree, node, count) {
    await this.run({ ...tree.which(node), ...asking(), lines: count }, (object) => {
      if (object.type === 'info') note(node, object);
      if (object.type === 'result') finish(node, object);
      this.changed(node);
    });
  }

  /** The best move of a level; null if it was stopped before. */
  async move(tree, node, level) {
    let best = null;
    await this.run({ ...tree.which(node), ...asking(), lines: 1, level }, (object) => {
      if (object.type === 'info') note(node, object);
      if (object.type === 'result') {
        best = object.best_move;
        finish(node, object);
      }
      this.changed(node);
    });
    return best;
  }

  async run(question, take) {
    this.stop();
    const asked = new AbortController();
    this.asked = asked;
    this.trouble(null);
    const silent = (is) => {
      if (this.asked === asked) this.silence(is ? SILENT : null);
    };
    try {
      await stream('search', question, (object) => {
        if (this.asked !== asked) return;
        if (object.type === 'error') this.trouble(object.message);
        else take(object);
      }, asked.signal, silent);
    } catch (error) {
      if (error.name !== 'AbortError' && this.asked === asked) this.trouble(error.message);
    } finally {
      if (this.asked === asked) {
        this.asked = null;
        this.changed(null);
      }
    }
  }
}

/**
 * Takes a line into a node. Lines are kept by their first move, the deepest of each, since the ranks of an iteration
 * come one by one and what was analysed stays when one comes back.
 */
function note(node, found) {
  const move = found.best_move;
  if (!move) return;
  const known = node.lines.get(move);
  // A bound comes with the beginning of a line, of which more was known.
  const cut = known && found.pv.length < known.pv.length && found.pv.every((same, index) => same === known.pv[index]);
  const info = cut ? { ...found, pv: known.pv } : found;
  const proves = info.score.proven && !(known && known.score.proven);
  // What a table says stays until the whole line is there.
  const less = known && known.tabled && info.score.kind !== 'exact';
  if (!less && (!known || info.depth >= known.depth || proves)) node.lines.set(move, info);
  const [first] = node.ranks;
  if (info.line === 1 && (!first || info.depth >= first.depth)) node.ranks = [{ move, depth: info.depth }];
  else if (first && info.depth >= first.depth && info.line > 1) node.ranks[info.line - 1] = { move, depth: info.depth };
  figures(node, info, false);
}

function finish(node, result) {
  const lines = result.lines || [result];
  lines.forEach((line, index) => note(node, { ...result, ...line, line: index + 1 }));
  figures(node, result, true);
}

function figures(node, { nodes, nps, time_ms: time, threads }, done) {
  node.found = { nodes, nps, time, threads, done };
}
