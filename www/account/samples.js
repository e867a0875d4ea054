// Accounts to look at: some that are busy now, of different kinds.

import { formatRoute } from "../app/route.js";
import { domainOf, friendlyOf } from "../shared/account-link.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { shorten } from "../shared/format.js";
import { renderIdenticon } from "../shared/identicon.js";
import { visibleText } from "../shared/visible-text.js";

/** Actions that are looked through. */
const REQUESTED = 50;
const MOST = 6;

/** The accounts that most of the latest actions name, of each kind at most two. @param {any} response of `actions` */
function chooseSamples({ actions, address_book: book }) {
  const counts = new Map();
  for (const { details } of actions ?? [])
    for (const address of Object.values(details ?? {}))
      if (typeof address === "string" && Object.hasOwn(book ?? {}, address))
        counts.set(address, (counts.get(address) ?? 0) + 1);
  const kinds = new Map();
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([address]) => ({ address, kind: kindOf(book[address]) }))
    .filter(({ kind }) => {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      return kinds.get(kind) <= 2;
    })
    .slice(0, MOST);
}

const kindOf = ({ interfaces }) =>
  String(interfaces?.[0] ?? "account")
    .replace(/_v\d.*$/, "")
    .replaceAll("_", " ");

/** Shows links to them, once on each network. */
export function createSamples() {
  const box = byId("account-samples");
  /**
   * The list that is shown or loading. It is replaced on a change of network, so that a late response of the other network is ignored.
   * @type {AbortController | undefined}
   */
  let run;

  async function load() {
    if (run) return;
    const mine = (run = new AbortController());
    fill(box, ...Array.from({ length: MOST }, () => el("span", { class: "chip" }, el("span", { class: "skeleton" }))));
    try {
      const { v3 } = await loadClient();
      const response = await v3.actions({ limit: REQUESTED, sort: "desc" }, { signal: mine.signal });
      const found = chooseSamples(response);
      if (mine !== run) return;
      fill(box, found.length > 0 ? found.map((one) => link(one, response.address_book ?? {})) : "None yet.");
    } catch (error) {
      if (mine !== run) return;
      run = undefined;
      const retry = el("button", { type: "button" }, "Retry");
      retry.addEventListener("click", load);
      fill(box, el("div", { class: "message bad", role: "alert" }, describeError(error), retry));
    }
  }

  function link({ address, kind }, book) {
    const known = book[address];
    const text = friendlyOf(address, known);
    const domain = domainOf(known);
    return el(
      "a",
      { class: "chip", href: formatRoute({ view: "account", text }), title: text },
      renderIdenticon(address),
      domain ? el("bdi", {}, domain) : el("span", { class: "mono" }, shorten(text)),
      el("span", { class: "kind" }, visibleText(kind)),
    );
  }

  return {
    load,
    /** The samples are of another network. */
    forget() {
      run?.abort();
      run = undefined;
    },
  };
}
