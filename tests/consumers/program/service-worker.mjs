// A service worker that responds with the result of the check at one path.
import { check } from "./default.mjs";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { pathname, searchParams } = new URL(/** @type {any} */ (event).request.url);
  if (pathname === "/checked")
    /** @type {any} */ (event).respondWith(check(searchParams.get("service")).then((result) => Response.json(result)));
});
