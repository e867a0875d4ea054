// The place of the visitor in each entry of the browser's history: how far the view was scrolled, and which row was at its top. Back,
// Forward and a reload return to it; a new visit starts at the top. The browser's own restoration comes before the rows are loaded.

import { parseRoute } from "./route.js";

const STORAGE_KEY = "ton-edge:places";
const MAX_PLACES = 100;
/**
 * Milliseconds without a list request after which the view counts as complete: `long` if the page is long enough to scroll to the place,
 * otherwise `short`.
 */
const QUIET_MS = { long: 1000, short: 5000 };
const MAX_MS = 60_000;
/** Events by which a visitor moves the page: the view then stays where they want it. */
const MOVE_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"];
const ROW_SELECTOR = "main > section:not([hidden]) :is([data-hash], [data-address])";
const BUSY_LIST_SELECTOR = 'main > section:not([hidden]) [aria-busy="true"]';

/** @typedef {{ y: number, row?: string, top?: number, focus?: WeakRef<Element> }} Place `top`: of the row, in the window */

/** @type {Map<number, Place> | undefined} */
let storedPlaces;
/**
 * Places by the id in `history.state`, in the order in which the visitor left them. They are read only at their first use, because reading
 * takes 8 ms and a first visit does not need them.
 */
const readPlaces = () => (storedPlaces ??= new Map(readStore()));
/** Whether the current entry is a new one, which has no place yet. */
const isFirstVisit = !Number.isFinite(history.state?.place);
let entryId = identifyEntry();
let route = parseRoute(location.hash);
/** The return in progress. @type {AbortController | undefined} */
let currentReturn;

history.scrollRestoration = "manual";
addEventListener("pagehide", () => {
  rememberPlace();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...readPlaces()].slice(-MAX_PLACES)));
  } catch {
    // The browser blocks storage: then a reload starts at the top.
  }
});

/** @returns {[number, Place][]} */
function readStore() {
  try {
    const rows = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return rows.filter((pair) => Number.isFinite(pair?.[0]) && Number.isFinite(pair[1]?.y));
  } catch {
    return [];
  }
}

/** Returns the id of the current entry of the history, and gives a new entry its own. */
function identifyEntry() {
  if (!Number.isFinite(history.state?.place))
    history.replaceState({ place: Date.now() + Math.random() }, "", location.hash || undefined);
  return /** @type {number} */ (history.state.place);
}

const nameRow = ({ dataset }) => dataset.hash ?? dataset.address;
const findRows = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(ROW_SELECTOR)]);

function rememberPlace() {
  // Until the return is finished, the stored place is still the right one.
  if (currentReturn) return;
  const row = findRows().find((element) => element.getBoundingClientRect().top >= 0);
  const places = readPlaces();
  places.delete(entryId);
  places.set(entryId, {
    y: scrollY,
    row: row && nameRow(row),
    top: row?.getBoundingClientRect().top,
    focus: document.activeElement ? new WeakRef(document.activeElement) : undefined,
  });
  if (places.size > MAX_PLACES) places.delete(/** @type {number} */ (places.keys().next().value));
}

/**
 * Remembers the place in the entry that was left. Must be called at `hashchange`, before anything is painted. Returns the function to
 * call once the view of the current entry is shown, and the element that had the focus there, if it was visited before.
 */
export function enterEntry() {
  rememberPlace();
  stopReturn();
  const previousRoute = route;
  route = parseRoute(location.hash);
  const previousId = entryId;
  const isNew = !Number.isFinite(history.state?.place);
  entryId = identifyEntry();
  const ownId = entryId;
  const place = isNew ? undefined : readPlaces().get(entryId);
  // Whether the visitor chose another filter or tab of the same content, or searched for what is already shown.
  const isSameContent =
    previousId === entryId || (route.view === previousRoute.view && route.text === previousRoute.text);
  return {
    focus: place?.focus?.deref(),
    settle() {
      if (ownId !== entryId) return;
      if (place) returnToPlace(place);
      else if (!isSameContent) scrollTo(0, 0);
    },
  };
}

/** Returns to the place after a reload. */
export function restorePlace() {
  const place = isFirstVisit ? undefined : readPlaces().get(entryId);
  if (place) returnToPlace(place);
}

function stopReturn() {
  currentReturn?.abort();
  currentReturn = undefined;
}

/** Scrolls in each frame until the row of the place is there. Lists load further pages meanwhile, because their end is visible. @param {Place} place */
function returnToPlace({ y, row: name, top }) {
  const { signal } = (currentReturn = new AbortController());
  const startedAt = performance.now();
  let quietStart = startedAt;
  for (const type of MOVE_EVENTS) addEventListener(type, stopReturn, { signal, passive: true, capture: true });

  function step() {
    if (signal.aborted) return;
    scrollTo(0, y);
    const isReached = Math.abs(scrollY - y) < 2;
    const now = performance.now();
    if (document.querySelector(BUSY_LIST_SELECTOR)) quietStart = now;
    const row = isReached && name !== undefined && findNearest(name, top);
    if (row) scrollBy(0, row.getBoundingClientRect().top - top);
    const isQuiet = now - quietStart > QUIET_MS[isReached ? "long" : "short"];
    if (row || (isReached && name === undefined) || isQuiet || now - startedAt > MAX_MS) stopReturn();
    else requestAnimationFrame(step);
  }
  step();
}

/** Several rows may have one name: a transaction can have several actions. */
function findNearest(name, rowTop) {
  const measureDistance = (element) => Math.abs(element.getBoundingClientRect().top - rowTop);
  return findRows()
    .filter((element) => nameRow(element) === name)
    .sort((a, b) => measureDistance(a) - measureDistance(b))[0];
}
