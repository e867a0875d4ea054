// Links that open a wallet with a transfer: https://docs.ton.org/ecosystem/wallet-apps/deep-links

import { fail, kindOf } from "../util/error.js";
import { requireAddress, formatFriendly, isTestnet, formatRawAddress } from "./address-bytes.js";
import { parseBoc } from "./cell.js";
import { readBounce, readCoins, encodeStateInit } from "./encode.js";
import { decodeStateInit } from "./decode.js";
import { encodeText, pickKnownNames } from "./inputs.js";
import { isTestOnly } from "./raw-address.js";
import { buildNonEmptyBody } from "./ton-connect.js";

/** Possible beginnings of a link, before the address: the `ton:` scheme, and equivalent links of wallets. */
const PREFIXES = [
  "ton://transfer/",
  "tonkeeper://transfer/",
  "https://app.tonkeeper.com/transfer/",
  "https://my.tt/transfer/",
];
/** Maximum characters of a link: more than any wallet accepts. */
const MAX_LINK_CHARS = 65536;
const PARAMETER_NAMES = ["amount", "text", "bin", "init", "jetton", "exp"];
const TRANSFER_PROPERTIES = ["to", "value", "bounce", "body", "init", "jetton", "validUntil", "network"];

const linkError = (parameter, message, cause) => fail("invalid_parameter", message, { parameter, cause });

/** Whether a number can be a Unix time in seconds; a larger one is probably in milliseconds. */
const isTime = (time) => Number.isInteger(time) && time > 0 && time < 2 ** 32;

/** @param {any} transfer */
export function transferLink(transfer) {
  const values = pickKnownNames(transfer, TRANSFER_PROPERTIES, "transfer");
  const { to, value, bounce, body, init, jetton, validUntil, network = "mainnet" } = values;
  const testnet = isTestnet(network);
  const address = formatFriendly(requireAddress(to, "to", testnet), readBounce(bounce), testnet);
  const query = [];
  const addParameter = (name, text) => query.push(`${name}=${encodeURIComponent(text)}`);
  const isText = typeof body === "string";
  if (jetton !== undefined && jetton !== null) {
    addParameter("jetton", formatFriendly(requireAddress(jetton, "jetton", testnet), true, testnet));
    if (!isText && body !== undefined && body !== null)
      throw linkError("body", "in a link for a jetton, `body` must be a text, not a cell");
    if (init !== undefined && init !== null) throw linkError("init", "a link for a jetton cannot have `init`");
  }
  // Only `null` lets the user enter the amount: `undefined` may be a forgotten value.
  if (value !== null) addParameter("amount", `${readCoins(value)}`);
  if (isText) {
    encodeText(body, "body");
    if (body !== "") addParameter("text", body);
  } else {
    const cell = buildNonEmptyBody(body, testnet);
    if (cell) addParameter("bin", cell.toBase64());
  }
  if (init !== undefined && init !== null) addParameter("init", encodeStateInit(init).toBase64());
  if (validUntil !== undefined && validUntil !== null) {
    if (!isTime(validUntil)) throw linkError("validUntil", "`validUntil` must be a Unix time in seconds");
    addParameter("exp", `${validUntil}`);
  }
  return `${PREFIXES[0]}${address}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** Percent-decodes a part of a link. */
function decodePart(name, text) {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw linkError(name, `\`${name}\` is not percent-encoded UTF-8`, cause);
  }
}

/** Returns the parameters of a query by their names. */
function readParameters(query) {
  /** @type {Record<string, string>} */
  const parameters = {};
  for (const part of query === "" ? [] : query.split("&")) {
    const equalsIndex = part.indexOf("=");
    const name = equalsIndex < 0 ? part : part.slice(0, equalsIndex);
    if (!PARAMETER_NAMES.includes(name))
      throw fail("unknown_parameter", `unknown parameter in the link; known are ${PARAMETER_NAMES.join(", ")}`, {
        parameter: name.slice(0, 64),
      });
    if (parameters[name] !== undefined) throw linkError(name, `the link has \`${name}\` twice`);
    const text = part.slice(name.length + 1);
    // In `text` a plus means a space, as in forms; in base64 it is a digit, often not percent-encoded.
    parameters[name] = decodePart(name, name === "text" ? text.replaceAll("+", " ") : text);
  }
  return parameters;
}

function readCell(name, text) {
  try {
    return parseBoc(text, { maxBytes: MAX_LINK_CHARS, maxCells: 4096 });
  } catch (cause) {
    throw linkError(name, `\`${name}\` is not a bag of cells: ${cause.message}`, cause);
  }
}

/** Returns the text if it is a whole number in decimal digits, without sign or leading zeros; throws otherwise. */
function requireWholeNumber(name, text, isValid) {
  if (/^(0|[1-9]\d{0,39})$/.test(text) && isValid(text)) return text;
  throw linkError(name, `\`${name}\` must be a whole number in decimal digits`);
}

/** @param {string} link */
export function parseTransferLink(link) {
  if (typeof link !== "string") throw linkError("link", `expected a link as text, not ${kindOf(link)}`);
  if (link.length > MAX_LINK_CHARS) throw linkError("link", `a link must have at most ${MAX_LINK_CHARS} characters`);
  const prefix = PREFIXES.find((candidate) => link.slice(0, candidate.length).toLowerCase() === candidate);
  if (prefix === undefined) throw linkError("link", `a link must begin with one of ${PREFIXES.join(", ")}`);
  const [, path, query = "", rest] = /** @type {string[]} */ (
    /^([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(link.slice(prefix.length))
  );
  if (rest !== "") throw linkError("link", "a link must not have a fragment (`#`)");
  const to = decodePart("to", path);
  const parameters = readParameters(query);
  const { amount, text, bin, init, jetton, exp } = parameters;
  // No standard defines a link with both `text` and `bin`.
  if (text !== undefined && bin !== undefined) throw linkError("bin", "the link has both `text` and `bin`");
  for (const name of ["bin", "init"])
    if (jetton !== undefined && parameters[name] !== undefined)
      throw linkError(name, `a link for a jetton cannot have \`${name}\``);
  const isFriendly = to.length === 48;
  /** @type {Record<string, any>} */
  const transfer = {
    to: formatRawAddress(requireAddress(to, "to", true)),
    // `E` and `k` are the first characters of bounceable addresses (first byte 0x11 or 0x91).
    bounce: !isFriendly || /^[Ek]/.test(to),
    network: isTestOnly(to) ? "testnet" : "mainnet",
    value: null,
  };
  if (amount !== undefined)
    transfer.value = BigInt(requireWholeNumber("amount", amount, (digits) => BigInt(digits) >> 120n === 0n));
  if (text !== undefined) {
    encodeText(text, "text");
    transfer.body = text;
  }
  if (bin !== undefined) transfer.body = readCell("bin", bin);
  if (init !== undefined) {
    transfer.init = readCell("init", init);
    try {
      decodeStateInit(transfer.init);
    } catch (cause) {
      throw linkError("init", `\`init\` is not a StateInit: ${cause.message}`, cause);
    }
  }
  if (jetton !== undefined)
    transfer.jetton = formatRawAddress(requireAddress(jetton, "jetton", transfer.network === "testnet"));
  if (exp !== undefined)
    transfer.validUntil = Number(requireWholeNumber("exp", exp, (digits) => isTime(Number(digits))));
  return transfer;
}
