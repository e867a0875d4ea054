// The filters of the history: direction, kind, token, time. When the visitor changes one, the URL follows.

import { KINDS } from "../activity/kinds.js";
import { byId, el, fill } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { describeAsset } from "../ton-edge/lib/sentences/asset.js";
import { TON } from "../ton-edge/lib/sentences/read-action.js";
import { normalizeLook } from "../ton-edge/lib/sentences/token-symbol.js";
import { isFilterEmpty } from "./history-filter.js";
import { t } from "../shared/messages.js";

/** Maximum tokens that the filter lists. */
const MAX_TOKENS = 200;

/** @typedef {import("./history-filter.js").Filter} Filter @param {(filter: Filter) => void} onChange */
export function createFilterBar(onChange) {
  const findSelect = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (byId(`history-${name}`));
  const findInput = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (byId(`history-${name}`));
  const [kind, token, time] = [findSelect("kind"), findSelect("token"), findSelect("time")];
  const [fromInput, untilInput] = [findInput("from"), findInput("until")];
  const directions = /** @type {HTMLButtonElement[]} */ ([...byId("history-direction").children]);
  const toggleButton = byId("history-toggle");
  /** Labels of tokens by asset. @type {Map<string, string>} */
  const tokenLabels = new Map();
  /** @type {Filter} */
  let filter = {};

  kind.append(
    el("option", { value: "" }, t("Any kind")),
    ...KINDS.map(({ name, label }) => el("option", { value: name }, t(label))),
  );
  const changeFilter = (/** @type {Filter} */ changes) => onChange({ ...filter, ...changes });
  for (const button of directions)
    button.addEventListener("click", () =>
      changeFilter({ direction: /** @type {any} */ (button.dataset.direction || undefined) }),
    );
  kind.addEventListener("change", () => changeFilter({ kind: kind.value || undefined }));
  token.addEventListener("change", () => changeFilter({ token: token.value || undefined }));
  time.addEventListener("change", () => {
    const hasDays = time.value === "days";
    byId("history-days").hidden = !hasDays;
    if (hasDays) fromInput.focus();
    else changeFilter({ time: time.value || undefined, from: undefined, until: undefined });
  });
  for (const dateInput of [fromInput, untilInput])
    dateInput.addEventListener("change", () =>
      changeFilter({ time: undefined, from: fromInput.value || undefined, until: untilInput.value || undefined }),
    );
  byId("history-clear").addEventListener("click", () => {
    kind.focus();
    onChange({});
  });
  toggleButton.addEventListener("click", () => {
    const isOpen = toggleButton.getAttribute("aria-expanded") !== "true";
    toggleButton.setAttribute("aria-expanded", String(isOpen));
    byId("history-filters").classList.toggle("open", isOpen);
  });

  function paintTokens() {
    const options = [el("option", { value: "" }, t("Any token")), el("option", { value: TON }, "TON")];
    const otherTokens = [...tokenLabels].filter(([asset]) => asset !== TON).sort(([, a], [, b]) => a.localeCompare(b));
    /**
     * Number of tokens by the look of their name. If several names look alike, the tokens are shown with their addresses. @type
     * {Map<string, number>}
     */
    const countByLook = new Map();
    for (const [, label] of otherTokens)
      countByLook.set(normalizeLook(label), (countByLook.get(normalizeLook(label)) ?? 0) + 1);
    const name = (/** @type {string} */ asset, /** @type {string} */ label) =>
      Number(countByLook.get(normalizeLook(label))) > 1 ? `${label} ${shorten(asset, 8)}` : label;
    options.push(...otherTokens.map(([asset, label]) => el("option", { value: asset }, name(asset, label))));
    if (filter.token && filter.token !== TON && !tokenLabels.has(filter.token))
      options.push(el("option", { value: filter.token }, shorten(filter.token)));
    fill(token, options);
    token.value = filter.token ?? "";
  }

  return {
    /** @param {Filter} next @param {boolean} isOtherAccount whether the account has changed, so that its tokens are still unknown */
    show(next, isOtherAccount) {
      filter = next;
      if (isOtherAccount) tokenLabels.clear();
      for (const button of directions)
        button.setAttribute("aria-pressed", String((button.dataset.direction || undefined) === filter.direction));
      kind.value = filter.kind ?? "";
      const hasDays = filter.from !== undefined || filter.until !== undefined;
      time.value = hasDays ? "days" : (filter.time ?? "");
      byId("history-days").hidden = !hasDays;
      fromInput.value = filter.from ?? "";
      untilInput.value = filter.until ?? "";
      byId("history-clear").hidden = isFilterEmpty(filter);
      const count = Object.entries(filter).filter(
        ([name, value]) => name !== "direction" && value !== undefined,
      ).length;
      toggleButton.dataset.count = String(count);
      byId("history-count").textContent = count > 0 ? t("Filter ({count})", { count }) : t("Filter");
      paintTokens();
    },
    /** Adds the tokens of new rows to the filter. @param {import("../activity/describe-action.js").Entry[]} entries */
    addTokens(entries) {
      const sizeBefore = tokenLabels.size;
      for (const { activity, page } of entries)
        for (const { asset } of activity.amounts)
          if (
            asset.includes(":") &&
            !asset.startsWith("currency") &&
            !tokenLabels.has(asset) &&
            tokenLabels.size < MAX_TOKENS
          )
            tokenLabels.set(asset, describeAsset(asset, page.metadata).symbol ?? shorten(asset));
      if (tokenLabels.size > sizeBefore) paintTokens();
    },
  };
}
