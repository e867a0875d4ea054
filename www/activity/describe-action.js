// Describes an action of v3 from the view of an account, or neutrally: kind, direction, title, parties, amounts. Does not use the DOM.

import { MEANINGS } from "./action-table.js";

/** The asset TON, which unlike jettons has no contract. */
export const TON = "TON";

/**
 * @typedef {{ sign: "in" | "out" | "", side?: "gives" | "gets", units: string, asset: string }} Amount
 *   `asset`: TON, the address of a jetton, `currency:ID` of an extra currency, or "" if it is not known; "in": the account receives it;
 * `side`:
 * whether the actor gives or gets the amount, if known
 * @typedef {object} Activity
 * @property {string} id @property {string} type @property {import("./action-table.js").Kind} kind
 * @property {"in" | "out" | "both" | "self" | "none"} direction of the amounts, from the account's view
 * @property {"done" | "failed" | "bounced"} state @property {string} [why] the reason of a failure, as text
 * @property {string} title @property {string} [from] @property {string} [to] raw addresses
 * @property {string} [party] the other party, from the account's view @property {string} preposition before its name, or empty
 * @property {Amount[]} amounts @property {string} [item] address of an NFT @property {string[]} words
 * @property {string} [comment] @property {boolean} encrypted whether the comment is encrypted
 * @property {number | undefined} time Unix time in seconds @property {string} hash of a transaction in its trace @property {string} lt
 */

/**
 * @typedef {{ book: Record<string, any>, metadata: Record<string, any> }} Page data about accounts in the response
 * @typedef {{ activity: Activity, page: Page }} Entry of a table
 */

/** Converts a name of the API to words: `new_thing` gives "New thing". @param {string} name */
const formatTypeTitle = (name) => {
  const words = name.replaceAll("_", " ").trim();
  return words === "" ? "Unknown action" : words.charAt(0).toUpperCase() + words.slice(1);
};

const WHOLE_NUMBER = /^\d+$/;
const isText = (/** @type {unknown} */ value) => typeof value === "string" && value !== "";
const isSame = (/** @type {unknown} */ address, /** @type {string | undefined} */ account) =>
  account !== undefined && typeof address === "string" && address.toUpperCase() === account.toUpperCase();

/**
 * Reads an amount from the fields that `move` names; undefined if there is none. @param {any} details @param
 * {import("./action-table.js").Move} move
 */
function readAmount(details, [field, assetField]) {
  const units = details[field];
  if (!WHOLE_NUMBER.test(String(units ?? "")) || BigInt(units) === 0n) return undefined;
  if (assetField === undefined) return { units: String(units), asset: TON };
  const asset = details[assetField.replace("?", "")];
  return { units: String(units), asset: isText(asset) ? asset : assetField.endsWith("?") ? TON : "" };
}

/**
 * Returns the amounts of action types whose amounts are nested, as given and received by the actor. @param {string} type @param {any}
 * details
 */
function readNestedAmounts(type, details) {
  if (type === "jetton_swap") {
    const peers = Array.isArray(details.peer_swaps) ? details.peer_swaps : [];
    const given = details.dex_incoming_transfer ?? { amount: peers[0]?.amount_in, asset: peers[0]?.asset_in };
    const received = details.dex_outgoing_transfer ?? {
      amount: peers.at(-1)?.amount_out,
      asset: peers.at(-1)?.asset_out,
    };
    return { gives: [readAmount(given, ["amount", "asset?"])], gets: [readAmount(received, ["amount", "asset?"])] };
  }
  if (type === "jvault_claim")
    return {
      gives: [],
      gets: (details.claimed_rewards ?? []).map((/** @type {any} */ reward) =>
        readAmount(reward, ["amount", "jetton"]),
      ),
    };
  const extra = details.value_extra_currencies ?? details.extra_currencies ?? {};
  return { gives: Object.entries(extra).map(([id, amount]) => readCurrency(id, amount)), gets: [] };
}

const readCurrency = (/** @type {string} */ id, /** @type {unknown} */ amount) => {
  const amountOfCurrency = readAmount({ amount }, ["amount"]);
  return amountOfCurrency && { ...amountOfCurrency, asset: `currency:${id}` };
};

