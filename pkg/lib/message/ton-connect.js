// Builds TON Connect requests that send messages: https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md

import { fail, isList, kindOf } from "../util/error.js";
import { requireAddress, formatFriendly, isTestnet, formatRawAddress } from "./address-bytes.js";
import { toBodyCell, readBounce, readCoins, encodeStateInit, INTERNAL_PROPERTIES } from "./encode.js";
import { pickKnownNames, requireObject } from "./inputs.js";

/** Default validity of a request in seconds: the SDK warns about longer ones. */
const VALID_SECONDS = 300;
/** Number of messages that every wallet can send at once: the limit of v3 and v4. */
const DEFAULT_MAX_MESSAGES = 4;
/** Maximum messages of one request to a wallet v5. */
const MAX_MESSAGES = 255;

const OPTIONS = ["network", "from", "validUntil", "maxMessages"];

/** Converts a body to a cell; undefined if the cell is empty. */
export function buildNonEmptyBody(body, testnet) {
  const cell = toBodyCell(body, testnet);
  return cell.bits === 0 && cell.refs.length === 0 ? undefined : cell;
}

/** Converts units of extra currencies to decimal text. */
function encodeExtraCurrencies(currencies) {
  const extraCurrencies = {};
  for (const [id, units] of Object.entries(requireObject(currencies, "extraCurrencies"))) {
    const amount = typeof units === "number" && Number.isSafeInteger(units) ? BigInt(units) : units;
    const isCurrencyId = /^(0|[1-9]\d{0,9})$/.test(id) && Number(id) < 2 ** 32;
    const entryError = (problem) =>
      fail("invalid_parameter", `\`extraCurrencies\`: ${problem}`, { parameter: "extraCurrencies" });
    if (!isCurrencyId) throw entryError(`"${id}" is not an id of a currency: use a whole number below 2^32`);
    if (typeof amount !== "bigint") throw entryError(`the units of ${id} must be a bigint, not ${kindOf(units)}`);
    if (amount < 0n || amount >= 1n << 248n) throw entryError(`the units of ${id} must be from 0 to 2^248 - 1`);
    extraCurrencies[id] = `${amount}`;
  }
  return extraCurrencies;
}

function encodeMessage(action, testnet) {
  const { to, value, bounce, body, init, extraCurrencies } = pickKnownNames(action, INTERNAL_PROPERTIES, "actions");
  /** @type {Record<string, any>} */
  const message = {
    address: formatFriendly(requireAddress(to, "to", testnet), readBounce(bounce), testnet),
    amount: `${readCoins(value)}`,
  };
  const payload = buildNonEmptyBody(body, testnet);
  if (payload) message.payload = payload.toBase64();
  if (init !== undefined && init !== null) message.stateInit = encodeStateInit(init).toBase64();
  if (extraCurrencies !== undefined && extraCurrencies !== null)
    message.extraCurrency = encodeExtraCurrencies(extraCurrencies);
  return message;
}

/** @param {any} actions @param {any} [options] */
export function tonConnectTransaction(actions, options = {}) {
  const {
    network = "mainnet",
    from,
    validUntil,
    maxMessages = DEFAULT_MAX_MESSAGES,
  } = pickKnownNames(options, OPTIONS, "options");
  const testnet = isTestnet(network);
  if (!(Number.isInteger(maxMessages) && maxMessages >= 1 && maxMessages <= MAX_MESSAGES))
    throw fail("invalid_option", `\`maxMessages\` must be a whole number from 1 to ${MAX_MESSAGES}`, {
      parameter: "maxMessages",
    });
  const validUntilSeconds = validUntil ?? Math.floor(Date.now() / 1000) + VALID_SECONDS;
  // A time in milliseconds is refused: the request would never expire.
  if (!(Number.isInteger(validUntilSeconds) && validUntilSeconds > 0 && validUntilSeconds < 2 ** 32))
    throw fail("invalid_option", "`validUntil` must be a Unix time in seconds", { parameter: "validUntil" });
  if (!isList(actions))
    throw fail("invalid_parameter", `\`actions\` must be an array, not ${kindOf(actions)}`, { parameter: "actions" });
  if (actions.length === 0 || actions.length > maxMessages)
    throw fail("invalid_parameter", `\`actions\` must have 1 to ${maxMessages} messages (\`maxMessages\`)`, {
      parameter: "actions",
    });
  return {
    validUntil: validUntilSeconds,
    network: testnet ? "-3" : "-239",
    ...(from !== undefined && from !== null && { from: formatRawAddress(requireAddress(from, "from", testnet)) }),
    messages: actions.map((action) => encodeMessage(action, testnet)),
  };
}
