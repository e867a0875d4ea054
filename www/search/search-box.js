// The search in the header: shows suggestions while the visitor types, and opens the chosen one.

import { formatRoute, MAX_TEXT_CHARS, parseRoute } from "../app/route.js";
import { icon, PATHS } from "../design/icons.js";
import { isHash } from "../ton-edge/address.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { adviseOn, withLoadError } from "../shared/errors.js";
import { storeHandedText } from "../shared/handed-text.js";
import { tCountFrame, tFrame } from "../shared/messages.js";
import { isPhrase, isShareable, PHRASE_WARNING } from "../shared/secrets.js";
import { loadKnownTokens } from "../shared/look-alike.js";
import { forgetTokens, readSeenTokens } from "../shared/seen-tokens.js";
import { canBeToken, findTokens } from "./find-tokens.js";
import { getReading, readNextTokens } from "./index-tokens.js";
import { canBeOperation, findOperations } from "./find-operations.js";
import { recogniseText } from "./recognise.js";
import { explainNearMiss } from "./near-miss.js";
import { findKnownContracts, findNames } from "./find-names.js";
import { joinLines, takePaste } from "./paste.js";
import { forgetSearches, readRecentSearches, rememberSearch } from "./recent.js";

/** @typedef {import("./recognise.js").Found} Found */

/** The help text that is shown if nothing is found. */
const HELP_TEXT =
  "Search for an address in any form, a .ton name, a token by name or symbol, a transaction or message hash, a block number, or an operation.";

