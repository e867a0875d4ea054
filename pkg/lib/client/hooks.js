// Calls the hooks of a client: they observe requests and never influence them.

/** Calls a hook. Its errors and rejections are ignored: a failing log must not fail the call. */
export function callHook(hook, event) {
  if (hook === undefined) return;
  try {
    hook(event)?.then?.(undefined, () => {});
  } catch {
    // An exception of a hook is ignored, like its rejection.
  }
}
