// The meaning of each action type of v3: titles, actor, other party and amounts. An unlisted type gets its name as title. Source:
// https://docs.ton.org/ecosystem/api/toncenter/v3/actions-and-traces/get-actions

/**
 * @typedef {"ton" | "jetton" | "nft" | "swap" | "stake" | "domain" | "contract"} Kind
 * @typedef {[amount: string, asset?: string]} Move names of fields in the action's details; without `asset` the amount is in TON; with `?`
 *   after the name, it is in TON if the field is null
 * @typedef {object} Meaning
 * @property {Kind} kind
 * @property {[string, string, string]} titles as seen by the actor, by the other party, and by everyone else
 * @property {string[]} [actor] fields with the account that acts; the first one with a value is shown
 * @property {string[]} [other] fields that name the other party
 * @property {Move[]} [gives] amounts that the actor loses @property {Move[]} [gets] amounts that the actor receives
 * @property {string} [price] the field with a price in nanotons, which nobody pays in this action
 * @property {(details: any) => boolean} [isTon] whether the asset of an amount is TON, for types in which its address may be null for
 *   another reason
 * @property {[actor: string, other: string]} [prepositions] before the name of the opposite party, as seen by the actor and by the other party
 * @property {string} [item] the field with the address of the NFT
 * @property {(details: any) => (string | undefined)[]} [words] further details as text
 */

const repeatTitle = (/** @type {string} */ title) => /** @type {[string, string, string]} */ ([title, title, title]);
/** @param {Kind} kind @param {string | [string, string, string]} titles @param {Omit<Meaning, "kind" | "titles">} [rest] @returns {Meaning} */
const makeMeaning = (kind, titles, rest = {}) => ({
  kind,
  titles: typeof titles === "string" ? repeatTitle(titles) : titles,
  ...rest,
});

const TRANSFER_FIELDS = { actor: ["source"], other: ["destination"] };
const TO_FROM = /** @type {[string, string]} */ (["to", "from"]);
const addPreposition = (/** @type {unknown} */ name, preposition = "on") =>
  typeof name === "string" && name !== "" ? `${preposition} ${name.replaceAll("_", " ")}` : undefined;
const formatNumbered = (/** @type {string} */ label, /** @type {unknown} */ n) =>
  typeof n === "number" || (typeof n === "string" && n !== "") ? `${label} ${n}` : undefined;

const makeListing = (/** @type {string} */ title, /** @type {Partial<Meaning>} */ rest = {}) =>
  makeMeaning("nft", title, {
    actor: ["owner"],
    other: ["marketplace_address"],
    prepositions: ["on", "by"],
    item: "nft_item",
    words: (d) => [addPreposition(d.marketplace)],
    ...rest,
  });
const putOnAuction = makeListing("Put NFT on auction", {
  price: "min_bid",
});
const cancelAuction = makeListing("Cancelled NFT auction");
const STAKE = {
  actor: ["stake_holder"],
  other: ["pool"],
  words: (/** @type {any} */ d) => [addPreposition(d.provider, "with")],
};
const makeOrder = (/** @type {string} */ title) =>
  makeMeaning("contract", title, {
    ...TRANSFER_FIELDS,
    words: (d) => [formatNumbered("order", d.order_seqno), formatNumbered("exit code", d.exit_code || undefined)],
  });
const makeCocoon = (/** @type {string} */ title, /** @type {Partial<Meaning>} */ rest = {}) =>
  makeMeaning("contract", title, { ...TRANSFER_FIELDS, prepositions: TO_FROM, ...rest });
const FARM_FIELDS = { actor: ["source"], other: ["pool"] };
/** @type {Move[]} */
const TWO_ASSETS = [
  ["amount_1", "asset_1?"],
  ["amount_2", "asset_2?"],
];
/** The providers of stakes that are paid out in TON. Others, such as ethena, pay in jettons that the details do not name. */
const TON_STAKES = ["tonstakers", "nominator"];
/** The identifier of TON in EVAA: the SHA-256 hash of the text "TON". */
const EVAA_TON = "0x1a4219fe5e60d63af2a3cc7dce6fec69b45c6b5718497a6148e7c232ac87bd8a";
const isEvaaTon = (/** @type {any} */ d) => d.is_ton === true || d.is_known_asset === true || d.asset_id === EVAA_TON;

/** The targets of a domain's records. */
const DNS_RECORDS = new Map([
  ["DNSSmcAddress", "wallet"],
  ["DNSAdnlAddress", "site"],
  ["DNSNextResolver", "next resolver"],
  ["DNSStorageAddress", "storage"],
  ["DNSText", "text"],
]);

