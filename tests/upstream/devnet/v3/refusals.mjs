// The errors of v3 for parameters that are missing or cannot be combined: status and text by operation, as in the service's source. These
// checks come before single values are read (`parameters.mjs` has the texts for those).
import { Refusal } from "../../refusal.mjs";

/** @typedef {Record<string, any>} Sent texts, lists of texts, or the values of a JSON body */
/** @typedef {(sent: Sent) => [number, string] | false} Check */

const listValues = (/** @type {Sent} */ sent, /** @type {string} */ name) =>
  [sent[name] ?? []]
    .flat()
    .map(String)
    .flatMap((v) => v.split(","))
    .filter((v) => v !== "");
const hasParameter = (/** @type {Sent} */ sent, /** @type {string} */ name) => listValues(sent, name).length > 0;
const readNumber = (/** @type {Sent} */ sent, /** @type {string} */ name) =>
  Number(listValues(sent, name).at(-1) ?? NaN);
const isTrue = (/** @type {Sent} */ sent, /** @type {string} */ name) =>
  /^(1|t|true|on)$/i.test(listValues(sent, name).at(-1) ?? "");

/** @returns {Check} */
const requireParameter =
  (names, text, status = 422) =>
  (sent) =>
    !names.every((name) => hasParameter(sent, name)) && [status, text];
/** @returns {Check} */
const needsOne =
  (names, text, status = 422) =>
  (sent) =>
    !names.some((name) => hasParameter(sent, name)) && [status, text];
/** @returns {Check} */
const forbidBoth = (names, text) => (sent) =>
  names.filter((name) => hasParameter(sent, name)).length > 1 && [422, text];
/** @returns {Check} */
const oneOf = (name, choices, text) => (sent) =>
  hasParameter(sent, name) && !choices.includes(listValues(sent, name).at(-1)) && [422, text];
/** @returns {Check} */
const onlyWith =
  (name, others, text, status = 422) =>
  (sent) =>
    hasParameter(sent, name) && !others.some((other) => hasParameter(sent, other)) && [status, text];
/** @returns {Check} */
const severalNeedOne = (name, other) => (sent) =>
  listValues(sent, name).length > 1 &&
  listValues(sent, other).length !== 1 && [422, `exact one ${other} required for multiple ${name}`];
/** @returns {Check} */
const atMost = (name, maxCount, text) => (sent) => [sent[name] ?? []].flat().length > maxCount && [422, text];
/** @param {number} maxRows rows of a page @returns {Check} */
const limitedTo = (maxRows) => (sent) =>
  readNumber(sent, "limit") > maxRows && [422, `limit is not allowed: ${readNumber(sent, "limit")} > ${maxRows}`];
const listLimit = limitedTo(1000);
/** @returns {Check} */
const checkWords = (name) => (sent) =>
  [sent[name] ?? []].flat().some((v) => !/^\w*$/.test(v)) && [422, `${name} contains invalid characters`];
/** @returns {Check} */
const sortIs = (status) => (sent) =>
  hasParameter(sent, "sort") &&
  !/^(asc|desc|a|d)$/i.test(listValues(sent, "sort").at(-1) ?? "") && [status, "wrong value for sort parameter"];
/** @type {Check} */
const checkSpan = (sent) =>
  readNumber(sent, "start_utime") > readNumber(sent, "end_utime") && [
    422,
    "start_utime must be less than or equal to end_utime",
  ];
/** @returns {Check} */
const capLimit = (flag) => (sent) =>
  isTrue(sent, flag) && readNumber(sent, "limit") > 100 && [422, `limit must not exceed 100 when ${flag} is true`];

const IS_HASH = /^((0x)?[0-9a-f]{64}|[\w+/-]{43}=?)$/i;
/** @returns {Check} */
const makeBytes32 = (name) => (sent) =>
  hasParameter(sent, name) &&
  !IS_HASH.test(listValues(sent, name).at(-1) ?? "") && [
    422,
    `${name} must be a 32-byte value in hex, base64 or base64url format`,
  ];
/** @type {Check} */
const listOpcodes = (sent) => {
  const list = [sent.opcodes ?? []].flat().map(String);
  const badIndex = list.findIndex((text) => !/^((0x)?[0-9a-f]{1,8}|-?\d{1,10})$/i.test(text));
  return badIndex >= 0 && [422, `invalid opcode format at index ${badIndex}: ${list[badIndex]}`];
};

const ADDRESS_OF_ACCOUNT = "address of account is required";
const DIRECTION = oneOf("direction", ["in", "out"], "direction should be one of: in, out");
const PENDING = needsOne(["account", "ext_msg_hash"], "account or ext_msg_hash should be specified");
const VALIDATORS = [
  forbidBoth(["stake_holder_address", "adnl_address"], "provide either stake_holder_address or adnl_address, not both"),
  makeBytes32("validator_pubkey"),
  makeBytes32("adnl_address"),
  checkSpan,
];
const VESTING = ["contract_address", "wallet_address"];

