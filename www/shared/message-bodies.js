// Loads what decodes the bodies of messages, on its first use. Views work without it: messages then show what the API says of them.

/** Rows wait for it, so that they do not change their height; but not longer than this. */
const MAX_WAIT_MS = 4000;

/** @type {typeof import("./body-reader.js") | undefined} */
let bodyReaderModule;

/** Resolves when it is loaded, or failed to load: another call tries again. */
export async function prepareBodies() {
  if (bodyReaderModule) return;
  const pendingModule = import("./body-reader.js").then(
    async (module) => {
      await module.ready();
      bodyReaderModule = module;
    },
    () => {},
  );
  await Promise.race([pendingModule.catch(() => {}), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

export const getBodyReader = () => bodyReaderModule;

/** Events that show that the visitor uses the document. */
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

/** @type {Promise<void>} */
const whenActive = new Promise((resolve) => {
  const onActivity = (event) => {
    // Browsers also report that the pointer is where it is.
    if (event.type === "pointermove" && event.movementX === 0 && event.movementY === 0) return;
    for (const eventName of ACTIVITY_EVENTS) removeEventListener(eventName, onActivity, true);
    resolve();
  };
  for (const eventName of ACTIVITY_EVENTS) addEventListener(eventName, onActivity, { capture: true, passive: true });
});

/**
 * Resolves once the visitor has used the document. The decoder of bodies is large, so a first visit first shows the API's own description
 * of messages.
 */
export const waitUntilActive = () => whenActive;

/** Whether a finger or a button is down, until its click was handled. */
let isPressed = false;
/** Callbacks that wait for that. @type {(() => void)[]} */
let releaseCallbacks = [];
addEventListener("pointerdown", () => (isPressed = true), { capture: true, passive: true });
for (const eventName of ["pointerup", "pointercancel"])
  addEventListener(
    eventName,
    () =>
      // The click comes right after it.
      setTimeout(() => {
        isPressed = false;
        for (const resolve of releaseCallbacks) resolve();
        releaseCallbacks = [];
      }),
    { capture: true, passive: true },
  );

/** Resolves once no press is under way: a row that is replaced between its beginning and its end gets no click. */
export const waitUntilReleased = () =>
  isPressed ? new Promise((resolve) => releaseCallbacks.push(() => resolve(undefined))) : Promise.resolve();
