// Shares one pace among clients with the same client IP: tabs of a site by Web Locks, processes by the store in `paceStore`. Loads with the
// first call whose pace is shared.

import { requireSubtle } from "../util/crypto.js";
import { withTimeout } from "../util/timers.js";
import { encodeUtf8 } from "../util/utf8.js";

/** Milliseconds that a call waits to learn which slot is free; afterwards it starts at its own pace. */
const STORE_TIMEOUT_MS = 1000;
/** Milliseconds by which a timer of a hidden tab may be late. */
const HIDDEN_TAB_DELAY_MS = 1000;
/** Milliseconds. A slot further away is ignored: the system clock was probably changed. */
const MAX_SLOT_DISTANCE_MS = 60_000;

/** Returns the store in `paceStore`, or the store of the tabs. */
const storeOf = ({ settings: { paceStore } }) => (paceStore === true ? tabStore : paceStore);

/** Reserves the next free slot and returns the milliseconds until it begins. A failing store delays no call. */
export async function reserveSharedSlot(call, intervalMs) {
  const paceStore = storeOf(call);
  try {
    const reservation = paceName(call).then((name) => paceStore.reserve(name, intervalMs));
    const waitMs = await withTimeout(STORE_TIMEOUT_MS, reservation, () => 0);
    return waitMs > 0 && waitMs <= MAX_SLOT_DISTANCE_MS ? waitMs : 0;
  } catch {
    return 0;
  }
}

/** Shares the delay after a refused request: no call starts before its end. */
export async function shareBackoff(call, delayMs) {
  try {
    await storeOf(call).rest?.(await paceName(call), delayMs);
  } catch {
    // Without the store, other processes learn of the delay when their next request is refused.
  }
}

/** Returns the name of the pace of an origin and API key: the same for all clients, without revealing the key. */
async function paceName({ settings: { origin }, key }) {
  if (key === undefined) return `ton-edge ${origin}`;
  const digest = await requireSubtle().digest("SHA-256", encodeUtf8(key));
  return `ton-edge ${origin} ${new Uint8Array(digest, 0, 8).join("-")}`;
}

/** The slots that this tab holds, by name: the end of each, and the function that releases it. */
const slotByName = /* @__PURE__ */ new Map();

/**
 * The pace store of the tabs and workers of a site. A tab holds a lock whose name contains the end of its slot, so closing the tab releases
 * the slot and leaves nothing behind.
 */
const tabStore = {
  // Exclusive: between the query and the reservation no other tab reserves.
  reserve: (name, intervalMs) =>
    navigator.locks.request(name, { signal: AbortSignal.timeout?.(STORE_TIMEOUT_MS) }, async () => {
      const now = Date.now();
      let dueAt = now;
      for (const lock of (await navigator.locks.query()).held) {
        const lockedUntil = lock.name.startsWith(`${name}@`) ? Number(lock.name.slice(name.length + 1)) : 0;
        if (lockedUntil > dueAt && lockedUntil <= now + MAX_SLOT_DISTANCE_MS) dueAt = lockedUntil;
      }
      holdSlot(name, dueAt + intervalMs + (dueAt > now && globalThis.document?.hidden ? HIDDEN_TAB_DELAY_MS : 0));
      return dueAt - now;
    }),
  rest: (name, delayMs) => holdSlot(name, Date.now() + delayMs),
};

function holdSlot(name, endsAt) {
  const lastSlot = slotByName.get(name);
  if (lastSlot?.until > endsAt) return;
  /** @type {{ until: number, release: (value?: unknown) => void }} */
  const slot = { until: endsAt, release() {} };
  slotByName.set(name, slot);
  // Locks are granted in the order of their requests, so this one is granted before the next tab may query.
  navigator.locks
    .request(
      `${name}@${endsAt}`,
      { mode: "shared" },
      () =>
        new Promise((release) => {
          lastSlot?.release();
          slot.release = release;
          setTimeout(release, endsAt - Date.now());
        }),
    )
    .catch(() => {});
}
