// Loads what decodes the bodies of messages, on its first use. Views work without it: messages then show what the API says of them.

/** Rows wait for it, so that they do not change their height; but not longer than this. */
const LONGEST_MS = 4000;

/** @type {typeof import("./body-reader.js") | undefined} */
let loaded;

/** Resolves when it is loaded, or failed to load: another call tries again. */
export async function prepareBodies() {
  if (loaded) return;
  const loading = import("./body-reader.js").then(
    async (module) => {
      await module.ready();
      loaded = module;
    },
    () => {},
  );
  await Promise.race([loading.catch(() => {}), new Promise((done) => setTimeout(done, LONGEST_MS))]);
}

export const bodyReader = () => loaded;

/** Events that show that the visitor uses the document. */
const DEEDS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

/** @type {Promise<void>} */
const active = new Promise((done) => {
  const act = (event) => {
    // Browsers also report that the pointer is where it is.
    if (event.type === "pointermove" && event.movementX === 0 && event.movementY === 0) return;
    for (const deed of DEEDS) removeEventListener(deed, act, true);
    done();
  };
  for (const deed of DEEDS) addEventListener(deed, act, { capture: true, passive: true });
});

/**
 * Resolves once the visitor has used the document. The decoder of bodies is large, so a first visit first shows the API's own description
 * of messages.
 */
export const untilActive = () => active;

/** Whether a finger or a button is down, until its click was handled. */
let isPressed = false;
/** Callbacks that wait for that. @type {(() => void)[]} */
let waiting = [];
addEventListener("pointerdown", () => (isPressed = true), { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"])
  addEventListener(
    end,
    () =>
      // The click comes right after it.
      setTimeout(() => {
        isPressed = false;
        for (const done of waiting) done();
        waiting = [];
      }),
    { capture: true, passive: true },
  );

/** Resolves once no press is under way: a row that is replaced between its beginning and its end gets no click. */
export const untilReleased = () =>
  isPressed ? new Promise((done) => waiting.push(() => done(undefined))) : Promise.resolve();
