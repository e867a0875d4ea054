// A link to an account with its small picture.

import { renderAccountLink } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { renderIdenticon } from "../shared/identicon.js";

/** @param {string} address raw @param {import("../activity/describe-action.js").Page} page */
export const renderParty = (address, { book }) =>
  el("span", { class: "address token-party" }, renderIdenticon(address), renderAccountLink(address, book));