/** @param {string} [earlyPaste] the text of several lines that was pasted before this module was loaded */
export function createSearchBox(earlyPaste = "") {
  const input = /** @type {HTMLInputElement} */ (byId("search-input"));
  const list = byId("search-list");
  /** @type {Found[]} */
  let results = [];
  let activeIndex = -1;
  /** The current search. Each change of the input replaces it, so that a late result can detect that it is outdated. */
  let currentRun = new AbortController();
  /** A pasted list. It is stored here, since the input has only one line. */
  let pastedText = earlyPaste;
  /**
   * The search for a hash that is still without a result. It is remembered only after a result, since the text may be a key, which looks
   * like a hash. @type {import("./recent.js").Recent | undefined}
   */
  let pendingSearch;

  addEventListener("found", (event) => {
    if (pendingSearch && readSearchText(pendingSearch) === /** @type {CustomEvent<string>} */ (event).detail)
      rememberSearch(pendingSearch);
    pendingSearch = undefined;
  });
  addEventListener("missed", (event) => {
    if (pendingSearch && readSearchText(pendingSearch) === /** @type {CustomEvent<string>} */ (event).detail)
      history.replaceState(history.state, "", formatRoute({ view: parseRoute(pendingSearch.href).view }));
    pendingSearch = undefined;
  });
  input.addEventListener("input", showSuggestions);
  input.addEventListener("focus", showSuggestions);
  input.addEventListener("paste", (event) => {
    pastedText = takePaste(event, input);
    if (pastedText !== "") showSuggestions();
  });
  input.addEventListener("keydown", onKey);
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    submitSearch();
  });
  byId("search").addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && byId("search").contains(relatedTarget))) closeList();
  });
  // What the visitor typed belongs to the view that they have left by a link.
  addEventListener("hashchange", () => {
    if (document.activeElement === input) return;
    input.value = "";
    pastedText = "";
  });
  // The default is prevented, because pressing would move the focus away from the input before the click.
  list.addEventListener("pointerdown", (event) => event.preventDefault());

  async function showSuggestions() {
    currentRun.abort();
    const thisRun = (currentRun = new AbortController());
    const text = input.value;
    if (pastedText !== "" && text !== joinLines(pastedText)) pastedText = "";
    if (text.trim() === "") return paintRecentSearches();
    if (isPhrase(pastedText === "" ? text : pastedText)) return showText(tFrame(PHRASE_WARNING), "message bad");
    try {
      results = [...findNames(text), ...recogniseText(pastedText === "" ? text : pastedText)];
    } catch (error) {
      return showText(adviseOn(error));
    }
    activeIndex = results.length > 0 ? 0 : -1;
    paintResults();
    const isToken = results.length === 0 && canBeToken(text) && explainNearMiss(text) === undefined;
    if (!canBeOperation(text) && !isToken) return;
    const recognisedResults = results;
    const knownContracts = canBeOperation(text) ? await findKnownContracts(text) : [];
    if (thisRun.signal.aborted) return;
    if (knownContracts.length > 0) {
      results = [...results, ...knownContracts];
      activeIndex = Math.max(activeIndex, 0);
      paintResults();
    }
    const [{ operations, rankOperation }, knownTokens] = await Promise.all([
      withLoadError(import("../explorer/catalogue.js")).catch(() => ({
        operations: [],
        rankOperation: () => undefined,
      })),
      loadKnownTokens().catch(() => []),
    ]);
    if (thisRun.signal.aborted) return;
    results = [
      ...recognisedResults,
      ...(isToken ? findTokens(text, knownTokens, listNamedTokens()) : []),
      ...knownContracts,
      ...(canBeOperation(text) ? findOperations(text, operations, rankOperation) : []),
    ];
    activeIndex = results.length > 0 ? Math.max(activeIndex, 0) : -1;
    paintResults();
    if (isToken) list.append(renderIndexFoot());
  }

  /** Returns what this device has seen and what has been read of the index. @returns {import("./find-tokens.js").NamedToken[]} */
  const listNamedTokens = () => [
    ...readSeenTokens().map((token) => ({ ...token, origin: "seen" })),
    ...(getReading()?.tokens ?? []),
  ];

  /** Offers to read names from the index, which has no search, and to forget those that this device has stored. */
  function renderIndexFoot() {
    const reading = getReading();
    const words = el(
      "span",
      {},
      reading ? describeReading(reading) : tFrame("The API has no search by name. Your text is not sent."),
    );
    const indexButton = el(
      "button",
      { type: "button", class: "quiet" },
      reading ? tFrame("Read more") : tFrame("Search the first tokens of the index"),
    );
    const forgetButton = el("button", { type: "button", class: "quiet" }, tFrame("Forget seen tokens"));
    indexButton.addEventListener("click", () => readIndex(words));
    forgetButton.addEventListener("click", () => {
      forgetTokens();
      input.focus();
      showSuggestions();
    });
    return el(
      "div",
      { class: "search-foot", role: "presentation" },
      words,
      !reading?.isEnded && indexButton,
      results.some(({ isSeen }) => isSeen) && forgetButton,
    );
  }

  /** @param {HTMLElement} words where the progress is shown */
  async function readIndex(words) {
    input.focus();
    const thisRun = currentRun;
    words.textContent = tFrame("Reading the index…");
    byId("search-state").textContent = words.textContent;
    try {
      await readNextTokens();
      if (!thisRun.signal.aborted) showSuggestions();
    } catch (error) {
      words.textContent = adviseOn(error);
      byId("search-state").textContent = words.textContent;
    }
  }

  function paintResults() {
    if (results.length === 0) {
      const fault = explainNearMiss(input.value);
      return fault === undefined ? showText(tFrame(HELP_TEXT)) : showText(fault.text, "message note", fault.reason);
    }
    fill(list, results.map(renderOption));
    openList();
    const [firstResult] = results;
    byId("search-state").textContent =
      `${tCountFrame(results.length, "{count} result", "{count} results")}. ${firstResult.title}: ${firstResult.detail}${firstResult.warning ? `. ${firstResult.warning}` : ""}`;
  }

  function paintRecentSearches() {
    const recentEntries = readRecentSearches();
    results = recentEntries.map(({ text, href, icon: name }) => ({
      kind: "recent",
      icon: /** @type {keyof typeof PATHS} */ (Object.hasOwn(PATHS, name) ? name : "history"),
      title: text,
      detail: "",
      href,
    }));
    activeIndex = -1;
    if (results.length === 0) return showText(tFrame(HELP_TEXT));
    const clearButton = el("button", { type: "button", class: "quiet" }, tFrame("Clear"));
    clearButton.addEventListener("click", () => {
      forgetSearches();
      input.focus();
      showSuggestions();
    });
    fill(
      list,
      el("div", { class: "search-head", role: "presentation" }, el("span", {}, tFrame("Last searches")), clearButton),
      results.map(renderOption),
    );
    openList();
  }

  /** @param {Found} found @param {number} index */
  function renderOption({ icon: name, title, detail, warning }, index) {
    const row = el(
      "div",
      {
        class: "search-option",
        role: "option",
        id: `search-option-${index}`,
        "aria-selected": String(index === activeIndex),
      },
      icon(name),
      el(
        "span",
        { class: "search-words" },
        el("bdi", {}, title),
        detail && el("span", { class: "search-detail" }, detail),
        warning && el("strong", { class: "search-warning" }, warning),
      ),
    );
    row.addEventListener("click", () => chooseResult(results[index]));
    return row;
  }

  /**
   * Shows a sentence instead of results.
   * @param {string} text @param {string} [kind] its classes @param {string} [reason] a message of the package, in English
   */
  function showText(text, kind = "search-head", reason = undefined) {
    results = [];
    activeIndex = -1;
    const renderText = () => [text, reason && " ", reason && el("span", { lang: "en" }, reason)];
    fill(list, el("div", { class: kind, role: "presentation" }, renderText()));
    fill(byId("search-state"), renderText());
    openList();
  }

  function openList() {
    list.hidden = document.activeElement !== input;
    input.setAttribute("aria-expanded", String(!list.hidden));
    markActiveOption();
  }

  function closeList() {
    currentRun.abort();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function markActiveOption() {
    for (const [index, row] of [...list.querySelectorAll(".search-option")].entries()) {
      row.setAttribute("aria-selected", String(index === activeIndex));
      if (index === activeIndex) row.scrollIntoView({ block: "nearest" });
    }
    if (activeIndex >= 0) input.setAttribute("aria-activedescendant", `search-option-${activeIndex}`);
    else input.removeAttribute("aria-activedescendant");
  }

  function onKey(event) {
    if (event.key === "Escape") {
      if (list.hidden) input.value = "";
      closeList();
      event.preventDefault();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return showSuggestions();
      const direction = event.key === "ArrowDown" ? 1 : -1;
      if (results.length > 0) activeIndex = (activeIndex + direction + results.length) % results.length;
      markActiveOption();
    }
  }

  /** Opens the marked suggestion; after a fast paste and Enter, first computes the suggestions. */
  async function submitSearch() {
    if (list.hidden || results.length === 0) await showSuggestions();
    const result = results[Math.max(activeIndex, 0)];
    if (result) await chooseResult(result);
  }

  /** @param {Found} result */
  async function chooseResult(result) {
    const { title, href, domain, list: text, icon: name, remembered: rememberedText } = result;
    if (domain !== undefined) return resolveDomain(domain);
    if (text !== undefined) {
      const isInUrl = text.length <= MAX_TEXT_CHARS && isShareable(text);
      if (!isInUrl) storeHandedText(text);
      return openHref(formatRoute({ view: "address", text: isInUrl ? text : "" }));
    }
    const typedText = input.value.trim();
    const search = {
      text: rememberedText ?? (["operation", "recent"].includes(result.kind) ? title : typedText),
      href,
      icon: name,
    };
    pendingSearch = undefined;
    if (!isHash(typedText) || result.kind === "recent") rememberSearch(search);
    else if (result.kind !== "hash") pendingSearch = search;
    openHref(href);
  }

  async function resolveDomain(domain) {
    const thisRun = currentRun;
    showText(tFrame("Resolving {domain}…", { domain }));
    try {
      const account = await (await loadClient()).resolve(domain, { signal: thisRun.signal });
      if (thisRun.signal.aborted) return;
      if (account === null) return showText(tFrame("{domain} is not registered, or names no account.", { domain }));
      const href = formatRoute({ view: "account", text: account });
      rememberSearch({ text: domain, href, icon: "domain" });
      openHref(href);
    } catch (error) {
      if (!thisRun.signal.aborted) showText(adviseOn(error));
    }
  }

  function openHref(href) {
    // Tells a view that already shows this content to load it again.
    dispatchEvent(new CustomEvent("searched", { detail: href }));
    closeList();
    input.value = "";
    pastedText = "";
    input.blur();
    if (location.hash === href) dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = href;
  }

  return { look: showSuggestions };
}

/** Says how much of the index has been read. @param {import("./index-tokens.js").Reading} reading */
function describeReading({ jettons, collections, isEnded, isComplete }) {
  const counts = {
    jettons: tCountFrame(jettons, "{count} jetton", "{count} jettons"),
    collections: tCountFrame(collections, "{count} collection", "{count} collections"),
  };
  if (isComplete) return tFrame("Read from the index: {jettons}, {collections}, which are all.", counts);
  return isEnded
    ? tFrame("Read from the index: {jettons}, {collections}. The search keeps no more.", counts)
    : tFrame("Read from the index: {jettons}, {collections}.", counts);
}

const readSearchText = ({ href }) => parseRoute(href).text;
