// How the page reaches the program that gave it out: over HTTP. A page with the engine within itself has another file of
// this name (web/transport.js).

export const GONE = 'The program does not answer: it has ended, or was stopped. Start it again and open its new address.';
export const SILENT = 'Nothing has come from the program for some seconds.';

/** What a person should know of this engine. */
export const remark = () => '';

/** A program reads files from its own disk alone, and gets none from its pages. */
export const shelve = null;

/**
 * Asks. Gives `ok`, `status`, `text()`, and `lines()`, a stream of text; throws if nothing answers, or an AbortError.
 */
export async function send(path, body, signal) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  return {
    ok: answer.ok,
    status: answer.status,
    text: () => answer.text(),
    lines: () => answer.body.pipeThrough(new TextDecoderStream()),
  };
}
