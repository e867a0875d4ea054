// Says that an address is meant for another network than the one shown, and offers that one.

import { formatRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { findOtherNetwork } from "../shared/network.js";

/** @param {string} text of the address @param {import("ton-edge/address").ParsedAddress} address */
export function paintNetworkNote(text, address) {
  const box = byId("account-network");
  const network = findOtherNetwork(address);
  box.hidden = network === undefined;
  if (network === undefined) return fill(box);
  const words =
    network === "testnet" ? "This address is for testnet only. " : "This form of the address is for mainnet. ";
  fill(box, words, el("a", { href: formatRoute({ network, view: "account", text }) }, `Open on ${network}`));
}
