// Values of the facts in the head of a token's page.

import { renderParty } from "./party.js";
import { copyButton, el } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { t } from "../shared/messages.js";

/**
 * Renders a link to an account. Only a response that says null proves that the token has no owner.
 * @param {unknown} address @param {import("../activity/describe-action.js").Page} page @param {string} noOwnerText
 */
export const renderOwner = (address, page, noOwnerText) =>
  typeof address === "string" && address !== ""
    ? [renderParty(address, page)]
    : [address === null ? noOwnerText : t("not known")];

/** @param {unknown} hash @param {string} label */
export const renderHash = (hash, label) =>
  typeof hash === "string" && hash !== ""
    ? [el("span", { class: "mono", title: hash }, shorten(hash, 6)), copyButton(hash, label)]
    : [t("not known")];
