// Describes an action of v3, seen from an account or from outside: kind, direction, title, parties, amounts. No page is needed.

import { MEANINGS } from "./action-table.js";

/** The asset that is not a contract. */
export const TON = "TON";

/**
 * @typedef {{ sign: "in" | "out" | "", side?: "gives" | "gets", units: string, asset: string }} Amount
 *   `asset`: TON, the address of a jetton, `currency:ID` of an extra currency, or "" if it is not known; "in": the account has more; `side`:
 *   whether the one who does it gives or gets this, if it is known
 * @typedef {object} Activity
 * @property {string} id @property {string} type @property {import("./action-table.js").Kind} kind
 * @property {"in" | "out" | "both" | "self" | "none"} direction of what moves, seen from the account
 * @property {"done" | "failed" | "bounced"} state @property {string} [why] a failure in words
 * @property {string} title @property {string} [from] @property {string} [to] raw addresses
 * @property {string} [party] the one that the account deals with @property {string} preposition before it, or empty
 * @property {Amount[]} amounts @property {string} [item] address of an NFT @property {string[]} words
 * @property {string} [comment] @property {boolean} encrypted whether there is a comment that only its parties can read
 * @property {number | undefined} time Unix time in seconds @property {string} hash of a transaction of its trace @property {string} lt
 */

/**
 * @typedef {{ book: Record<string, any>, metadata: Record<string, any> }} Page what the response knows of accounts
 * @typedef {{ activity: Activity, page: Page }} Entry of a table
 */

/** The words of a name of the API: `new_thing` gives "New thing". @param {string} name */
const titleOfType = (name) => {
  const words = name.replaceAll("_", " ").trim();
  return words === "" ? "Unknown action" : words.charAt(0).toUpperCase() + words.slice(1);
};

const WHOLE = /^\d+$/;
const isText = (/** @type {unknown} */ one) => typeof one === "string" && one !== "";
const isSame = (/** @type {unknown} */ one, /** @type {string | undefined} */ account) =>
  account !== undefined && typeof one === "string" && one.toUpperCase() === account.toUpperCase();

/** The amount of two fields; undefined if there is none. @param {any} details @param {import("./action-table.js").Move} move */
function moved(details, [field, of]) {
  const units = details[field];
  if (!WHOLE.test(String(units ?? "")) || BigInt(units) === 0n) return undefined;
  if (of === undefined) return { units: String(units), asset: TON };
  const asset = details[of.replace("?", "")];
  return { units: String(units), asset: isText(asset) ? asset : of.endsWith("?") ? TON : "" };
}

/** Amounts that the actor gives and gets, beyond the fields of the table. @param {string} type @param {any} d */
function nested(type, d) {
  if (type === "jetton_swap") {
    const peers = Array.isArray(d.peer_swaps) ? d.peer_swaps : [];
    const give = d.dex_incoming_transfer ?? { amount: peers[0]?.amount_in, asset: peers[0]?.asset_in };
    const get = d.dex_outgoing_transfer ?? { amount: peers.at(-1)?.amount_out, asset: peers.at(-1)?.asset_out };
    return { gives: [moved(give, ["amount", "asset?"])], gets: [moved(get, ["amount", "asset?"])] };
  }
  if (type === "jvault_claim")
    return {
      gives: [],
      gets: (d.claimed_rewards ?? []).map((/** @type {any} */ one) => moved(one, ["amount", "jetton"])),
    };
  const extra = d.value_extra_currencies ?? d.extra_currencies ?? {};
  return { gives: Object.entries(extra).map(([id, amount]) => currency(id, amount)), gets: [] };
}

const currency = (/** @type {string} */ id, /** @type {unknown} */ amount) => {
  const found = moved({ amount }, ["amount"]);
  return found && { ...found, asset: `currency:${id}` };
};

