// Requests of TON Connect to send messages: https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md

import { fail, isList, kindOf } from "../util/error.js";
import { addressOf, friendlyAddress, isTestnet, rawText } from "./address-bytes.js";
import { bodyOf, bounceOf, coins, encodeStateInit, INTERNAL } from "./encode.js";
import { knownOnly, objectOf } from "./inputs.js";

/** Seconds for which a request is valid unless the caller says otherwise: the most before the SDK warns. */
const VALID_FOR = 300;
/** Messages that every wallet sends at once: those of v3 and v4. */
const MESSAGES = 4;
/** Most messages that a wallet v5 sends in one request. */
const MOST_MESSAGES = 255;

const OPTIONS = ["network", "from", "validUntil", "maxMessages"];

/** A body as a cell; undefined if it is empty. */
export function filledBody(body, testnet) {
  const cell = bodyOf(body, testnet);
  return cell.bits === 0 && cell.refs.length === 0 ? undefined : cell;
}

/** Units of other currencies as decimal text. */
function extraOf(currencies) {
  const extra = {};
  for (const [id, units] of Object.entries(objectOf(currencies, "extraCurrencies"))) {
    const amount = typeof units === "number" && Number.isSafeInteger(units) ? BigInt(units) : units;
    const known = /^(0|[1-9]\d{0,9})$/.test(id) && Number(id) < 2 ** 32;
    if (!known || typeof amount !== "bigint" || amount < 0n || amount >= 1n << 248n)
      throw fail("invalid_parameter", "`extraCurrencies` has units as bigints by the ids of currencies", {
        parameter: "extraCurrencies",
      });
    extra[id] = `${amount}`;
  }
  return extra;
}

function messageOf(given, testnet) {
  const { to, value, bounce, body, init, extraCurrencies } = knownOnly(given, INTERNAL, "actions");
  /** @type {Record<string, any>} */
  const message = {
    address: friendlyAddress(addressOf(to, "to", testnet), bounceOf(bounce), testnet),
    amount: `${coins(value)}`,
  };
  const payload = filledBody(body, testnet);
  if (payload) message.payload = payload.toBase64();
  if (init !== undefined && init !== null) message.stateInit = encodeStateInit(init).toBase64();
  if (extraCurrencies !== undefined && extraCurrencies !== null) message.extraCurrency = extraOf(extraCurrencies);
  return message;
}

/** @param {any} actions @param {any} [options] */
export function tonConnectTransaction(actions, options = {}) {
  const { network = "mainnet", from, validUntil, maxMessages = MESSAGES } = knownOnly(options, OPTIONS, "options");
  const testnet = isTestnet(network);
  if (!(Number.isInteger(maxMessages) && maxMessages >= 1 && maxMessages <= MOST_MESSAGES))
    throw fail("invalid_option", `\`maxMessages\` must be a whole number from 1 to ${MOST_MESSAGES}`, {
      parameter: "maxMessages",
    });
  const until = validUntil ?? Math.floor(Date.now() / 1000) + VALID_FOR;
  // A time in milliseconds would make a request that never expires.
  if (!(Number.isInteger(until) && until > 0 && until < 2 ** 32))
    throw fail("invalid_option", "`validUntil` must be a Unix time in seconds", { parameter: "validUntil" });
  if (!isList(actions))
    throw fail("invalid_parameter", `\`actions\` must be an array, not ${kindOf(actions)}`, { parameter: "actions" });
  if (actions.length === 0 || actions.length > maxMessages)
    throw fail("invalid_parameter", `\`actions\` must have 1 to ${maxMessages} messages (\`maxMessages\`)`, {
      parameter: "actions",
    });
  return {
    validUntil: until,
    network: testnet ? "-3" : "-239",
    ...(from !== undefined && from !== null && { from: rawText(addressOf(from, "from", testnet)) }),
    messages: actions.map((action) => messageOf(action, testnet)),
  };
}
