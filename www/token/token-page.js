// The page of a token: the data of its contract and of the index, and its lists in tabs. The views of jettons, NFT collections and NFTs are
// such pages.

import { parseAddress } from "../ton-edge/address.js";
import { renderPicture } from "../account/picture.js";
import { formatRoute, parseRoute } from "../app/route.js";
import { recogniseText } from "../search/recognise.js";
import { formatFriendly } from "../shared/account-link.js";
import { loadClient } from "../shared/client.js";
import { connectTabs } from "../shared/connect-tabs.js";
import { byId, copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { loadKnownTokens, warnOfLookAlikes } from "../shared/look-alike.js";
import { findOtherNetwork, readNetwork } from "../shared/network.js";
import { renderRelative } from "../shared/relative-time.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { rememberTokens } from "../shared/seen-tokens.js";
import { renderComment } from "../shared/comment.js";
import { readChainText } from "../ton-edge/lib/sentences/token.js";
import { renderMetadata } from "./metadata-rows.js";
import { chooseFields } from "./token-name.js";
import { t } from "../shared/messages.js";

const WAITING_TEXT = "…";

/**
 * What the head shows. `facts`: names and values in the order of the kind's `factNames`; `content`: the fields that the contract stores, `token`: the fields of the index
 * @typedef {{ name: string, symbol?: string, isScam: boolean, image?: unknown, description?: string,
 *   facts: import("../shared/dom.js").Child[][], content: Record<string, any> | null | undefined, token: any }} Shown
 */

/**
 * A list in a tab. @typedef {{ open(address: string): void, close(): void, pause(): void, resume(): void, update(): void }} TabList
 */

/**
 * @typedef {object} Kind
 * @property {"jetton" | "collection" | "nft"} view @property {string} lead
 * @property {{ title: string, label: string, show: string, other: string, details: string, absent: string, absentReason: string }} texts
 * @property {string[]} factNames
 * @property {(v3: import("ton-edge").Client["v3"], address: string, options: { signal: AbortSignal }) => Promise<{ row: any, page: import("../activity/describe-action.js").Page } | undefined>} read
 * @property {(row: any, page: import("../activity/describe-action.js").Page) => Shown} describe
 * @property {{ name: string, label: string, rows?: string, create(context: { whenRead(): Promise<void>, read(): any }): TabList }[]} tabs
 *   `rows`: the class of the element of a row list, which `create` fills; `create` gets the function that resolves once the head has been read,
 *   or has failed, and the one that returns the row
 */

/** @param {import("../app/route.js").ViewUrl} url @param {Kind} kind */
export function createTokenPage(url, kind) {
  const { view: viewName, texts } = kind;
  const formatElementId = (/** @type {string} */ name) => `${viewName}-${name}`;
  const findPart = (/** @type {string} */ name) => byId(formatElementId(name));
  const tabNames = listTabs(kind).map(({ name }) => name);
  byId(`view-${viewName}`)
    .querySelector(".token-page")
    .append(...renderParts(kind, formatElementId));
  const input = /** @type {HTMLInputElement} */ (findPart("input"));
  const lists = Object.fromEntries(
    kind.tabs.map(({ name, create }) => [
      name,
      create({ whenRead: () => shownToken?.isRead ?? Promise.resolve(), read: () => shownToken?.found?.row }),
    ]),
  );
  /**
   * @type {{ text: string, address: string, stop: AbortController, state: "loading" | "failed" | "absent" | "done", opened: Set<string>,
   *   isRead: Promise<void>, found?: { row: any, page: any } } | undefined}
   */
  let shownToken;
  let tab = tabNames[0];

  const tabBar = connectTabs(tabNames.map(formatElementId), (id) => {
    const name = id.slice(viewName.length + 1);
    if (!shownToken) return;
    url.replace(shownToken.text, { tab: name === tabNames[0] ? undefined : name });
    chooseTab(name);
  });
  findPart("form").addEventListener("submit", (event) => {
    event.preventDefault();
    url.push(input.value.trim(), {});
  });
  findPart("retry").addEventListener("click", () => {
    findPart("title").focus();
    readHead();
  });
  findPart("refresh").addEventListener("click", async () => {
    if (!shownToken || shownToken.state === "loading") return;
    const reading = readHead();
    for (const list of Object.values(lists)) list.close();
    shownToken.opened.clear();
    openCurrentTab();
    await reading;
  });

  function chooseTab(name) {
    tab = name;
    tabBar.select(formatElementId(name));
    openCurrentTab();
    // Updated now, because a hidden list could not measure its rows.
    for (const list of Object.values(lists)) list.update();
  }

  function openCurrentTab() {
    if (!shownToken || shownToken.state === "absent" || !lists[tab] || shownToken.opened.has(tab)) return;
    shownToken.opened.add(tab);
    lists[tab].open(shownToken.address);
  }

  function paintState(/** @type {NonNullable<typeof shownToken>} */ ownToken, ...failure) {
    const { state } = ownToken;
    findPart("head").dataset.state = state;
    findPart("head").setAttribute("aria-busy", String(state === "loading"));
    findPart("refresh").setAttribute("aria-disabled", String(state === "loading"));
    findPart("error").hidden = state !== "failed";
    fill(findPart("why"), ...failure);
    findPart("absent").hidden = state !== "absent";
    findPart("tabs").hidden = findPart("panels").hidden = state === "absent";
  }

  function readHead() {
    const ownToken = /** @type {NonNullable<typeof shownToken>} */ (shownToken);
    ownToken.stop.abort();
    ownToken.stop = new AbortController();
    ownToken.isRead = requestHead(ownToken, ownToken.stop.signal);
    return ownToken.isRead;
  }

  /** The shown data stays until the new data arrives. */
  async function requestHead(ownToken, signal) {
    ownToken.state = "loading";
    paintState(ownToken);
    try {
      const { v3 } = await loadClient();
      const response = await kind.read(v3, ownToken.address, { signal });
      if (ownToken !== shownToken || signal.aborted) return;
      ownToken.found = response;
      ownToken.state = response ? "done" : "absent";
      rememberTokens(response?.page.metadata);
      if (response) paintToken(response);
      else for (const list of Object.values(lists)) list.close();
      paintState(ownToken);
      fill(findPart("read"), `${t("read")} `, renderRelative(Math.floor(Date.now() / 1000)));
      dispatchEvent(new CustomEvent(response ? "found" : "missed", { detail: ownToken.text }));
    } catch (error) {
      if (ownToken !== shownToken || signal.aborted) return;
      ownToken.state = "failed";
      paintState(ownToken, ...describeError(error));
    }
  }

  function paintToken({ row, page }) {
    const shownData = kind.describe(row, page);
    const { name, symbol, isScam, image, description, facts, content, token } = shownData;
    fill(findPart("picture"), renderPicture(image, row.address, 256));
    url.title(`${name} \u00b7 ${texts.title}`);
    fill(findPart("title"), el("bdi", { title: name }, name));
    fill(
      findPart("marks"),
      symbol !== undefined && el("bdi", { class: "token-symbol" }, symbol),
      isScam && el("span", { class: "badge bad" }, t("Marked as scam")),
    );
    fill(findPart("description"), ...(description === undefined ? [] : renderComment(description, true)));
    for (const [index, value] of facts.entries()) fill(findPart(`fact-${index}`), ...value);
    fill(findPart("metadata"), ...renderMetadata(content, token));
    paintAddress(row.address, page.book);
    warnOfSimilarNames(row.address, token, content);
  }

  /** Warns if the name looks like that of a known token. The list of these is loaded last, since few names do. */
  async function warnOfSimilarNames(address, token, content) {
    const ownToken = shownToken;
    const fields = chooseFields(token, content);
    const knownTokens = await loadKnownTokens().catch(() => []);
    if (ownToken !== shownToken) return;
    const [name, symbol] = [readChainText(fields.name), readChainText(fields.symbol)];
    const warnings = warnOfLookAlikes({ network: readNetwork(), view: viewName, address, name, symbol }, knownTokens);
    fill(findPart("warnings"), ...warnings.map((text) => el("p", {}, el("strong", {}, text))));
    findPart("warnings").hidden = warnings.length === 0;
  }

  /** Shows the address: a friendly one unchanged, a raw one in the form of the address book. */
  function paintAddress(address, book) {
    const { text } = /** @type {NonNullable<typeof shownToken>} */ (shownToken);
    const shownAddress = text.includes(":") ? formatFriendly(address, book[address]) : text;
    // Elements are not replaced needlessly, since one may have the focus.
    if (findPart("address").dataset.address === shownAddress) return;
    findPart("address").dataset.address = shownAddress;
    fill(
      findPart("address"),
      el("span", { class: "mono" }, shownAddress),
      copyButton(shownAddress, t("address")),
      el("a", { href: formatRoute({ view: "account", text: shownAddress }) }, t("Account")),
      el("a", { href: formatRoute({ view: viewName }) }, texts.other),
    );
  }

  function clearToken() {
    fill(findPart("picture"));
    fill(findPart("title"), texts.title);
    for (const name of ["marks", "warnings", "description", "metadata", "read"]) fill(findPart(name));
    findPart("warnings").hidden = true;
    for (const index of kind.factNames.keys()) fill(findPart(`fact-${index}`), WAITING_TEXT);
  }

  function closeToken() {
    shownToken?.stop.abort();
    shownToken = undefined;
    for (const list of Object.values(lists)) list.close();
    findPart("shown").hidden = true;
    findPart("entry").hidden = false;
    input.removeAttribute("aria-invalid");
    findPart("message").className = "message";
    fill(findPart("message"));
  }

  /** Opens the subject of a link; for any other text shows that it is not an address. */
  function refuseText(text, error) {
    const href = recogniseText(text).find((result) => result.href !== undefined)?.href;
    if (href !== undefined) return location.replace(href);
    input.setAttribute("aria-invalid", "true");
    findPart("message").classList.add("bad");
    fill(findPart("message"), isPhrase(text) ? t(PHRASE_WARNING) : describeError(error));
    input.focus();
  }

  function openToken(text) {
    closeToken();
    input.value = text;
    if (text === "") return;
    let address;
    try {
      address = parseAddress(text);
    } catch (error) {
      return refuseText(text, error);
    }
    shownToken = {
      text,
      address: address.raw,
      stop: new AbortController(),
      state: "loading",
      opened: new Set(),
      isRead: Promise.resolve(),
    };
    findPart("shown").hidden = false;
    findPart("entry").hidden = true;
    clearToken();
    fill(findPart("picture"), renderPicture(undefined, address.raw));
    paintAddress(address.raw, {});
    const otherNetwork = findOtherNetwork(address);
    fill(
      findPart("network"),
      otherNetwork ? t("This form of the address is meant for {network}.", { network: otherNetwork }) : "",
    );
    findPart("network").hidden = otherNetwork === undefined;
    fill(
      findPart("absent"),
      el("p", {}, el("strong", {}, texts.absent)),
      el(
        "p",
        {},
        `${texts.absentReason} `,
        el("a", { href: formatRoute({ view: "account", text }) }, t("Show the account")),
      ),
    );
    readHead();
  }

  return {
    /** @param {string} text @param {Record<string, string>} query @param {boolean} [isRefresh] */
    show(text, query, isRefresh = false) {
      if (isRefresh || shownToken?.text !== text) openToken(text);
      else {
        // Requests that `leave` has aborted.
        if (shownToken.stop.signal.aborted && shownToken.state === "loading") readHead();
        for (const list of Object.values(lists)) list.resume();
      }
      if (shownToken) chooseTab(tabNames.includes(query.tab) ? query.tab : tabNames[0]);
    },
    leave() {
      if (shownToken?.state === "loading") shownToken.stop.abort();
      for (const list of Object.values(lists)) list.pause();
    },
  };
}

/**
 * The tab with metadata comes first for NFTs, which have little else, and last for other tokens.
 * @param {Pick<Kind, "view" | "tabs">} kind
 */
function listTabs({ view, tabs }) {
  const metadata = { name: "metadata", label: t("Metadata"), rows: undefined };
  return view === "nft" ? [metadata, ...tabs] : [...tabs, metadata];
}

/** @param {Kind} kind @param {(name: string) => string} identify */
function renderParts({ view, texts, lead, factNames, tabs }, identify) {
  const id = identify;
  const entry = el(
    "div",
    { id: id("entry") },
    el("p", { class: "lead" }, lead),
    el(
      "form",
      { id: id("form"), class: "card entry", noValidate: true },
      el("label", { htmlFor: id("input") }, texts.label),
      el(
        "div",
        { class: "entry-line" },
        el("input", {
          id: id("input"),
          class: "mono",
          type: "text",
          autocomplete: "off",
          autocapitalize: "off",
          spellcheck: false,
          "aria-describedby": id("message"),
        }),
        el("button", { class: "primary", type: "submit" }, texts.show),
      ),
      el("div", { id: id("message"), class: "message", role: "status" }),
      el("p", { class: "soft" }, t("The search above finds tokens by name and symbol.")),
    ),
  );
  const headElement = el(
    "div",
    { id: id("head"), class: "card token-head", role: "group", "aria-labelledby": id("title") },
    el(
      "div",
      { class: "token-identity" },
      el("span", { id: id("picture"), class: "token-picture" }),
      el(
        "div",
        { class: "token-names" },
        el("h3", { id: id("title"), tabIndex: -1 }),
        el("span", { id: id("marks"), class: "token-marks" }),
      ),
      el("p", { id: id("address"), class: "token-address" }),
      el(
        "p",
        { class: "token-freshness" },
        el("button", { id: id("refresh"), type: "button" }, t("Refresh")),
        el("span", { id: id("read") }),
      ),
    ),
    el("div", { id: id("warnings"), class: "message bad", hidden: true }),
    el("p", { id: id("description"), class: "token-description" }),
    el(
      "div",
      { class: "token-body" },
      el(
        "dl",
        { class: "token-facts" },
        ...factNames.map((name, index) =>
          el("div", {}, el("dt", {}, name), el("dd", { id: id(`fact-${index}`) }, WAITING_TEXT)),
        ),
      ),
      el(
        "div",
        { id: id("error"), class: "message bad", hidden: true },
        el("div", { id: id("why"), role: "alert" }),
        el("button", { id: id("retry"), type: "button" }, t("Retry")),
      ),
    ),
  );
  const allTabs = listTabs({ view, tabs });
  const tabBar = el(
    "div",
    { id: id("tabs"), class: "tabs", role: "tablist", "aria-label": texts.details },
    ...allTabs.map(({ name, label }, index) =>
      el(
        "button",
        {
          id: `tab-${id(name)}`,
          type: "button",
          role: "tab",
          "aria-controls": `panel-${id(name)}`,
          "aria-selected": String(index === 0),
          tabIndex: index === 0 ? 0 : -1,
        },
        label,
      ),
    ),
  );
  const panels = allTabs.map(({ name, label, rows }, index) =>
    el(
      "div",
      {
        id: `panel-${id(name)}`,
        role: "tabpanel",
        "aria-labelledby": `tab-${id(name)}`,
        hidden: index !== 0,
      },
      name === "metadata"
        ? el("div", { id: id("metadata") })
        : el(
            "div",
            { id: `${id(name)}-list`, class: "paged" },
            rows === undefined
              ? el("div", { id: `${id(name)}-rows` })
              : el("div", { id: `${id(name)}-rows`, class: rows, role: "list", "aria-label": label }),
          ),
    ),
  );
  return [
    entry,
    el(
      "div",
      { id: id("shown"), class: "token-shown", hidden: true },
      el("p", { id: id("network"), class: "message note", hidden: true }),
      headElement,
      el("div", { id: id("absent"), class: "message note", hidden: true }),
      tabBar,
      el("div", { id: id("panels") }, ...panels),
    ),
  ];
}
