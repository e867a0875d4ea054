// Shows that an address is meant for another network than the current one, and links to that network.

import { formatRoute } from "../app/route.js";
import { byId, el, fill } from "../shared/dom.js";
import { findOtherNetwork } from "../shared/network.js";
import { t } from "../shared/messages.js";

/** @param {string} text of the address @param {import("ton-edge/address").ParsedAddress} address */
export function paintNetworkNote(text, address) {
  const box = byId("account-network");
  const network = findOtherNetwork(address);
  box.hidden = network === undefined;
  if (network === undefined) return fill(box);
  const words = t(
    network === "testnet" ? "This address is for testnet only." : "This form of the address is for mainnet.",
  );
  const link = el("a", { href: formatRoute({ network, view: "account", text }) }, t("Open on {network}", { network }));
  fill(box, `${words} `, link);
}
