// Serves each program of the playground once, as a module of the site. The Content-Security-Policy of the gateway allows no other way to
// run code that a person typed: it refuses `eval` and URLs of blobs.

/** The programs that have not been served yet, by the path of their URL. @type {Map<string, string>} */
const programs = new Map();

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", ({ data: { path, source }, ports: [port] }) => {
  programs.set(path, source);
  port.postMessage("stored");
});
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const source = programs.get(pathname);
  if (source === undefined) return;
  programs.delete(pathname);
  event.respondWith(new Response(source, { headers: { "content-type": "text/javascript" } }));
});
