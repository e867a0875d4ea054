// Detects the runtime, and what it has.

import { fail } from "./error.js";

/** workerd, and so Cloudflare Workers. */
export const isWorkerd = () => globalThis.navigator?.userAgent === "Cloudflare-Workers";
export const WORKERD = /* @__PURE__ */ isWorkerd();

/** A page or a worker of one; not Node, Deno, Bun or workerd, whatever globals they have. */
export function isBrowser() {
  if (globalThis.Deno !== undefined || globalThis.Bun !== undefined) return false;
  if (isWorkerd()) return false;
  if (typeof globalThis.document === "object") return true;
  return typeof globalThis.importScripts === "function" || typeof globalThis.WorkerGlobalScope === "function";
}

/** A function or class of the runtime, when it is needed first: at import a missing one would break what never uses it. */
export function requireGlobal(name) {
  const value = globalThis[name];
  if (value !== undefined) return value;
  throw fail("missing_global", `this runtime has no \`${name}\`: load a polyfill first`, {
    parameter: name,
  });
}
