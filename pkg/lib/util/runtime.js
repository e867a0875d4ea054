// Detects the runtime and its features.

import { fail } from "./error.js";

/** Whether this is workerd, as in Cloudflare Workers. */
export const isWorkerd = () => globalThis.navigator?.userAgent === "Cloudflare-Workers";
export const WORKERD = /* @__PURE__ */ isWorkerd();

/** Whether this is a web page or its worker, not Node, Deno, Bun or workerd, even if these define globals of a browser. */
export function isBrowser() {
  if (globalThis.Deno !== undefined || globalThis.Bun !== undefined) return false;
  if (isWorkerd()) return false;
  if (typeof globalThis.document === "object") return true;
  return typeof globalThis.importScripts === "function" || typeof globalThis.WorkerGlobalScope === "function";
}

/** Requires a function or class of the runtime at its first use: a check at import would break programs that never use it. */
export function requireGlobal(name) {
  const value = globalThis[name];
  if (value !== undefined) return value;
  throw fail("missing_global", `this runtime has no \`${name}\`: load a polyfill first`, {
    parameter: name,
  });
}
