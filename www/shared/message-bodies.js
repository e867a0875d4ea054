// Loads the decoder of message bodies at its first use. Views work without the decoder: then messages show the API's own description.

/** Maximum milliseconds that rows wait for the decoder, so that their height does not change later. */
const MAX_WAIT_MS = 4000;

/** @type {typeof import("./body-reader.js") | undefined} */
let bodyReaderModule;

/** Resolves when the decoder is loaded or has failed to load; the next call retries. */
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
const activePromise = new Promise((resolve) => {
  const onActivity = (event) => {
    // Ignored, because browsers also report a pointer that does not move.
    if (event.type === "pointermove" && event.movementX === 0 && event.movementY === 0) return;
    for (const eventName of ACTIVITY_EVENTS) removeEventListener(eventName, onActivity, true);
    resolve();
  };
  for (const eventName of ACTIVITY_EVENTS) addEventListener(eventName, onActivity, { capture: true, passive: true });
});

/** Milliseconds after which the decoder is loaded though the visitor does nothing. */
const READING_MS = 1500;

/**
 * Resolves once the visitor interacts with the document, or has read it for a moment. The decoder is large, so a first visit starts with the
 * API's own description of messages. A visitor who asked the browser to save data loads the decoder only by an interaction.
 */
export const waitUntilRead = () =>
  /** @type {any} */ (navigator).connection?.saveData
    ? activePromise
    : Promise.race([activePromise, new Promise((resolve) => setTimeout(resolve, READING_MS))]);

/** Whether a finger or a mouse button is pressed. Stays true until the click event was handled. */
let isPressed = false;
/** Callbacks that wait for the end of the press. @type {(() => void)[]} */
let releaseCallbacks = [];
addEventListener("pointerdown", () => (isPressed = true), { capture: true, passive: true });
for (const eventName of ["pointerup", "pointercancel"])
  addEventListener(
    eventName,
    () =>
      // Delayed, because the click event follows directly after `pointerup`.
      setTimeout(() => {
        isPressed = false;
        for (const resolve of releaseCallbacks) resolve();
        releaseCallbacks = [];
      }),
    { capture: true, passive: true },
  );

/** Resolves once nothing is pressed: a row that is replaced during a press would get no click. */
export const waitUntilReleased = () =>
  isPressed ? new Promise((resolve) => releaseCallbacks.push(() => resolve(undefined))) : Promise.resolve();
