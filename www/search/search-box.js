// The search of the header: says what it recognises while one types, and opens it.

import { formatRoute, LONGEST, parseRoute } from "../app/route.js";
import { icon, PATHS } from "../design/icons.js";
import { isHash } from "../ton-edge/address.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { adviseOn, withLoadError } from "../shared/errors.js";
import { handOver } from "../shared/handed-text.js";
import { formatCount } from "../shared/format.js";
import { isPhrase, isShareable, PHRASE_WARNING } from "../shared/secrets.js";
import { findOperations, mayBeOperation, recognise } from "./recognise.js";
import { forgetSearches, recentSearches, rememberSearch } from "./recent.js";

/** @typedef {import("./recognise.js").Found} Found */

/** Examples of searches, shown if nothing is found. */
const HELP =
  "Search for an address in any form, a .ton name, a transaction or message hash, a block number, or an operation.";

export function createSearchBox() {
  const input = /** @type {HTMLInputElement} */ (byId("search-input"));
  const list = byId("search-list");
  /** @type {Found[]} */
  let found = [];
  let active = -1;
  /** Replaced with each change, so that a late result sees that it is outdated. */
  let run = new AbortController();
  /** A list that was pasted: the input itself has one line. */
  let pasted = "";
  /**
   * The search for a hash that has no result yet. It may be a public key, which looks like a hash. @type {import("./recent.js").Recent |
   * undefined}
   */
  let sought;

  addEventListener("found", (event) => {
    if (sought && textOf(sought) === /** @type {CustomEvent<string>} */ (event).detail) rememberSearch(sought);
    sought = undefined;
  });
  addEventListener("missed", (event) => {
    if (sought && textOf(sought) === /** @type {CustomEvent<string>} */ (event).detail)
      history.replaceState(null, "", formatRoute({ view: parseRoute(sought.href).view }));
    sought = undefined;
  });
  input.addEventListener("input", look);
  input.addEventListener("focus", look);
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    pasted = /\n\s*\S/.test(text.trim()) ? text : "";
    if (pasted === "") return;
    event.preventDefault();
    input.value = text.trim().replace(/\s+/g, " ").slice(0, LONGEST);
    look();
  });
  input.addEventListener("keydown", onKey);
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  byId("search").addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && byId("search").contains(relatedTarget))) close();
  });
  // A press takes the focus from the input before the click.
  list.addEventListener("pointerdown", (event) => event.preventDefault());

  async function look() {
    run.abort();
    const mine = (run = new AbortController());
    const text = input.value;
    if (pasted !== "" && text !== pasted.trim().replace(/\s+/g, " ").slice(0, LONGEST)) pasted = "";
    if (text.trim() === "") return paintRecent();
    if (isPhrase(pasted === "" ? text : pasted)) return say(PHRASE_WARNING, "message bad");
    try {
      found = recognise(pasted === "" ? text : pasted);
    } catch (error) {
      return say(adviseOn(error));
    }
    active = found.length > 0 ? 0 : -1;
    paint();
    if (!mayBeOperation(text)) return;
    const { operations, rankOperation } = await withLoadError(import("../explorer/catalogue.js")).catch(() => ({
      operations: [],
      rankOperation: () => undefined,
    }));
    if (mine.signal.aborted) return;
    found = [...found, ...findOperations(text, operations, rankOperation)];
    active = found.length > 0 ? Math.max(active, 0) : -1;
    paint();
  }

  function paint() {
    if (found.length === 0) return say(HELP);
    fill(list, found.map(option));
    open();
    byId("search-state").textContent = `${formatCount(found.length, "result")}. ${found[0].title}: ${found[0].detail}`;
  }

  function paintRecent() {
    const recent = recentSearches();
    found = recent.map(({ text, href, icon: name }) => ({
      kind: "recent",
      icon: /** @type {keyof typeof PATHS} */ (Object.hasOwn(PATHS, name) ? name : "history"),
      title: text,
      detail: "",
      href,
    }));
    active = -1;
    if (found.length === 0) return say(HELP);
    const clear = el("button", { type: "button", class: "quiet" }, "Clear");
    clear.addEventListener("click", () => {
      forgetSearches();
      input.focus();
      look();
    });
    fill(
      list,
      el("div", { class: "search-head", role: "presentation" }, el("span", {}, "Last searches"), clear),
      found.map(option),
    );
    open();
  }

  function option({ icon: name, title, detail }, at) {
    const row = el(
      "div",
      { class: "search-option", role: "option", id: `search-option-${at}`, "aria-selected": String(at === active) },
      icon(name),
      el("span", { class: "search-words" }, el("span", {}, title), detail && el("span", {}, detail)),
    );
    row.addEventListener("click", () => choose(found[at]));
    return row;
  }

  /** A sentence in the place of results. */
  function say(text, kind = "search-head") {
    found = [];
    active = -1;
    fill(list, el("div", { class: kind, role: "presentation" }, text));
    byId("search-state").textContent = text;
    open();
  }

  function open() {
    list.hidden = document.activeElement !== input;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark();
  }

  function close() {
    run.abort();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function mark() {
    for (const [at, row] of [...list.querySelectorAll(".search-option")].entries()) {
      row.setAttribute("aria-selected", String(at === active));
      if (at === active) row.scrollIntoView({ block: "nearest" });
    }
    if (active >= 0) input.setAttribute("aria-activedescendant", `search-option-${active}`);
    else input.removeAttribute("aria-activedescendant");
  }

  function onKey(event) {
    if (event.key === "Escape") {
      if (list.hidden) input.value = "";
      close();
      event.preventDefault();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return look();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (found.length > 0) active = (active + step + found.length) % found.length;
      mark();
    }
  }

  /** Opens the marked suggestion, or after a fast paste and Enter the meaning of the text. */
  async function submit() {
    if (list.hidden || found.length === 0) await look();
    const chosen = found[Math.max(active, 0)];
    if (chosen) await choose(chosen);
  }

  /** @param {Found} chosen */
  async function choose(chosen) {
    const { title, href, domain, list: text, icon: name } = chosen;
    if (domain !== undefined) return resolve(domain);
    if (text !== undefined) {
      const isInUrl = text.length <= LONGEST && isShareable(text);
      if (!isInUrl) handOver(text);
      return go(formatRoute({ view: "address", text: isInUrl ? text : "" }));
    }
    const typed = input.value.trim();
    const search = { text: ["operation", "recent"].includes(chosen.kind) ? title : typed, href, icon: name };
    sought = undefined;
    if (!isHash(typed) || chosen.kind === "recent") rememberSearch(search);
    else if (chosen.kind !== "hash") sought = search;
    go(href);
  }

  async function resolve(domain) {
    const mine = run;
    say(`Resolving ${domain}…`);
    try {
      const account = await (await loadClient()).resolve(domain, { signal: mine.signal });
      if (mine.signal.aborted) return;
      if (account === null) return say(`${domain} is not registered, or names no account.`);
      const href = formatRoute({ view: "account", text: account });
      rememberSearch({ text: domain, href, icon: "domain" });
      go(href);
    } catch (error) {
      if (!mine.signal.aborted) say(adviseOn(error));
    }
  }

  function go(href) {
    // A view that shows this already reads it again.
    dispatchEvent(new CustomEvent("searched", { detail: href }));
    close();
    input.value = "";
    pasted = "";
    input.blur();
    if (location.hash === href) dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = href;
  }

  return { look };
}

const textOf = ({ href }) => parseRoute(href).text;