/**
 * Describes an action whose type is not in the table, by its name and by common names of parties in its details.
 *
 * @param {string} type @param {any} details
 */
const describeUnknown = (type, details) => ({
  kind: /** @type {const} */ ("contract"),
  titles: /** @type {const} */ ([formatTypeTitle(type), formatTypeTitle(type), formatTypeTitle(type)]),
  actor: [["source", "sender", "owner", "initiator"].find((name) => isText(details[name])) ?? "source"],
  other: [["destination", "receiver", "recipient", "pool"].find((name) => isText(details[name])) ?? "destination"],
});

/** Returns the meaning of an action. The API reports an NFT purchase as a transfer. */
const findMeaning = (/** @type {string} */ type, /** @type {any} */ details) =>
  Object.hasOwn(MEANINGS, type)
    ? MEANINGS[type === "nft_transfer" && details.is_purchase === true ? "nft_purchase" : type]
    : describeUnknown(type, details);

/**
 * @param {any} action of v3 @param {string} [account] raw; without it the action is described neutrally
 * @returns {Activity}
 */
export function describeAction(action, account) {
  const type = String(action.type ?? "unknown");
  const details = typeof action.details === "object" && action.details !== null ? action.details : {};
  /** @type {import("./action-table.js").Meaning} */
  const meaning = /** @type {any} */ (findMeaning(type, details));
  const { kind, titles, actor = [], other = [], gives = [], gets = [], item, words } = meaning;
  const [otherPreposition, actorPreposition] = meaning.prepositions ?? choosePrepositions(meaning);
  const isActor = actor.some((name) => isSame(details[name], account));
  const isOther = other.some((name) => isSame(details[name], account));
  const role = isActor ? 0 : isOther ? 1 : 2;
  const nestedAmounts = readNestedAmounts(type, details);
  const signAmounts = (/** @type {any[]} */ list, /** @type {"gives" | "gets"} */ side) => {
    const sign = isActor === isOther ? "" : isActor === (side === "gets") ? "in" : "out";
    return list.filter(Boolean).map((amount) => ({ ...amount, sign, side }));
  };
  /** @type {Amount[]} */
  const amounts = [
    ...signAmounts([...gives.map((move) => readAmount(details, move)), ...nestedAmounts.gives], "gives"),
    ...signAmounts([...gets.map((move) => readAmount(details, move)), ...nestedAmounts.gets], "gets"),
  ];
  const findFirst = (/** @type {string[]} */ names) => names.map((name) => details[name]).find(isText);
  const [from, to] = [findFirst(actor), findFirst(other)];
  const isFailed = action.success === false;
  return {
    id: String(action.action_id ?? ""),
    type,
    kind,
    direction: decideDirection(amounts, isActor, isOther),
    state: isFailed ? (type === "ton_transfer" ? "bounced" : "failed") : "done",
    title: titles[role],
    from,
    to,
    party: role === 1 && !isActor ? from : to,
    preposition: role === 1 ? actorPreposition : to ? otherPreposition : "",
    amounts,
    item: item && isText(details[item]) ? details[item] : undefined,
    words: [
      ...(words?.(details) ?? []),
      type === "call_contract" && isText(details.opcode) ? details.opcode : undefined,
    ].filter(isText),
    comment: isText(details.comment) && !isEncrypted(details) ? details.comment : undefined,
    encrypted: isText(details.comment) && isEncrypted(details),
    time: typeof action.end_utime === "number" ? action.end_utime : undefined,
    hash: String(action.transactions?.[0] ?? action.trace_id ?? ""),
    lt: String(action.end_lt ?? ""),
  };
}

const isEncrypted = (/** @type {any} */ details) => details.encrypted === true || details.is_encrypted_comment === true;

/** @returns {Activity["direction"]} */
function decideDirection(
  /** @type {Amount[]} */ amounts,
  /** @type {boolean} */ isActor,
  /** @type {boolean} */ isOther,
) {
  if (isActor && isOther) return "self";
  const signs = new Set(amounts.map(({ sign }) => sign).filter(Boolean));
  if (signs.size > 1) return "both";
  const [onlySign] = signs;
  if (onlySign) return onlySign;
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
