// A service worker: answers one path of its own with what came out.
import { check } from "./default.mjs";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => /** @type {any} */ (event).waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { pathname, searchParams } = new URL(/** @type {any} */ (event).request.url);
  if (pathname === "/checked")
    /** @type {any} */ (event).respondWith(check(searchParams.get("service")).then((found) => Response.json(found)));
});
