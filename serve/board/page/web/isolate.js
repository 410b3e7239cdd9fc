// Keeps the files of the page, so that it works without a network, and gives them out with the headers by which the page
// is isolated, so that it may have threads, where its server sends none.

importScripts('files.js');

const KEPT = `plyglot-${self.VERSION}`;

self.addEventListener('install', (event) => {
  const kept = caches.open(KEPT).then((cache) => cache.addAll(self.FILES.map((name) => new Request(name, { cache: 'reload' }))));
  event.waitUntil(kept.then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('plyglot-') && name !== KEPT);
  const cleared = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))));
  event.waitUntil(cleared.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  const found = caches.open(KEPT).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(found.then((kept) => kept ?? fetch(request)).then(alone));
});

/** The same answer, with the headers. */
function alone(answer) {
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
