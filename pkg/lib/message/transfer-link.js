// Links that open a wallet with a transfer: https://docs.ton.org/ecosystem/wallet-apps/deep-links

import { fail, kindOf } from "../util/error.js";
import { addressOf, friendlyAddress, isTestnet, rawText } from "./address-bytes.js";
import { parseBoc } from "./cell.js";
import { bounceOf, coins, encodeStateInit } from "./encode.js";
import { decodeStateInit } from "./decode.js";
import { encodeText, knownOnly } from "./inputs.js";
import { isTestOnly } from "./raw-address.js";
import { filledBody } from "./ton-connect.js";

/** The part of the link before the address: the scheme of TON, and links of wallets that say the same. */
const PREFIXES = [
  "ton://transfer/",
  "tonkeeper://transfer/",
  "https://app.tonkeeper.com/transfer/",
  "https://my.tt/transfer/",
];
/** Characters of a link: more than a wallet reads. */
const MOST = 65536;
const NAMES = ["amount", "text", "bin", "init", "jetton", "exp"];
const INPUT = ["to", "value", "bounce", "body", "init", "jetton", "validUntil", "network"];

const wrong = (parameter, message, cause) => fail("invalid_parameter", message, { parameter, cause });

/** Whether a time is one that a wallet compares with its clock, in seconds. */
const isTime = (time) => Number.isInteger(time) && time > 0 && time < 2 ** 32;

/** @param {any} transfer */
export function transferLink(transfer) {
  const given = knownOnly(transfer, INPUT, "transfer");
  const { to, value, bounce, body, init, jetton, validUntil, network = "mainnet" } = given;
  const testnet = isTestnet(network);
  const address = friendlyAddress(addressOf(to, "to", testnet), bounceOf(bounce), testnet);
  const query = [];
  const put = (name, text) => query.push(`${name}=${encodeURIComponent(text)}`);
  const isText = typeof body === "string";
  if (jetton !== undefined && jetton !== null) {
    put("jetton", friendlyAddress(addressOf(jetton, "jetton", testnet), true, testnet));
    if (!isText && body !== undefined && body !== null)
      throw wrong("body", "a link for a jetton has a text as `body`, no cell");
    if (init !== undefined && init !== null) throw wrong("init", "a link for a jetton has no `init`");
  }
  // Only null leaves it to the user: a forgotten value would be one, too.
  if (value !== null) put("amount", `${coins(value)}`);
  if (isText) {
    encodeText(body, "body");
    if (body !== "") put("text", body);
  } else {
    const cell = filledBody(body, testnet);
    if (cell) put("bin", cell.toBase64());
  }
  if (init !== undefined && init !== null) put("init", encodeStateInit(init).toBase64());
  if (validUntil !== undefined && validUntil !== null) {
    if (!isTime(validUntil)) throw wrong("validUntil", "`validUntil` must be a Unix time in seconds");
    put("exp", `${validUntil}`);
  }
  return `${PREFIXES[0]}${address}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** The text of a part of a link. */
function decoded(name, text) {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw wrong(name, `\`${name}\` is not percent-encoded UTF-8`, cause);
  }
}

/** The parameters of a query by their names. */
function parametersOf(query) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const part of query === "" ? [] : query.split("&")) {
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    if (!NAMES.includes(name))
      throw fail("unknown_parameter", `links have no such parameter; there are ${NAMES.join(", ")}`, {
        parameter: name.slice(0, 64),
      });
    if (found[name] !== undefined) throw wrong(name, `the link has \`${name}\` twice`);
    const text = part.slice(name.length + 1);
    // In texts a plus is a space, as forms write it; base64 often has it unencoded.
    found[name] = decoded(name, name === "text" ? text.replaceAll("+", " ") : text);
  }
  return found;
}

function cellOf(name, text) {
  try {
    return parseBoc(text, { maxBytes: MOST, maxCells: 4096 });
  } catch (cause) {
    throw wrong(name, `\`${name}\` is no bag of cells: ${cause.message}`, cause);
  }
}

/** A whole number as links have it. */
function wholeNumber(name, text, isGood) {
  if (/^(0|[1-9]\d{0,39})$/.test(text) && isGood(text)) return text;
  throw wrong(name, `\`${name}\` must be a whole number in decimal digits`);
}

/** @param {string} link */
export function parseTransferLink(link) {
  if (typeof link !== "string") throw wrong("link", `expected a link as text, not ${kindOf(link)}`);
  if (link.length > MOST) throw wrong("link", `a link has at most ${MOST} characters`);
  const prefix = PREFIXES.find((one) => link.slice(0, one.length).toLowerCase() === one);
  if (prefix === undefined) throw wrong("link", `a link begins with one of ${PREFIXES.join(", ")}`);
  const [, path, query = "", rest] = /** @type {string[]} */ (
    /^([^?#]*)(?:\?([^#]*))?([^]*)$/.exec(link.slice(prefix.length))
  );
  if (rest !== "") throw wrong("link", "a link ends with its parameters, without `#`");
  const to = decoded("to", path);
  const found = parametersOf(query);
  const { amount, text, bin, init, jetton, exp } = found;
  // No standard says what a wallet does with both.
  if (text !== undefined && bin !== undefined) throw wrong("bin", "the link has a text and a body");
  for (const name of ["bin", "init"])
    if (jetton !== undefined && found[name] !== undefined) throw wrong(name, `a link for a jetton has no \`${name}\``);
  const friendly = to.length === 48;
  /** @type {Record<string, any>} */
  const transfer = {
    to: rawText(addressOf(to, "to", true)),
    // The lower bits of the first byte: 0x11 or 0x51.
    bounce: !friendly || /^[Ek]/.test(to),
    network: isTestOnly(to) ? "testnet" : "mainnet",
    value: null,
  };
  if (amount !== undefined)
    transfer.value = BigInt(wholeNumber("amount", amount, (digits) => BigInt(digits) >> 120n === 0n));
  if (text !== undefined) transfer.body = text;
  if (bin !== undefined) transfer.body = cellOf("bin", bin);
  if (init !== undefined) {
    transfer.init = cellOf("init", init);
    try {
      decodeStateInit(transfer.init);
    } catch (cause) {
      throw wrong("init", `\`init\` is no StateInit: ${cause.message}`, cause);
    }
  }
  if (jetton !== undefined) transfer.jetton = rawText(addressOf(jetton, "jetton", transfer.network === "testnet"));
  if (exp !== undefined) transfer.validUntil = Number(wholeNumber("exp", exp, (digits) => isTime(Number(digits))));
  return transfer;
}
