// Renders an amount of a jetton. Without known decimals it is in smallest units, since guessed decimals could be wrong by a factor of a
// thousand.

import { el } from "../shared/dom.js";
import { formatUnits } from "../shared/format.js";
import { t } from "../shared/messages.js";

/**
 * @param {unknown} units @param {{ symbol?: string, decimals?: number }} jetton
 * @returns {import("../shared/dom.js").Child[]}
 */
export function renderUnits(units, { symbol, decimals }) {
  const amount = formatUnits(units, decimals ?? 0);
  if (amount === undefined) return [t("not known")];
  return [
    el("strong", { class: "jetton-amount", title: amount }, amount),
    " ",
    decimals === undefined
      ? el(
          "span",
          { class: "soft", title: t("In smallest units: decimals unknown") },
          t("units"),
          el("span", { class: "hidden" }, t(", decimals unknown")),
        )
      : el("bdi", { class: "jetton-symbol", title: symbol ?? t("jetton") }, symbol ?? t("jetton")),
  ];
}
