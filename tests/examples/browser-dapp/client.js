// The client of the page, and the settings that depend on the network.

import { createClient } from "ton-edge";
import { packAddress } from "ton-edge/address";

const { content } = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="network"]'));
export const network = content === "testnet" ? "testnet" : "mainnet";

/** The gateway is at the origin of the page: there, requests need neither CORS nor an API key. */
export const client = createClient({ baseUrl: network === "testnet" ? "/testnet" : "/" });

/** An address in its usual form: bounceable for contracts, not for wallets. @param {string} raw */
export const formatFriendly = (raw, bounceable = false) =>
  packAddress(raw, { bounceable, testOnly: network === "testnet" });

/** The account that the user typed: an address in any form, or a domain. @param {string} typedText */
export const resolveAccount = async (typedText) => (await client.recipient(typedText)).address;
