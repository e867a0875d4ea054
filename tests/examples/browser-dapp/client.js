// The client of the page, and what depends on the network.

import { createClient } from "ton-edge";
import { isAddress, packAddress, parseAddress } from "ton-edge/address";

const { content } = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="network"]'));
export const network = content === "testnet" ? "testnet" : "mainnet";

/** The gateway is at the origin of the page: there, requests need neither CORS nor an API key. */
export const client = createClient({ baseUrl: network === "testnet" ? "/testnet" : "/" });

/** An address as people pass it on: bounceable for contracts, not for wallets. @param {string} raw */
export const friendly = (raw, bounceable = false) => packAddress(raw, { bounceable, testOnly: network === "testnet" });

/** The account that somebody typed: an address in any form, or a domain. @param {string} typed */
export async function accountOf(typed) {
  const text = typed.trim();
  const isDomain = text.includes(".") && !isAddress(text);
  if (!isDomain) return parseAddress(text).raw;
  const account = await client.resolve(text);
  if (account === null) throw new Error(`${text} names no account.`);
  return account;
}
