// Lists the get-methods and messages of a contract, by the interfaces that the API reports.

import { GET_METHODS, ROWS } from "../ton-edge/dist/schemas.js";

/** Get-methods, and bodies of messages that people send, by the pattern of the interface's name. @type {[RegExp, string[], string[]][]} */
const STANDARDS = [
  [/^wallet_v(3|4|5)/, ["seqno", "get_subwallet_id", "get_public_key"], ["comment"]],
  [/^wallet_v4/, ["get_plugin_list"], []],
  [/^wallet_v5/, ["is_signature_allowed", "get_extensions"], []],
  [/^wallet_v(1|2)|^wallet_preprocessed/, ["seqno", "get_public_key"], ["comment"]],
  [/^wallet_highload/, ["get_public_key"], ["comment"]],
  [/^wallet_highload_v3/, ["get_timeout", "get_last_clean_time"], []],
  [
    /^wallet_vesting/,
    ["seqno", "get_subwallet_id", "get_public_key", "get_vesting_data", "get_whitelist"],
    ["comment"],
  ],
  [/^jetton_master/, ["get_jetton_data", "get_wallet_address"], []],
  [/^jetton_wallet/, ["get_wallet_data"], ["jetton_transfer", "jetton_burn"]],
  [/^nft_item|^sbt/, ["get_nft_data"], ["nft_transfer", "nft_get_static_data"]],
  [/^sbt/, ["get_authority_address", "get_revoked_time"], []],
  [/^nft_collection/, ["get_collection_data", "get_nft_address_by_index", "get_nft_content", "royalty_params"], []],
  [/^nft_(sale|auction|offer)/, ["get_sale_data"], []],
  [
    /^dns/,
    ["get_domain", "get_auction_info", "get_last_fill_up_time", "get_editor", "dnsresolve"],
    ["change_dns_record"],
  ],
  [/^multisig_v2/, ["get_multisig_data", "get_order_address"], []],
  [/^multisig_order/, ["get_order_data"], []],
  [/pool/, ["get_pool_data"], []],
  [/^subscription/, ["get_subscription_data"], []],
];
/** The get-methods that are offered for other contracts: those of most wallets. */
const DEFAULT_METHODS = ["seqno", "get_public_key"];
/** Kinds of fields that a form can contain. All other kinds are signatures, and actions that only a wallet can sign. */
const FORM_KINDS = "uUvbadeoprty";

/** @param {string[] | null | undefined} interfaces @param {1 | 2} column */
function listRows(interfaces, column) {
  const names = (interfaces ?? []).map(String);
  const rows = STANDARDS.filter(([kind]) => names.some((name) => kind.test(name)));
  return [...new Set(rows.flatMap((row) => row[column]))];
}

/** Lists the get-methods of a contract; those of most wallets if its interfaces are not known. @param {string[] | null | undefined} interfaces */
export function listMethods(interfaces) {
  const methods = listRows(interfaces, 1);
  return methods.length > 0 ? methods : DEFAULT_METHODS;
}

/** The arguments of a get-method of the package's table, each a name and a kind; undefined for other get-methods. @returns {[string, string][] | undefined} */
export const listArguments = (method) => (Object.hasOwn(GET_METHODS, method) ? GET_METHODS[method][0] : undefined);

/** The results of a get-method of the table, each a name and a kind; one without a name is the whole result. @returns {[string, string][]} */
export const listResults = (method) => GET_METHODS[method][1];

/** The fields of a body, each a name and a form. @returns {[string, any[]][]} */
export const listFields = (type) => ROWS.find(([name]) => name === type)?.[2] ?? [];

/** The bodies of the table that a form can make: first those of the contract's standards. @param {string[] | null | undefined} interfaces */
export function listBodies(interfaces) {
  const knownMethods = ROWS.filter(
    ([, opcode, fields]) => opcode !== null && fields.every(([, [kind]]) => FORM_KINDS.includes(kind)),
  );
  const ownBodies = listRows(interfaces, 2);
  const names = knownMethods.map(([name]) => name);
  return {
    own: names.filter((name) => ownBodies.includes(name)),
    others: names.filter((name) => !ownBodies.includes(name)),
  };
}
