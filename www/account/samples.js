// Sample accounts: recently active ones of different kinds.

import { formatRoute } from "../app/route.js";
import { formatFriendly } from "../shared/account-link.js";
import { readDomain } from "../ton-edge/lib/sentences/domain.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { shorten } from "../shared/format.js";
import { renderIdenticon } from "../shared/identicon.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "../shared/messages.js";

/** Number of latest actions in which samples are searched. */
const REQUESTED_ACTIONS = 50;
const MAX_SAMPLES = 6;

/**
 * Returns the accounts that appear most often in the latest actions, at most two of each kind. @param {any} response of
 * `actions`
 */
function chooseSamples({ actions, address_book: book }) {
  const counts = new Map();
  for (const { details } of actions ?? [])
    for (const address of Object.values(details ?? {}))
      if (typeof address === "string" && Object.hasOwn(book ?? {}, address))
        counts.set(address, (counts.get(address) ?? 0) + 1);
  const countByKind = new Map();
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([address]) => ({ address, kind: describeKind(book[address]) }))
    .filter(({ kind }) => {
      countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1);
      return countByKind.get(kind) <= 2;
    })
    .slice(0, MAX_SAMPLES);
}

const describeKind = ({ interfaces }) =>
  String(interfaces?.[0] ?? "account")
    .replace(/_v\d.*$/, "")
    .replaceAll("_", " ");

/** Shows links to sample accounts; loads them once per network. */
export function createSamples() {
  const box = byId("account-samples");
  /**
   * The current run. A change of network replaces it, so that a late response of the other network is ignored.
   * @type {AbortController | undefined}
   */
  let currentRun;

  async function loadSamples() {
    if (currentRun) return;
    const thisRun = (currentRun = new AbortController());
    fill(
      box,
      ...Array.from({ length: MAX_SAMPLES }, () => el("span", { class: "chip" }, el("span", { class: "skeleton" }))),
    );
    try {
      const { v3 } = await loadClient();
      const response = await v3.actions({ limit: REQUESTED_ACTIONS, sort: "desc" }, { signal: thisRun.signal });
      const samples = chooseSamples(response);
      if (thisRun !== currentRun) return;
      fill(
        box,
        samples.length > 0 ? samples.map((sample) => renderLink(sample, response.address_book ?? {})) : t("None yet."),
      );
    } catch (error) {
      if (thisRun !== currentRun) return;
      currentRun = undefined;
      const retryButton = el("button", { type: "button" }, t("Retry"));
      retryButton.addEventListener("click", loadSamples);
      fill(box, el("div", { class: "message bad", role: "alert" }, describeError(error), retryButton));
    }
  }

  function renderLink({ address, kind }, book) {
    const bookEntry = book[address];
    const text = formatFriendly(address, bookEntry);
    const domain = readDomain(bookEntry);
    return el(
      "a",
      { class: "chip", href: formatRoute({ view: "account", text }), title: text },
      renderIdenticon(address),
      domain ? el("bdi", {}, domain) : el("span", { class: "mono" }, shorten(text)),
      el("span", { class: "kind" }, visibleText(kind === "account" ? t(kind) : kind)),
    );
  }

  return {
    load: loadSamples,
    /** Forgets the samples when the network changes. */
    forget() {
      currentRun?.abort();
      currentRun = undefined;
    },
  };
}
