// Starts the web app: shows the view that the URL names, and keeps the URL in step with it.

import { byId, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { formatRoute, parseRoute } from "./route.js";
import { loadStylesheet } from "./stylesheet.js";
import { VIEWS } from "./views.js";

const LOADING = byId("boot").textContent;

/**
 * The app calls `show` whenever the URL names the view, and `leave` when it names another one.
 * @typedef {{ show(text: string, query: Record<string, string>, again?: boolean): void, leave?(): void }} View
 */

/** The views loaded so far, by name: each loads its modules and styles on its first use. @type {Map<string, View>} */
const views = new Map();

/**
 * What a view may do with the URL. `push` adds a step to the history and shows the view; if the URL stays the same, `show` gets
 * `again`. `replace` only changes the URL.
 */
const urlOf = (view) => ({
  push(text, query) {
    const hash = formatRoute({ view, text, query });
    if (location.hash === hash) views.get(view).show(text, query ?? {}, true);
    else location.hash = hash;
  },
  // A view may call this a moment after typing, when another view is already shown.
  replace(text, query) {
    if (parseRoute(location.hash).view === view) history.replaceState(null, "", formatRoute({ view, text, query }));
  },
});

async function loadView({ name, css }) {
  if (!views.has(name)) {
    // A static import would leave an empty screen when a file is missing.
    const [{ createView }] = await Promise.all([
      withLoadError(import(`../${name}/view.js`)),
      css && loadStylesheet(new URL(`../${name}/${name}.css`, import.meta.url)),
    ]);
    if (!views.has(name)) views.set(name, createView(urlOf(name)));
  }
  return views.get(name);
}

async function route() {
  const { view, text } = parseRoute(location.hash);
  const row = VIEWS.find(({ name }) => name === view);
  for (const { name } of VIEWS) {
    // A form whose module is not loaded yet would lose what the visitor types.
    byId(`view-${name}`).hidden = name !== view || !views.has(name);
    const link = byId(`nav-${name}`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    if (name !== view) views.get(name)?.leave?.();
  }
  document.title = `${text ? `${text.slice(0, 12)}… · ` : ""}${row.title} · ton-edge`;
  const boot = byId("boot");
  boot.hidden = views.has(view);
  boot.className = "";
  boot.textContent = LOADING;
  try {
    const shown = await loadView(row);
    const now = parseRoute(location.hash);
    // The visitor has moved on to another view, which has its own call of `route`.
    if (now.view !== view) return;
    byId(`view-${view}`).hidden = false;
    boot.hidden = true;
    shown.show(now.text, now.query);
  } catch (error) {
    if (parseRoute(location.hash).view !== view) return;
    boot.hidden = false;
    boot.className = "message bad";
    fill(boot, describeError(error));
  }
}

addEventListener("hashchange", async () => {
  const before = document.activeElement;
  const lost = () => !before?.isConnected || before.closest("[hidden]");
  await route();
  // The element with the focus is gone: focus the heading instead of the top of the document.
  if (!lost() || (document.activeElement !== before && document.activeElement !== document.body)) return;
  byId(`${parseRoute(location.hash).view}-heading`).focus({ preventScroll: true });
  scrollTo(0, 0);
});
// The fragment belongs to the view, so the skip link must not change it.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
route();
