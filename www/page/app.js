// Which view is shown, and the URL that goes with it.

import { byId, fill } from "./dom.js";
import { describe, loaded } from "./errors.js";
import { formatRoute, parseRoute, VIEWS } from "./route.js";
import { stylesheet } from "./style.js";

const LOADING = byId("boot").textContent;
const TITLES = {
  address: "Address inspector", explorer: "Endpoint explorer", account: "Account", trace: "Trace", chain: "Chain", gateway: "Gateway",
};

/**
 * A view: `show` is called whenever its URL is shown, `leave` when another view is.
 * @typedef {{ show(text: string, query: Record<string, string>, again?: boolean): void, leave?(): void }} View
 */

/** Views that have been looked at, by name; each comes with its own modules and style, when it is first wanted. @type {Map<string, View>} */
const views = new Map();

/**
 * What a view may do with the URL. `push` shows the view even if the URL stays the same, and says so by `again`; `replace` makes
 * no step of the history and shows nothing.
 */
const urlOf = (view) => ({
  push(text, query) {
    const hash = formatRoute({ view, text, query });
    if (location.hash === hash) views.get(view).show(text, query ?? {}, true);
    else location.hash = hash;
  },
  // It may come a moment after typing; the visitor may have gone elsewhere.
  replace(text, query) {
    if (parseRoute(location.hash).view === view) history.replaceState(null, "", formatRoute({ view, text, query }));
  },
});

async function viewOf(name) {
  if (!views.has(name)) {
    // Not imported above: a file that is missing must be told, not leave a dead page.
    const [{ view }] = await Promise.all([loaded(import(`../${name}/view.js`)), stylesheet(new URL(`../${name}/${name}.css`, import.meta.url))]);
    if (!views.has(name)) views.set(name, view(urlOf(name)));
  }
  return views.get(name);
}

async function route() {
  const { view, text } = parseRoute(location.hash);
  for (const name of VIEWS) {
    // A form that nobody listens to yet would lose what is typed into it.
    byId(`view-${name}`).hidden = name !== view || !views.has(name);
    const link = byId(`nav-${name}`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    if (name !== view) views.get(name)?.leave?.();
  }
  document.title = `${text ? `${text.slice(0, 12)}… · ` : ""}${TITLES[view]} · ton-edge`;
  const boot = byId("boot");
  boot.hidden = views.has(view);
  boot.className = "";
  boot.textContent = LOADING;
  try {
    const shown = await viewOf(view);
    const now = parseRoute(location.hash);
    // Another may be wanted by now; its own turn is on its way.
    if (now.view !== view) return;
    byId(`view-${view}`).hidden = false;
    boot.hidden = true;
    shown.show(now.text, now.query);
  } catch (error) {
    if (parseRoute(location.hash).view !== view) return;
    boot.hidden = false;
    boot.className = "message bad";
    fill(boot, describe(error));
  }
}

addEventListener("hashchange", async () => {
  const before = document.activeElement;
  const lost = () => !before?.isConnected || before.closest("[hidden]");
  await route();
  // What had the focus is gone with its view or row: begin at the heading, not at the top of the document.
  if (!lost() || (document.activeElement !== before && document.activeElement !== document.body)) return;
  byId(`${parseRoute(location.hash).view}-heading`).focus({ preventScroll: true });
  scrollTo(0, 0);
});
// The fragment is the view's: skipping must not change it.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
route();
