// Reads an action of v3 from the view of an account, or neutrally: kind, direction, title, parties, amounts. Names and metadata of tokens are
// not used here.

import { MEANINGS } from "./action-table.js";
import { readRawAddress } from "./raw-address.js";

/** The asset TON, which unlike jettons has no contract. */
export const TON = "TON";

/**
 * @typedef {{ sign: "in" | "out" | "", side?: "gives" | "gets", units: string | null, asset: string }} Amount
 *   `asset`: TON, the address of a jetton, `currency:ID` of an extra currency, or "" if it is not known; "in": the account receives it;
 *   `side`: whether the actor gives or gets the amount, if known; `units`: null if the field is not an amount
 * @typedef {object} Facts
 * @property {string} type @property {import("./action-table.js").Kind} kind
 * @property {"in" | "out" | "both" | "self" | "none"} direction of the amounts, from the account's view
 * @property {"done" | "failed" | "pending" | "unknown"} status
 * @property {0 | 1 | 2} role whether the account is the actor, the other party, or neither
 * @property {string} title
 * @property {string} meaning the type whose meaning the action has: the API reports the purchase of an NFT as a transfer
 * @property {boolean} hasActor whether actions of this type have an actor
 * @property {string} [from] @property {string} [to] raw addresses
 * @property {string} [party] the other party, from the account's view @property {string} preposition before its name, or empty
 * @property {Amount[]} amounts @property {Amount} [price] @property {string} [item] address of an NFT @property {string[]} words
 * @property {string} [comment] @property {boolean} encrypted whether the comment is encrypted
 */

/** More digits than any amount has. A longer text would take long to convert. */
const MAX_DIGITS = 80;
const WHOLE_NUMBER = /^\d+$/;
const MAX_TYPE_CHARS = 60;

const isText = (/** @type {unknown} */ value) => typeof value === "string" && value !== "";
const isSame = (/** @type {unknown} */ address, /** @type {string | undefined} */ account) =>
  account !== undefined && typeof address === "string" && address.toUpperCase() === account.toUpperCase();
const toObject = (/** @type {any} */ value) => (typeof value === "object" && value !== null ? value : {});
const toList = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);

