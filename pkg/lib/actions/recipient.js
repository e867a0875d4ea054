// Finds the recipient of a transfer from an address or a domain.

import { isTestOnly } from "../message/raw-address.js";
import { fail, kindOf } from "../util/error.js";
import { pickOptions } from "../util/options.js";
import { getClientState } from "./client-state.js";
import { dns } from "./dns.js";
import { CALL_OPTIONS } from "./get-options.js";
import { parseAddressText, toRawAddress } from "./raw-address.js";

const recipientError = (message) => fail("invalid_parameter", message, { parameter: "recipient" });

/** Whether the client is for testnet, by its option `network` or its base URL, as in `createClient`. */
const isTestnet = ({ network, baseUrl }) => network === "testnet" || baseUrl.includes("testnet");

/** Returns the account in a text that is an address of the client's network; undefined if the text is not an address. */
function readRecipientAddress(client, text) {
  const address = parseAddressText(text);
  if (address === undefined) return undefined;
  if (isTestOnly(text) && !isTestnet(getClientState(client).settings))
    throw recipientError("this is a testnet address, but the client is for mainnet");
  // `E` and `k` are the first characters of bounceable addresses (first byte 0x11 or 0x91).
  return { address, name: null, bounceable: text.length === 48 ? /^[Ek]/.test(text) : null };
}

/** @param {any} client @param {any} recipient @param {any} [rawOptions] @returns {Promise<any>} */
export async function recipient(client, recipient, rawOptions = {}) {
  const options = pickOptions(rawOptions, [...CALL_OPTIONS, "local"], "client.recipient");
  if (typeof recipient === "object" && recipient !== null)
    return { address: toRawAddress(recipient), name: null, bounceable: null };
  if (typeof recipient !== "string")
    throw recipientError(`expected an address or a domain as text, not ${kindOf(recipient)}`);
  const text = recipient.trim();
  const readRecipient = readRecipientAddress(client, text);
  if (readRecipient) return readRecipient;
  if (!text.includes(".")) {
    // No request is sent: the client refuses the text with an error that names the position of the wrong character.
    const { local, ...request } = options;
    await client.v2.getAddressBalance({ address: text }, request);
    throw recipientError("neither an address nor a domain (a domain has a dot)");
  }
  const name = text.toLowerCase().replace(/\.$/, "");
  const address = (await dns(client, name, options))?.wallet ?? null;
  if (address === null)
    throw fail("domain_not_found", "the domain does not exist, or has no record that names an account", {
      parameter: "recipient",
    });
  return { address, name, bounceable: null };
}