/** An action whose type is not in the table says its name, and who is in its details. @param {string} type @param {any} d */
const generic = (type, d) => ({
  kind: /** @type {const} */ ("contract"),
  titles: /** @type {const} */ ([titleOfType(type), titleOfType(type), titleOfType(type)]),
  actor: [["source", "sender", "owner", "initiator"].find((name) => isText(d[name])) ?? "source"],
  other: [["destination", "receiver", "recipient", "pool"].find((name) => isText(d[name])) ?? "destination"],
});

/** A purchase can come as a transfer. */
const meaningOf = (/** @type {string} */ type, /** @type {any} */ d) =>
  Object.hasOwn(MEANINGS, type)
    ? MEANINGS[type === "nft_transfer" && d.is_purchase === true ? "nft_purchase" : type]
    : generic(type, d);

/**
 * @param {any} action of v3 @param {string} [account] raw; without it the action is described from outside
 * @returns {Activity}
 */
export function describeAction(action, account) {
  const type = String(action.type ?? "unknown");
  const d = typeof action.details === "object" && action.details !== null ? action.details : {};
  /** @type {import("./action-table.js").Meaning} */
  const meaning = /** @type {any} */ (meaningOf(type, d));
  const { kind, titles, actor = [], other = [], gives = [], gets = [], item, words } = meaning;
  const [toOther, toActor] = meaning.prepositions ?? prepositionsOf(meaning);
  const isActor = actor.some((name) => isSame(d[name], account));
  const isOther = other.some((name) => isSame(d[name], account));
  const role = isActor ? 0 : isOther ? 1 : 2;
  const more = nested(type, d);
  const signed = (/** @type {any[]} */ list, /** @type {"gives" | "gets"} */ side) => {
    const sign = isActor === isOther ? "" : isActor === (side === "gets") ? "in" : "out";
    return list.filter(Boolean).map((one) => ({ ...one, sign, side }));
  };
  /** @type {Amount[]} */
  const amounts = [
    ...signed([...gives.map((move) => moved(d, move)), ...more.gives], "gives"),
    ...signed([...gets.map((move) => moved(d, move)), ...more.gets], "gets"),
  ];
  const first = (/** @type {string[]} */ names) => names.map((name) => d[name]).find(isText);
  const [from, to] = [first(actor), first(other)];
  const failed = action.success === false;
  return {
    id: String(action.action_id ?? ""),
    type,
    kind,
    direction: directionOf(amounts, isActor, isOther),
    state: failed ? (type === "ton_transfer" ? "bounced" : "failed") : "done",
    title: titles[role],
    from,
    to,
    party: role === 1 && !isActor ? from : to,
    preposition: role === 1 ? toActor : to ? toOther : "",
    amounts,
    item: item && isText(d[item]) ? d[item] : undefined,
    words: [...(words?.(d) ?? []), type === "call_contract" && isText(d.opcode) ? d.opcode : undefined].filter(isText),
    comment: isText(d.comment) && !isEncrypted(d) ? d.comment : undefined,
    encrypted: isText(d.comment) && isEncrypted(d),
    time: typeof action.end_utime === "number" ? action.end_utime : undefined,
    hash: String(action.transactions?.[0] ?? action.trace_id ?? ""),
    lt: String(action.end_lt ?? ""),
  };
}

const isEncrypted = (/** @type {any} */ d) => d.encrypted === true || d.is_encrypted_comment === true;

/** @returns {Activity["direction"]} */
function directionOf(/** @type {Amount[]} */ amounts, /** @type {boolean} */ isActor, /** @type {boolean} */ isOther) {
  if (isActor && isOther) return "self";
  const signs = new Set(amounts.map(({ sign }) => sign).filter(Boolean));
  if (signs.size > 1) return "both";
  const [only] = signs;
  if (only) return only;
  return isActor ? "out" : isOther ? "in" : "none";
}

/** The words between the parties: the actor gives to the other one, receives from it, or calls a contract. @returns {[string, string]} */
function prepositionsOf(/** @type {import("./action-table.js").Meaning} */ { kind, gives = [], gets = [] }) {
  if (kind === "contract") return ["", "by"];
  return gets.length > 0 && gives.length === 0 ? ["from", "by"] : ["to", "from"];
}
