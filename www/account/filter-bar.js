// The filters of the history: direction, kind, token, time. The visitor changes one, and the URL has it.

import { KINDS } from "../activity/action-table.js";
import { TON } from "../activity/describe-action.js";
import { tokenWords } from "../activity/format-amount.js";
import { byId, el, fill } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { lookOf } from "../shared/token-symbol.js";
import { isEmpty } from "./history-filter.js";

/** Tokens that the filter lists. */
const MOST_TOKENS = 200;

/** @typedef {import("./history-filter.js").Filter} Filter @param {(filter: Filter) => void} chosen */
export function createFilterBar(chosen) {
  const select = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (byId(`history-${name}`));
  const input = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (byId(`history-${name}`));
  const [kind, token, time] = [select("kind"), select("token"), select("time")];
  const [from, until] = [input("from"), input("until")];
  const directions = /** @type {HTMLButtonElement[]} */ ([...byId("history-direction").children]);
  const toggle = byId("history-toggle");
  /** Labels of tokens by asset. @type {Map<string, string>} */
  const tokens = new Map();
  /** @type {Filter} */
  let filter = {};

  kind.append(
    el("option", { value: "" }, "Any kind"),
    ...KINDS.map(({ name, label }) => el("option", { value: name }, label)),
  );
  const change = (/** @type {Filter} */ more) => chosen({ ...filter, ...more });
  for (const button of directions)
    button.addEventListener("click", () =>
      change({ direction: /** @type {any} */ (button.dataset.direction || undefined) }),
    );
  kind.addEventListener("change", () => change({ kind: kind.value || undefined }));
  token.addEventListener("change", () => change({ token: token.value || undefined }));
  time.addEventListener("change", () => {
    const days = time.value === "days";
    byId("history-days").hidden = !days;
    if (days) from.focus();
    else change({ time: time.value || undefined, from: undefined, until: undefined });
  });
  for (const field of [from, until])
    field.addEventListener("change", () =>
      change({ time: undefined, from: from.value || undefined, until: until.value || undefined }),
    );
  byId("history-clear").addEventListener("click", () => {
    kind.focus();
    chosen({});
  });
  toggle.addEventListener("click", () => {
    const open = toggle.getAttribute("aria-expanded") !== "true";
    toggle.setAttribute("aria-expanded", String(open));
    byId("history-filters").classList.toggle("open", open);
  });

  function paintTokens() {
    const options = [el("option", { value: "" }, "Any token"), el("option", { value: TON }, "TON")];
    const others = [...tokens].filter(([asset]) => asset !== TON).sort(([, a], [, b]) => a.localeCompare(b));
    /** How many tokens look like this one; lookalikes are shown with their address. @type {Map<string, number>} */
    const alike = new Map();
    for (const [, label] of others) alike.set(lookOf(label), (alike.get(lookOf(label)) ?? 0) + 1);
    const name = (/** @type {string} */ asset, /** @type {string} */ label) =>
      Number(alike.get(lookOf(label))) > 1 ? `${label} ${shorten(asset, 8)}` : label;
    options.push(...others.map(([asset, label]) => el("option", { value: asset }, name(asset, label))));
    if (filter.token && filter.token !== TON && !tokens.has(filter.token))
      options.push(el("option", { value: filter.token }, shorten(filter.token)));
    fill(token, options);
    token.value = filter.token ?? "";
  }

  return {
    /** @param {Filter} next @param {boolean} another whether the account has changed, so that its tokens are still unknown */
    show(next, another) {
      filter = next;
      if (another) tokens.clear();
      for (const button of directions)
        button.setAttribute("aria-pressed", String((button.dataset.direction || undefined) === filter.direction));
      kind.value = filter.kind ?? "";
      const days = filter.from !== undefined || filter.until !== undefined;
      time.value = days ? "days" : (filter.time ?? "");
      byId("history-days").hidden = !days;
      from.value = filter.from ?? "";
      until.value = filter.until ?? "";
      byId("history-clear").hidden = isEmpty(filter);
      const count = Object.entries(filter).filter(([name, one]) => name !== "direction" && one !== undefined).length;
      byId("history-count").textContent = count > 0 ? `Filter (${count})` : "Filter";
      paintTokens();
    },
    /** Lists the tokens of rows. @param {import("../activity/describe-action.js").Entry[]} entries */
    seen(entries) {
      const before = tokens.size;
      for (const { activity, page } of entries)
        for (const { asset } of activity.amounts)
          if (asset.includes(":") && !asset.startsWith("currency") && !tokens.has(asset) && tokens.size < MOST_TOKENS)
            tokens.set(asset, tokenWords(asset, page.metadata).symbol ?? shorten(asset));
      if (tokens.size > before) paintTokens();
    },
  };
}