/** Converts a name of the API to words: `new_thing` gives "New thing". @param {string} name */
const formatTypeTitle = (name) => {
  const words = name.slice(0, MAX_TYPE_CHARS).replaceAll("_", " ").trim();
  return words === "" ? "Unknown action" : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Reads the digits of an amount; null if the value is something else. @param {unknown} value */
function readUnits(value) {
  const isNumber = typeof value === "string" || typeof value === "bigint" || Number.isSafeInteger(value);
  const text = isNumber ? String(value) : "";
  return text.length <= MAX_DIGITS && WHOLE_NUMBER.test(text) ? String(BigInt(text)) : null;
}

/**
 * Reads an amount from the fields that `move` names; undefined if there is none. @param {any} details @param
 * {import("./action-table.js").Move} move @param {(details: any) => boolean} isTon
 */
function readAmount(details, [field, assetField], isTon) {
  const value = details[field];
  if (value === undefined || value === null || value === "") return undefined;
  const units = readUnits(value);
  if (assetField === undefined) return { units, asset: isTon(details) ? TON : "" };
  const asset = details[assetField.replace("?", "")];
  const isAbsent = asset === undefined || asset === null || asset === "";
  const isTonAmount = isAbsent && assetField.endsWith("?") && isTon(details);
  return { units, asset: isTonAmount ? TON : (readRawAddress(asset) ?? "") };
}

const isAlwaysTon = () => true;

/** Returns the amounts of action types whose amounts are nested, as given and received by the actor. @type {Record<string, (details: any) => any>} */
const NESTED_AMOUNTS = {
  jetton_swap(details) {
    const peers = toList(details.peer_swaps).map(toObject);
    const [first = {}, last = {}] = [peers[0], peers.at(-1)];
    const firstTransfer = details.dex_incoming_transfer ?? { amount: first.amount_in, asset: first.asset_in };
    const receivedTransfer = details.dex_outgoing_transfer ?? { amount: last.amount_out, asset: last.asset_out };
    const readTransfer = (/** @type {any} */ transfer) =>
      readAmount(toObject(transfer), ["amount", "asset?"], isAlwaysTon);
    return { gives: [readTransfer(firstTransfer)], gets: [readTransfer(receivedTransfer)] };
  },
  jvault_claim: ({ claimed_rewards: rewards }) => ({
    gives: [],
    gets: toList(rewards).map((reward) => readAmount(toObject(reward), ["amount", "jetton"], isAlwaysTon)),
  }),
  ton_transfer: ({ value_extra_currencies: currencies }) => readCurrencies(currencies),
  call_contract: ({ extra_currencies: currencies }) => readCurrencies(currencies),
  extra_currency_transfer: ({ value_extra_currencies: sent, extra_currencies: currencies }) =>
    readCurrencies(sent ?? currencies),
};

const readCurrencies = (/** @type {unknown} */ currencies) => ({
  gives: Object.entries(toObject(currencies)).map(([id, amount]) => {
    const amountRead = readAmount({ amount }, ["amount"], isAlwaysTon);
    return amountRead && { ...amountRead, asset: `currency:${id}` };
  }),
  gets: [],
});

/**
 * The meaning of an action whose type is not in the table, by its name and by common names of parties in its details.
 *
 * @param {string} type @param {any} details @returns {import("./action-table.js").Meaning}
 */
const guessMeaning = (type, details) => {
  const findName = (/** @type {string[]} */ names) => names.find((name) => isText(details[name]));
  const title = formatTypeTitle(type);
  return {
    kind: "contract",
    titles: [title, title, title],
    actor: [findName(["source", "sender", "owner", "initiator"]) ?? "source"],
    other: [findName(["destination", "receiver", "recipient", "pool"]) ?? "destination"],
  };
};

/** Returns the type whose meaning an action has. The API reports an NFT purchase as a transfer. @param {string} type @param {any} details */
const chooseMeaning = (type, details) =>
  type === "nft_transfer" && details.is_purchase === true ? "nft_purchase" : type;

/** Whether the action happened, as far as the response says. @returns {Facts["status"]} */
function readStatus(/** @type {any} */ { success, finality }) {
  if (success === false) return "failed";
  if (finality === "pending") return "pending";
  return success === true ? "done" : "unknown";
}

/**
 * @param {any} action of v3 @param {string} [account] raw; without it the action is described neutrally
 * @returns {Facts}
 */
export function readAction(action, account) {
  const { type: rawType, details: rawDetails, ...fields } = toObject(action);
  const type = isText(rawType) ? rawType : "unknown";
  const details = toObject(rawDetails);
  const meaningType = chooseMeaning(type, details);
  const meaning = Object.hasOwn(MEANINGS, meaningType) ? MEANINGS[meaningType] : guessMeaning(type, details);
  const { kind, titles, actor = [], other = [], gives = [], gets = [], item, words, isTon = isAlwaysTon } = meaning;
  const [otherPreposition, actorPreposition] = meaning.prepositions ?? choosePrepositions(meaning);
  const isActor = actor.some((name) => isSame(details[name], account));
  const isOther = other.some((name) => isSame(details[name], account));
  const role = isActor ? 0 : isOther ? 1 : 2;
  const nested = (Object.hasOwn(NESTED_AMOUNTS, type) && NESTED_AMOUNTS[type](details)) || { gives: [], gets: [] };
  const signAmounts = (/** @type {any[]} */ list, /** @type {"gives" | "gets"} */ side) => {
    const sign = isActor === isOther ? "" : isActor === (side === "gets") ? "in" : "out";
    return list.filter(Boolean).map((amount) => ({ ...amount, sign, side }));
  };
  const readMoves = (/** @type {import("./action-table.js").Move[]} */ moves) =>
    moves.map((move) => readAmount(details, move, isTon));
  /** @type {Amount[]} */
  const amounts = [
    ...signAmounts([...readMoves(gives), ...nested.gives], "gives"),
    ...signAmounts([...readMoves(gets), ...nested.gets], "gets"),
  ];
  const findFirstText = (/** @type {string[]} */ names) => names.map((name) => details[name]).find(isText);
  const [from, to] = [findFirstText(actor), findFirstText(other)];
  const price = meaning.price === undefined ? undefined : readAmount(details, [meaning.price], isAlwaysTon);
  const hasComment = isText(details.comment);
  const isEncrypted = details.encrypted === true || details.is_encrypted_comment === true;
  return {
    type,
    kind,
    direction: decideDirection(amounts, isActor, isOther),
    status: readStatus(fields),
    role,
    title: titles[role],
    meaning: meaningType,
    hasActor: actor.length > 0,
    from,
    to,
    party: role === 1 && !isActor ? from : to,
    preposition: role === 1 ? actorPreposition : to ? otherPreposition : "",
    amounts,
    price: price && { ...price, sign: "" },
    item: item && isText(details[item]) ? details[item] : undefined,
    words: [
      ...(words?.(details) ?? []),
      type === "call_contract" && isText(details.opcode) ? details.opcode : undefined,
    ].filter(isText),
    comment: hasComment && !isEncrypted ? details.comment : undefined,
    encrypted: hasComment && isEncrypted,
  };
}

/** @returns {Facts["direction"]} */
function decideDirection(
  /** @type {Amount[]} */ amounts,
  /** @type {boolean} */ isActor,
  /** @type {boolean} */ isOther,
) {
  if (isActor && isOther) return "self";
  const distinctSigns = new Set(amounts.map(({ sign }) => sign).filter(Boolean));
  if (distinctSigns.size > 1) return "both";
  const [singleSign] = distinctSigns;
  if (singleSign) return singleSign;
  return isActor ? "out" : isOther ? "in" : "none";
}

/**
 * Returns the prepositions before the parties: the actor gives to the other party, receives from it, or calls a contract.
 *
 * @returns {[string, string]}
 */
function choosePrepositions(/** @type {import("./action-table.js").Meaning} */ { kind, gives = [], gets = [] }) {
  if (kind === "contract") return ["", "by"];
  return gets.length > 0 && gives.length === 0 ? ["from", "by"] : ["to", "from"];
}
