// Hooks: told what happens, and of no influence on it.

/** Calls a hook. What it throws or rejects with is its own affair: a log that fails must not fail the call. */
export function tell(hook, info) {
  if (hook === undefined) return;
  try {
    hook(info)?.then?.(undefined, () => {});
  } catch {
    // See above.
  }
}
