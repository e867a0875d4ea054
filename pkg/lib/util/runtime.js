// Detects the runtime.

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
