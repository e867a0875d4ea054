// The kinds of actions in the filter of the history.

import { MEANINGS } from "../ton-edge/lib/sentences/action-table.js";

/** The kinds in the order of the filter, with the icon of each. */
export const KINDS = /** @type {const} */ ([
  { name: "ton", label: "TON transfers", icon: "wallet" },
  { name: "jetton", label: "Jettons", icon: "jetton" },
  { name: "nft", label: "NFTs", icon: "nft" },
  { name: "swap", label: "Swaps and pools", icon: "swap" },
  { name: "stake", label: "Staking", icon: "stake" },
  { name: "domain", label: "Domains", icon: "domain" },
  { name: "contract", label: "Contracts and other", icon: "contract" },
]);

/** Returns the types of a kind, for `action_type` of the API. @param {string} kind @returns {string[]} */
export const listTypes = (kind) => Object.keys(MEANINGS).filter((type) => MEANINGS[type].kind === kind);