/** @type {Record<string, Meaning>} */
export const MEANINGS = {
  ton_transfer: makeMeaning("ton", ["Sent", "Received", "Transfer"], { ...TRANSFER_FIELDS, gives: [["value"]] }),
  extra_currency_transfer: makeMeaning("ton", ["Sent", "Received", "Transfer"], {
    ...TRANSFER_FIELDS,
    gives: [["value"]],
  }),
  call_contract: makeMeaning("contract", ["Called", "Called", "Call"], { ...TRANSFER_FIELDS, gives: [["value"]] }),
  contract_deploy: makeMeaning("contract", ["Deployed", "Deployed", "Deployed"], TRANSFER_FIELDS),
  tick_tock: makeMeaning("contract", "Tick-tock", { actor: ["account"] }),

  jetton_transfer: makeMeaning("jetton", ["Sent", "Received", "Transfer"], {
    actor: ["sender", "sender_jetton_wallet"],
    other: ["receiver", "receiver_jetton_wallet"],
    gives: [["amount", "asset"]],
  }),
  jetton_mint: makeMeaning("jetton", "Minted", {
    actor: ["receiver", "receiver_jetton_wallet"],
    gets: [["amount", "asset"]],
  }),
  jetton_burn: makeMeaning("jetton", "Burned", {
    actor: ["owner", "owner_jetton_wallet"],
    gives: [["amount", "asset"]],
  }),
  // The amounts of this type are nested: see read-action.js.
  jetton_swap: makeMeaning("swap", "Swapped", {
    actor: ["sender"],
    words: (d) => [addPreposition(d.dex)],
  }),
  dex_deposit_liquidity: makeMeaning("swap", "Added liquidity", {
    ...FARM_FIELDS,
    gives: TWO_ASSETS,
    words: (d) => [addPreposition(d.dex)],
  }),
  dex_withdraw_liquidity: makeMeaning("swap", "Removed liquidity", {
    ...FARM_FIELDS,
    gets: TWO_ASSETS,
    words: (d) => [addPreposition(d.dex), d.is_refund === true ? "refund" : undefined],
  }),
  dedust_v2_claim_fees: makeMeaning("swap", "Claimed fees", {
    ...FARM_FIELDS,
    gets: TWO_ASSETS,
    words: (d) => [addPreposition(d.dex)],
  }),
  dedust_v2_claim_reward: makeMeaning("swap", "Claimed reward", {
    ...FARM_FIELDS,
    gets: [["amount", "asset?"]],
    words: (d) => [addPreposition(d.dex)],
  }),
  tonco_deploy_pool: makeMeaning("swap", "Deployed a pool", {
    ...FARM_FIELDS,
    words: () => ["on tonco"],
  }),
  coffee_create_vault: makeMeaning("swap", "Created a vault", {
    actor: ["source"],
    other: ["vault"],
    gives: [["value"]],
    words: () => ["on coffee"],
  }),
  coffee_create_pool_creator: makeMeaning("swap", "Prepared a pool", {
    actor: ["source"],
    other: ["pool_creator_contract"],
    gives: [["amount", "provided_asset?"]],
    words: () => ["on coffee"],
  }),
  coffee_create_pool: makeMeaning("swap", "Created a pool", {
    ...FARM_FIELDS,
    gives: [["amount", "provided_asset?"]],
    words: () => ["on coffee"],
  }),
  coffee_mev_protect_hold_funds: makeMeaning("swap", "Held for a swap", {
    actor: ["source"],
    other: ["mev_contract"],
    gives: [["amount", "asset?"]],
    words: () => ["on coffee"],
  }),
  coffee_mev_protect_failed_swap: makeMeaning("swap", "Protected swap failed", {
    words: () => ["on coffee"],
  }),
  evaa_supply: makeMeaning("swap", "Supplied", {
    actor: ["source", "source_wallet"],
    other: ["recipient"],
    gives: [["amount", "asset?"]],
    isTon: isEvaaTon,
    words: () => ["to EVAA"],
  }),
  evaa_withdraw: makeMeaning("swap", "Withdrew", {
    actor: ["recipient"],
    other: ["source"],
    gets: [["amount", "asset?"]],
    isTon: isEvaaTon,
    words: (d) => ["from EVAA", d.fail_reason ?? undefined],
  }),
  evaa_liquidate: makeMeaning("swap", ["Liquidated", "Was liquidated", "Liquidation"], {
    actor: ["source"],
    other: ["borrower"],
    gets: [["amount", "asset?"]],
    isTon: isEvaaTon,
    words: (d) => ["on EVAA", d.fail_reason ?? undefined],
  }),

  nft_transfer: makeMeaning("nft", ["Sent NFT", "Received NFT", "NFT transfer"], {
    actor: ["old_owner", "real_old_owner"],
    other: ["new_owner"],
    item: "nft_item",
  }),
  nft_purchase: makeMeaning("nft", ["Sold NFT", "Bought NFT", "NFT sale"], {
    actor: ["real_old_owner", "old_owner"],
    other: ["new_owner"],
    gets: [["price"]],
    prepositions: ["to", "from"],
    item: "nft_item",
    words: (d) => [addPreposition(d.marketplace)],
  }),
  nft_mint: makeMeaning("nft", "Minted NFT", {
    actor: ["owner"],
    item: "nft_item",
  }),
  nft_discovery: makeMeaning("nft", "Discovered NFT", {
    actor: ["source"],
    item: "nft_item",
  }),
  nft_put_on_sale: makeListing("Put NFT on sale", {
    price: "full_price",
  }),
  nft_update_sale: makeMeaning("nft", "Repriced NFT", {
    actor: ["source"],
    other: ["sale_contract"],
    item: "nft_address",
    price: "full_price",
    words: (d) => [addPreposition(d.marketplace)],
  }),
  nft_cancel_sale: makeListing("Cancelled NFT sale"),
  nft_put_on_auction: putOnAuction,
  nft_cancel_auction: cancelAuction,
  nft_finish_auction: makeListing("Finished NFT auction"),
  teleitem_start_auction: putOnAuction,
  teleitem_cancel_auction: cancelAuction,
  auction_bid: makeMeaning("nft", ["Bid", "Received a bid", "Bid"], {
    actor: ["bidder"],
    other: ["auction"],
    gives: [["amount"]],
    item: "nft_item",
  }),
  auction_outbid: makeMeaning("nft", ["Was outbid", "Outbid", "Outbid"], {
    actor: ["bidder"],
    other: ["new_bidder"],
    gets: [["amount"]],
    prepositions: ["by", ""],
    item: "nft_item",
    words: (d) => [addPreposition(d.marketplace)],
  }),

  dns_purchase: makeMeaning("domain", "Bought domain", {
    actor: ["new_owner"],
    gives: [["price"]],
    item: "nft_item",
  }),
  dns_release: makeMeaning("domain", "Released domain", { actor: ["source"], item: "nft_item" }),
  renew_dns: makeMeaning("domain", "Renewed domain", { actor: ["source"], item: "asset" }),
  change_dns: makeMeaning("domain", "Set domain record", {
    actor: ["source"],
    item: "asset",
    words: (d) => [DNS_RECORDS.get(d.value?.sum_type), d.value?.dns_text || undefined],
  }),
  delete_dns: makeMeaning("domain", "Deleted domain record", {
    actor: ["source"],
    item: "asset",
  }),

  stake_deposit: makeMeaning("stake", "Staked", { ...STAKE, gives: [["amount", "source_asset?"]] }),
  stake_withdrawal: makeMeaning("stake", "Withdrew stake", {
    ...STAKE,
    gets: [["amount"]],
    isTon: (d) => TON_STAKES.includes(d.provider),
  }),
  stake_withdrawal_request: makeMeaning("stake", "Requested stake back", STAKE),
  election_deposit: makeMeaning("stake", "Staked in election", { actor: ["stake_holder"], gives: [["amount"]] }),
  election_recover: makeMeaning("stake", "Recovered stake", { actor: ["stake_holder"], gets: [["amount"]] }),
  jvault_stake: makeMeaning("stake", "Staked", {
    ...FARM_FIELDS,
    gives: [["amount", "asset"]],
    words: () => ["with JVault"],
  }),
  jvault_unstake: makeMeaning("stake", "Withdrew stake", {
    ...FARM_FIELDS,
    gets: [["amount", "asset"]],
    words: () => ["with JVault"],
  }),
  jvault_unstake_request: makeMeaning("stake", "Requested stake back", {
    ...FARM_FIELDS,
    words: () => ["with JVault"],
  }),
  // The amounts of this type are a list: see read-action.js.
  jvault_claim: makeMeaning("stake", "Claimed rewards", { ...FARM_FIELDS, words: () => ["with JVault"] }),
  coffee_staking_deposit: makeMeaning("stake", "Staked", {
    ...FARM_FIELDS,
    gives: [["amount", "asset"]],
    words: () => ["on coffee"],
  }),
  coffee_staking_withdraw: makeMeaning("stake", "Withdrew stake", {
    ...FARM_FIELDS,
    gets: [["amount", "asset"]],
    words: () => ["on coffee"],
  }),
  coffee_staking_claim_rewards: makeMeaning("stake", "Claimed rewards", {
    actor: ["recipient", "recipient_jetton_wallet"],
    other: ["pool"],
    gets: [["amount", "asset"]],
    words: () => ["on coffee"],
  }),

  subscribe: makeMeaning("contract", ["Subscribed", "New subscriber", "Subscription"], {
    actor: ["subscriber"],
    other: ["beneficiary", "subscription"],
    prepositions: TO_FROM,
    gives: [["amount"]],
  }),
  unsubscribe: makeMeaning("contract", ["Unsubscribed", "Subscriber left", "Subscription ended"], {
    actor: ["subscriber"],
    other: ["beneficiary", "subscription"],
  }),
  multisig_create_order: makeOrder("Created multisig order"),
  multisig_approve: makeOrder("Approved multisig order"),
  multisig_execute: makeOrder("Executed multisig order"),
  vesting_send_message: makeMeaning("contract", ["Sent from vesting", "Received from vesting", "Sent from vesting"], {
    actor: ["vesting", "source"],
    other: ["destination"],
    prepositions: TO_FROM,
    gives: [["amount"]],
  }),
  vesting_add_whitelist: makeMeaning("contract", "Set vesting whitelist", {
    actor: ["source"],
    other: ["vesting"],
    words: (d) => [Array.isArray(d.accounts_added) ? `${d.accounts_added.length} added` : undefined],
  }),
  layerzero_send: makeMeaning("contract", "Sent a LayerZero message", {
    actor: ["initiator"],
  }),
  layerzero_send_tokens: makeMeaning("contract", "Sent over LayerZero", {
    actor: ["sender", "sender_wallet"],
    other: ["oapp"],
    gives: [["amount", "asset"]],
  }),
  layerzero_receive: makeMeaning("contract", "Received a LayerZero message", { actor: ["sender"], other: ["oapp"] }),
  layerzero_commit_packet: makeMeaning("contract", "Committed a LayerZero packet", {
    actor: ["sender"],
    other: ["endpoint"],
  }),
  layerzero_dvn_verify: makeMeaning("contract", "Verified a LayerZero packet", {
    actor: ["initiator"],
    other: ["dvn"],
    words: (d) => [d.status ?? undefined],
  }),
  cocoon_worker_payout: makeCocoon("Paid a Cocoon worker", { gives: [["amount"]] }),
  cocoon_proxy_payout: makeCocoon("Paid a Cocoon proxy"),
  cocoon_proxy_charge: makeCocoon("Charged a Cocoon proxy"),
  cocoon_client_top_up: makeCocoon("Topped up Cocoon", { gives: [["amount"]] }),
  cocoon_register_proxy: makeCocoon("Registered a Cocoon proxy", { actor: [] }),
  cocoon_unregister_proxy: makeCocoon("Unregistered a Cocoon proxy", { actor: [] }),
  cocoon_client_register: makeCocoon("Registered a Cocoon client"),
  cocoon_client_change_secret_hash: makeCocoon("Changed a Cocoon secret"),
  cocoon_client_request_refund: makeCocoon("Requested a Cocoon refund"),
  cocoon_grant_refund: makeCocoon("Refunded by Cocoon", { gives: [["amount"]] }),
  cocoon_client_increase_stake: makeCocoon("Increased Cocoon stake", { gives: [["amount"]] }),
  cocoon_client_withdraw: makeCocoon("Withdrew from Cocoon", {
    gets: [["withdraw_amount"]],
    prepositions: ["from", "by"],
  }),
  tgbtc_mint: makeMeaning("jetton", "Minted tgBTC", {
    actor: ["destination", "destination_wallet"],
    gets: [["amount", "asset"]],
  }),
  tgbtc_burn: makeMeaning("jetton", "Burned tgBTC", {
    actor: ["source", "source_wallet"],
    other: ["destination"],
    gives: [["amount", "asset"]],
  }),
  tgbtc_new_key: makeMeaning("contract", "New tgBTC key", {
    actor: ["source"],
    other: ["coordinator"],
  }),
  tgbtc_dkg_log_fallback: makeMeaning("contract", "tgBTC key log", {
    actor: ["coordinator"],
  }),
};
for (const type of ["tgbtc_mint", "tgbtc_burn", "tgbtc_new_key"]) MEANINGS[`${type}_fallback`] = MEANINGS[type];
