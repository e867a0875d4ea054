// Starts the web app: shows the view that the URL names, and lets views change the URL.

import { icon } from "../design/icons.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError, showDirectionMarks, withLoadError } from "../shared/errors.js";
import { loadMessages, t, tFrame, translateMarkup } from "../shared/messages.js";
import { readNetwork, networks } from "../shared/network.js";
import { isPhrase, isShareable } from "../shared/secrets.js";
import { resumeLists, hasLostConnection } from "./reconnect.js";
import { paintLanguageChoice } from "./language-choice.js";
import { enterEntry, restorePlace } from "./places.js";
import { observeErrors } from "./repeated-errors.js";
import { formatRoute, parseRoute } from "./route.js";
import { connectSearch } from "./search.js";
import { loadShared } from "./shared-later.js";
import { loadStylesheet } from "./stylesheet.js";
import { paintTheme } from "./theme-button.js";
import { getStylesheetUrl } from "./view-stylesheet.js";
import { VIEWS } from "./views.js";

await loadMessages();
translateMarkup();
// The frame is now in the language of the visitor: see first-paint.js.
delete document.documentElement.dataset.translation;

const LOADING_NODES = [...byId("boot").childNodes];

/**
 * A view. The app calls `show` whenever the URL names the view, and `leave` when the URL changes to another view or network.
 * @typedef {{ show(text: string, query: Record<string, string>, again?: boolean): void, leave?(): void }} View
 */

/** The loaded views by name. The modules and styles of a view are loaded when it is first shown. @type {Map<string, View>} */
const views = new Map();
/** The network that each view has last shown. @type {Map<string, string>} */
const lastNetworkByView = new Map();
/**
 * The content that each view showed last, for the title of the document. @type {Map<string, { text: string, network: string, subject:
 * string }>}
 */
const subjects = new Map();
/** The network of the links in the document. */
let linkedNetwork = [...networks][0];

/**
 * Returns the functions with which a view changes the URL. `push` adds an entry to the browser's history and shows the view; if the URL
 * stays the same, `show` gets `again`. `replace` only changes the URL.
 */
const makeViewUrl = (view) => ({
  push(text, query) {
    if (!canBeInUrl(view, text)) {
      this.replace("", {});
      return views.get(view).show(text, query ?? {}, true);
    }
    const hash = formatRoute({ view, text, query });
    if (location.hash === hash) views.get(view).show(text, query ?? {}, true);
    else location.hash = hash;
  },
  // A view may call this a moment after typing, when another view is already shown.
  replace(text, query) {
    if (parseRoute(location.hash).view !== view) return;
    history.replaceState(history.state, "", formatRoute({ view, text: canBeInUrl(view, text) ? text : "", query }));
    paintNetworks();
    paintTitle();
  },
  title(subject) {
    const { view: shownView, text, network } = parseRoute(location.hash);
    if (shownView !== view) return;
    subjects.set(view, { text, network, subject: showDirectionMarks(subject) });
    paintTitle();
  },
});

/** The views with an input into which a visitor types or pastes text, which may be a secret. */
const TYPED_VIEWS = ["account", "address", "block", "chain", "collection", "jetton", "nft", "trace"];
const canBeInUrl = (view, text) => !TYPED_VIEWS.includes(view) || isShareable(text);

/** @param {{ name: string, folder?: string, css: boolean, local?: boolean }} row */
async function loadView({ name, folder = name, css, local }) {
  if (!views.has(name)) {
    // Loaded in parallel with the view's own files, to save a round trip on a slow network. Errors are ignored here, since the view
    // reports them.
    if (!local) loadClient().catch(() => {});
    loadShared(name)?.catch(() => {});
    // Not a static import: a missing file would leave an empty screen instead of an error.
    const [{ createView }] = await Promise.all([
      withLoadError(import(`../${folder}/view.js`)),
      css && loadStylesheet(getStylesheetUrl(folder)),
    ]);
    // Skipped if the visitor has opened another view meanwhile: a view writes its texts in the language of the view that the URL
    // names.
    if (!views.has(name) && parseRoute(location.hash).view === name) {
      insertMarkup(byId(`view-${name}`));
      views.set(name, createView(makeViewUrl(name), name));
    }
  }
  return views.get(name);
}

/** Replaces the template in a view's section by its content, unless an earlier attempt to create the view has done so. */
function insertMarkup(section) {
  const template = section.querySelector(":scope > template");
  if (!template) return;
  template.replaceWith(template.content);
  translateMarkup(section);
  if (linkedNetwork !== [...networks][0]) setLinkNetwork(section, linkedNetwork);
}

/** Updates the network switch, whose links lead to the content of the current URL on each network. */
function paintNetworks() {
  const currentRoute = parseRoute(location.hash);
  const nav = byId("networks");
  // The URL may name a network that index.html does not list.
  networks.add(currentRoute.network);
  for (const network of networks) {
    const id = `network-${network}`;
    const link = byId(id) ?? nav.appendChild(el("a", { id }, network[0].toUpperCase() + network.slice(1)));
    link.setAttribute("href", formatRoute({ ...currentRoute, network }));
    if (network === currentRoute.network) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  nav.hidden = networks.size === 1;
}

/** Changes all links in the document to the network of the URL, because some are not rendered again. */
function updateLinks() {
  const network = readNetwork();
  if (network === linkedNetwork) return;
  linkedNetwork = network;
  setLinkNetwork(document, network);
}

/** @param {ParentNode} root @param {string} network */
function setLinkNetwork(root, network) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (root.querySelectorAll('a[href^="#/"]')))
    link.setAttribute("href", formatRoute({ ...parseRoute(link.hash), network }));
}

