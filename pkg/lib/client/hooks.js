// Calls the hooks of a client: they observe requests and never influence them.

/** Calls a hook. What it throws or rejects with is its own affair: a log that fails must not fail the call. */
export function callHook(hook, event) {
  if (hook === undefined) return;
  try {
    hook(event)?.then?.(undefined, () => {});
  } catch {
    // See above.
  }
}