/** @type {Record<string, Check[]>} */
const CHECKS = {
  "/accountStates": [requireParameter(["address"], ADDRESS_OF_ACCOUNT)],
  "/walletStates": [requireParameter(["address"], ADDRESS_OF_ACCOUNT)],
  "/addressBook": [requireParameter(["address"], "at least 1 address required")],
  "/metadata": [requireParameter(["address"], "at least 1 address required")],
  "/actions": [checkWords("action_type"), checkWords("exclude_action_type")],
  "/pendingActions": [PENDING],
  "/pendingTraces": [PENDING],
  "/pendingTransactions": [requireParameter(["account"], "at least 1 account address required")],
  "/traces": [
    forbidBoth(
      ["account", "trace_id", "tx_hash", "msg_hash"],
      "only one of account, trace_id, tx_hash, msg_hash should be specified",
    ),
  ],
  "/balanceChanges": [needsOne(["trace_id", "action_id"], "trace_id or action_id is required", 400)],
  "/messages": [forbidBoth(["msg_hash", "hash"], "cannot use both legacy and new message hashes")],
  "/transactions": [
    DIRECTION,
    onlyWith("direction", ["msg_hash", "opcode"], "direction can be specified only with msg_hash or opcode"),
  ],
  "/transactionsByMessage": [
    needsOne(["msg_hash", "body_hash", "opcode"], "at least one of msg_hash, body_hash, opcode should be specified"),
    DIRECTION,
  ],
  "/jetton/wallets": [severalNeedOne("jetton_address", "owner_address"), sortIs(500)],
  "/nft/items": [
    severalNeedOne("collection_address", "owner_address"),
    onlyWith("index", ["collection_address"], "index parameter is not allowed without the collection_address", 500),
  ],
  "/nft/sales": [
    requireParameter(["address"], "at least 1 address required"),
    atMost("address", 1000, "maximum 1000 addresses allowed"),
  ],
  "/dns/records": [
    needsOne(["wallet", "domain"], "either wallet address or domain is required"),
    forbidBoth(["wallet", "domain"], "provide either wallet address or domain, not both"),
  ],
  "/dns/activeAuctions": [
    requireParameter(["bidder"], "bidder address is required"),
    oneOf("state", ["all", "won", "bidding"], "state must be one of: all, won, bidding"),
    (sent) =>
      hasParameter(sent, "after") && readNumber(sent, "offset") > 0 && [422, "use either after or offset, not both"],
  ],
  "/staking/nominatorPools/pool": [requireParameter(["pool"], "pool parameter is required")],
  "/staking/nominatorPools/nominator": [requireParameter(["nominator"], "nominator parameter is required")],
  "/staking/nominatorPools/nominatorEvents": [requireParameter(["pool"], "pool parameter is required"), checkSpan],
  "/staking/nominatorPools/nominatorRewards": [
    requireParameter(["nominator", "pool"], "nominator and pool parameters are required"),
    checkSpan,
  ],
  "/staking/nominatorPools/validatorEvents": [
    needsOne(["validator", "pool"], "validator or pool parameter is required"),
    checkSpan,
  ],
  "/staking/nominatorPools/validatorRewards": [
    requireParameter(["validator", "pool"], "validator and pool parameters are required"),
    checkSpan,
  ],
  "/validators/events": VALIDATORS,
  "/validators/elections": [...VALIDATORS, capLimit("return_participants")],
  "/validators/cycles": [...VALIDATORS, capLimit("return_validators")],
  "/validators/complaints": VALIDATORS,
  "/multisig/orders": [
    needsOne(["address", "multisig_address"], "At least one of address or multisig_address should be specified"),
    sortIs(500),
  ],
  "/multisig/wallets": [
    needsOne(["address", "wallet_address"], "At least one of address or wallet_address should be specified"),
    sortIs(500),
  ],
  "/vesting": [
    needsOne(VESTING, "at least one of contract_address or wallet_address is required"),
    forbidBoth(VESTING, "only one of contract_address or wallet_address should be specified"),
    listLimit,
  ],
  // The maximum of the specification; each real server sets its own by a flag.
  "/topAccountsByBalance": [limitedTo(1024)],
  "/decode": [
    atMost("opcodes", 1000, "opcodes list exceeds maximum length of 1000"),
    atMost("bodies", 1000, "bodies list exceeds maximum length of 1000"),
    listOpcodes,
  ],
  "/addressInformation": [requireParameter(["address"], ADDRESS_OF_ACCOUNT, 401)],
  "/walletInformation": [requireParameter(["address"], ADDRESS_OF_ACCOUNT, 401)],
  "/message": [requireParameter(["boc"], "boc is required", 401)],
  "/runGetMethod": [
    requireParameter(["address"], "address is required", 401),
    requireParameter(["method"], "method is required", 401),
  ],
};

/**
 * Refuses parameters that are missing or cannot be combined, with the operation's text.
 * @param {string} path of the endpoint table @param {Sent} sent @throws {Refusal}
 */
export function refuse(path, sent) {
  for (const check of CHECKS[path] ?? []) {
    const reason = check(sent);
    if (reason) throw new Refusal(...reason);
  }
}