/**
 * Scrolls the navigation of a narrow page to the current view, in the next frame: reading a position now would cost another layout.
 * `scrollIntoView` would change where the Tab key continues.
 */
const scrollToCurrent = () =>
  requestAnimationFrame(() => {
    const nav = byId("views");
    const link = /** @type {HTMLElement | null} */ (nav.querySelector("[aria-current]"));
    if (link) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  });

function showOfflineState() {
  const offlineStrip = byId("offline");
  offlineStrip.hidden = navigator.onLine;
  offlineStrip.textContent = navigator.onLine
    ? ""
    : tFrame("You are offline. The address inspector still works; other views continue when you are back.");
}

/** Loads the current view again if it failed while there was no connection. */
function reloadLostView() {
  const { view, text, query } = parseRoute(location.hash);
  const section = byId(`view-${view}`);
  // A module that did not load is requested again only by a reload.
  if (section.hidden && byId("boot").classList.contains("bad")) return location.reload();
  if (hasLostConnection(section)) views.get(view)?.show(text, query, true);
  else resumeLists(section);
}

function paintTitle() {
  const { view, text, network } = parseRoute(location.hash);
  const shownSubject = subjects.get(view);
  if (shownSubject?.text === text && shownSubject.network === network) {
    document.title = `${shownSubject.subject} · ton-edge`;
    return;
  }
  const { title } = VIEWS.find(({ name }) => name === view);
  const shownText = showDirectionMarks(text.slice(0, 12)) + (text.length > 12 ? "…" : "");
  document.title = `${text && `${shownText} · `}${t(title)} · ton-edge`;
}

async function showRoute() {
  const { network, view, text, query } = parseRoute(location.hash);
  // A recovery phrase is removed from the URL; the view still shows it, with a warning.
  const secretText = isPhrase(text) ? text : undefined;
  if (secretText !== undefined) history.replaceState(history.state, "", formatRoute({ network, view, query }));
  updateLinks();
  paintNetworks();
  const viewRow = VIEWS.find(({ name }) => name === view);
  for (const { name } of VIEWS) {
    // A view stays hidden until its module is loaded: otherwise its form would lose the visitor's input.
    byId(`view-${name}`).hidden = name !== view || !views.has(name);
    const link = byId(`nav-${name}`);
    if (name === view) link?.setAttribute("aria-current", "page");
    else link?.removeAttribute("aria-current");
    if (name !== view || lastNetworkByView.get(name) !== network) views.get(name)?.leave?.();
  }
  paintTitle();
  scrollToCurrent();
  const bootElement = byId("boot");
  bootElement.hidden = views.has(view);
  bootElement.className = "";
  fill(bootElement, LOADING_NODES);
  try {
    const loadedView = await loadView(viewRow);
    const currentRoute = parseRoute(location.hash);
    // The visitor has moved on to another view, for which this function runs again.
    if (currentRoute.view !== view) return;
    byId(`view-${view}`).hidden = false;
    bootElement.hidden = true;
    // `isRefresh`: the view still shows data of the other network, or an error without a connection.
    const isRefresh =
      (lastNetworkByView.has(view) && lastNetworkByView.get(view) !== currentRoute.network) ||
      hasLostConnection(byId(`view-${view}`));
    lastNetworkByView.set(view, currentRoute.network);
    loadedView.show(secretText ?? currentRoute.text, currentRoute.query, isRefresh);
    if (!isRefresh) resumeLists(byId(`view-${view}`));
  } catch (error) {
    if (parseRoute(location.hash).view !== view) return;
    bootElement.hidden = false;
    bootElement.className = "message bad";
    // Browsers remember that a module failed to load; only a reload requests it again.
    const reloadButton = el("button", { type: "button", class: "primary" }, tFrame("Reload"));
    reloadButton.addEventListener("click", () => location.reload());
    fill(bootElement, describeError(error), el("p", { class: "actions" }, reloadButton));
  }
}

addEventListener("hashchange", async () => {
  const focusedBefore = document.activeElement;
  const isShown = (element) => element?.isConnected && element !== document.body && !element.closest("[hidden]");
  const { focus: previousFocus, settle: settlePlace } = enterEntry();
  await showRoute();
  // If the focused element was removed, or nothing had the focus, as after a search, the element that had the focus here before gets it,
  // otherwise the heading; without this, Tab would start at the top of the document.
  if (!isShown(focusedBefore) && [focusedBefore, document.body].includes(document.activeElement)) {
    const heading = byId(`${parseRoute(location.hash).view}-heading`);
    const target = isShown(previousFocus) ? previousFocus : heading;
    /** @type {HTMLElement} */ (target).focus({ preventScroll: true });
  }
  settlePlace();
});
// The skip link must not change the fragment, which names the view.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
paintTheme();
paintLanguageChoice();
observeErrors(byId("main"));
byId("search").prepend(icon("search"));
connectSearch();
for (const event of ["online", "offline"]) addEventListener(event, showOfflineState);
addEventListener("online", reloadLostView);
showOfflineState();
showRoute().then(restorePlace);
