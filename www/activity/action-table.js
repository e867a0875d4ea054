// The meaning of each type of action of v3: the actor, the other party and the amounts. Types that are not here have their name as title.
// Source: https://docs.ton.org/ecosystem/api/toncenter/v3/actions-and-traces/get-actions

/**
 * @typedef {"ton" | "jetton" | "nft" | "swap" | "stake" | "domain" | "contract"} Kind
 * @typedef {[amount: string, asset?: string]} Move fields of the details; without an asset it is TON, and with `?` TON if the field is null
 * @typedef {object} Meaning
 * @property {Kind} kind
 * @property {[string, string, string]} titles for the actor, for the other one, and for everyone else
 * @property {string[]} [actor] fields that name who does it; the first one is shown
 * @property {string[]} [other] and with whom
 * @property {Move[]} [gives] what the actor has less afterwards @property {Move[]} [gets] and what more
 * @property {[actor: string, other: string]} [prepositions] before the party, as the actor and the other one see it
 * @property {string} [item] the field of an NFT that it is about
 * @property {(details: any) => (string | undefined)[]} [words] more, in words
 */

const same = (/** @type {string} */ title) => /** @type {[string, string, string]} */ ([title, title, title]);
/** @param {Kind} kind @param {string | [string, string, string]} titles @param {Omit<Meaning, "kind" | "titles">} [rest] @returns {Meaning} */
const means = (kind, titles, rest = {}) => ({
  kind,
  titles: typeof titles === "string" ? same(titles) : titles,
  ...rest,
});

const SOURCE = { actor: ["source"], other: ["destination"] };
const PAYS = /** @type {[string, string]} */ (["to", "from"]);
const at = (/** @type {string | null | undefined} */ name, before = "on") =>
  name ? `${before} ${String(name).replaceAll("_", " ")}` : undefined;
const numbered = (/** @type {string} */ what, /** @type {any} */ n) =>
  n === null || n === undefined ? undefined : `${what} ${n}`;

const nftTransfer = means("nft", ["Sent NFT", "Received NFT", "NFT transfer"], {
  actor: ["old_owner", "real_old_owner"],
  other: ["new_owner"],
  item: "nft_item",
});
const nftPurchase = means("nft", ["Sold NFT", "Bought NFT", "NFT sale"], {
  actor: ["real_old_owner", "old_owner"],
  other: ["new_owner"],
  gets: [["price"]],
  prepositions: ["to", "from"],
  item: "nft_item",
  words: (d) => [at(d.marketplace)],
});
const listing = (/** @type {string} */ title) =>
  means("nft", title, {
    actor: ["owner"],
    other: ["marketplace_address"],
    prepositions: ["on", "by"],
    item: "nft_item",
    words: (d) => [at(d.marketplace)],
  });
const stake = { actor: ["stake_holder"], other: ["pool"], words: (/** @type {any} */ d) => [at(d.provider, "with")] };
const order = (/** @type {string} */ title) =>
  means("contract", title, {
    ...SOURCE,
    words: (d) => [numbered("order", d.order_seqno), numbered("exit code", d.exit_code || undefined)],
  });
const layerZero = (/** @type {string} */ title, /** @type {string} */ actor, /** @type {any} */ rest = {}) =>
  means("contract", title, { actor: [actor], ...rest });
const cocoon = (/** @type {string} */ title, /** @type {any} */ rest = {}) =>
  means("contract", title, { ...SOURCE, prepositions: PAYS, ...rest });
const farm = { actor: ["source"], other: ["pool"] };
const bitcoin = { actor: ["source", "source_wallet"], other: ["destination", "destination_wallet"] };

/** The targets of a domain's records. @type {Record<string, string>} */
const DNS_RECORDS = {
  DNSSmcAddress: "wallet",
  DNSAdnlAddress: "site",
  DNSNextResolver: "next resolver",
  DNSStorageAddress: "storage",
  DNSText: "text",
};

/** @type {Record<string, Meaning>} */
export const MEANINGS = {
  ton_transfer: means("ton", ["Sent", "Received", "Transfer"], { ...SOURCE, gives: [["value"]] }),
  extra_currency_transfer: means("ton", ["Sent", "Received", "Transfer"], { ...SOURCE, gives: [["value"]] }),
  call_contract: means("contract", ["Called", "Called", "Call"], { ...SOURCE, gives: [["value"]] }),
  contract_deploy: means("contract", ["Deployed", "Deployed", "Deployed"], SOURCE),
  tick_tock: means("contract", "Tick-tock", { actor: ["account"] }),

  jetton_transfer: means("jetton", ["Sent", "Received", "Transfer"], {
    actor: ["sender", "sender_jetton_wallet"],
    other: ["receiver", "receiver_jetton_wallet"],
    gives: [["amount", "asset"]],
  }),
  jetton_mint: means("jetton", "Minted", {
    actor: ["receiver", "receiver_jetton_wallet"],
    gets: [["amount", "asset"]],
  }),
  jetton_burn: means("jetton", "Burned", { actor: ["owner", "owner_jetton_wallet"], gives: [["amount", "asset"]] }),
  // Its amounts are nested: see describe-action.js.
  jetton_swap: means("swap", "Swapped", { actor: ["sender"], words: (d) => [at(d.dex)] }),
  dex_deposit_liquidity: means("swap", "Added liquidity", {
    actor: ["source"],
    other: ["pool"],
    gives: [
      ["amount_1", "asset_1?"],
      ["amount_2", "asset_2?"],
    ],
    words: (d) => [at(d.dex)],
  }),
  dex_withdraw_liquidity: means("swap", "Removed liquidity", {
    actor: ["source"],
    other: ["pool"],
    gets: [
      ["amount_1", "asset_1?"],
      ["amount_2", "asset_2?"],
    ],
    words: (d) => [at(d.dex), d.is_refund === true ? "refund" : undefined],
  }),
  dedust_v2_claim_fees: means("swap", "Claimed fees", {
    actor: ["source"],
    other: ["pool"],
    gets: [
      ["amount_1", "asset_1?"],
      ["amount_2", "asset_2?"],
    ],
    words: (d) => [at(d.dex)],
  }),
  dedust_v2_claim_reward: means("swap", "Claimed reward", {
    ...farm,
    gets: [["amount", "asset?"]],
    words: (d) => [at(d.dex)],
  }),
  tonco_deploy_pool: means("swap", "Deployed a pool", { ...farm, words: () => ["on tonco"] }),
  coffee_create_vault: means("swap", "Created a vault", {
    actor: ["source"],
    other: ["vault"],
    gives: [["value"]],
    words: () => ["on coffee"],
  }),
  coffee_create_pool_creator: means("swap", "Prepared a pool", {
    actor: ["source"],
    other: ["pool_creator_contract"],
    gives: [["amount", "provided_asset?"]],
    words: () => ["on coffee"],
  }),
  coffee_create_pool: means("swap", "Created a pool", {
    ...farm,
    gives: [["amount", "provided_asset?"]],
    words: () => ["on coffee"],
  }),
  coffee_mev_protect_hold_funds: means("swap", "Held for a swap", {
    actor: ["source"],
    other: ["mev_contract"],
    gives: [["amount", "asset?"]],
    words: () => ["on coffee"],
  }),
  coffee_mev_protect_failed_swap: means("swap", "Protected swap failed", { words: () => ["on coffee"] }),
  evaa_supply: means("swap", "Supplied", {
    actor: ["source", "source_wallet"],
    other: ["recipient"],
    gives: [["amount", "asset?"]],
    words: () => ["to EVAA"],
  }),
  evaa_withdraw: means("swap", "Withdrew", {
    actor: ["recipient"],
    other: ["source"],
    gets: [["amount", "asset?"]],
    words: (d) => ["from EVAA", d.fail_reason ?? undefined],
  }),
  evaa_liquidate: means("swap", ["Liquidated", "Was liquidated", "Liquidation"], {
    actor: ["source"],
    other: ["borrower"],
    gets: [["amount", "asset?"]],
    words: (d) => ["on EVAA", d.fail_reason ?? undefined],
  }),

  nft_transfer: nftTransfer,
  nft_purchase: nftPurchase,
  nft_mint: means("nft", "Minted NFT", { actor: ["owner"], item: "nft_item" }),
  nft_discovery: means("nft", "Discovered NFT", { actor: ["source"], item: "nft_item" }),
  nft_put_on_sale: listing("Put NFT on sale"),
  nft_update_sale: means("nft", "Repriced NFT", {
    actor: ["source"],
    other: ["sale_contract"],
    item: "nft_address",
    words: (d) => [at(d.marketplace)],
  }),
  nft_cancel_sale: listing("Cancelled NFT sale"),
  nft_put_on_auction: listing("Put NFT on auction"),
  nft_cancel_auction: listing("Cancelled NFT auction"),
  nft_finish_auction: listing("Finished NFT auction"),
  teleitem_start_auction: listing("Put NFT on auction"),
  teleitem_cancel_auction: listing("Cancelled NFT auction"),
  auction_bid: means("nft", ["Bid", "Received a bid", "Bid"], {
    actor: ["bidder"],
    other: ["auction"],
    gives: [["amount"]],
    item: "nft_item",
  }),
  auction_outbid: means("nft", ["Was outbid", "Outbid", "Outbid"], {
    actor: ["bidder"],
    other: ["new_bidder"],
    gets: [["amount"]],
    prepositions: ["by", ""],
    item: "nft_item",
    words: (d) => [at(d.marketplace)],
  }),

  dns_purchase: means("domain", "Bought domain", { actor: ["new_owner"], gives: [["price"]], item: "nft_item" }),
  dns_release: means("domain", "Released domain", { actor: ["source"], item: "nft_item" }),
  renew_dns: means("domain", "Renewed domain", { actor: ["source"], item: "asset" }),
  change_dns: means("domain", "Set domain record", {
    actor: ["source"],
    item: "asset",
    words: (d) => [DNS_RECORDS[d.value?.sum_type] ?? undefined, d.value?.dns_text || undefined],
  }),
  delete_dns: means("domain", "Deleted domain record", { actor: ["source"], item: "asset" }),

  stake_deposit: means("stake", "Staked", { ...stake, gives: [["amount", "source_asset?"]] }),
  stake_withdrawal: means("stake", "Withdrew stake", { ...stake, gets: [["amount"]] }),
  stake_withdrawal_request: means("stake", "Requested stake back", stake),
  election_deposit: means("stake", "Staked in election", { actor: ["stake_holder"], gives: [["amount"]] }),
  election_recover: means("stake", "Recovered stake", { actor: ["stake_holder"], gets: [["amount"]] }),
  jvault_stake: means("stake", "Staked", { ...farm, gives: [["amount", "asset"]], words: () => ["with JVault"] }),
  jvault_unstake: means("stake", "Withdrew stake", {
    ...farm,
    gets: [["amount", "asset"]],
    words: () => ["with JVault"],
  }),
  jvault_unstake_request: means("stake", "Requested stake back", { ...farm, words: () => ["with JVault"] }),
  // Its amounts are a list: see describe-action.js.
  jvault_claim: means("stake", "Claimed rewards", { ...farm, words: () => ["with JVault"] }),
  coffee_staking_deposit: means("stake", "Staked", {
    ...farm,
    gives: [["amount", "asset"]],
    words: () => ["on coffee"],
  }),
  coffee_staking_withdraw: means("stake", "Withdrew stake", {
    ...farm,
    gets: [["amount", "asset"]],
    words: () => ["on coffee"],
  }),
  coffee_staking_claim_rewards: means("stake", "Claimed rewards", {
    actor: ["recipient", "recipient_jetton_wallet"],
    other: ["pool"],
    gets: [["amount", "asset"]],
    words: () => ["on coffee"],
  }),

  subscribe: means("contract", ["Subscribed", "New subscriber", "Subscription"], {
    actor: ["subscriber"],
    other: ["beneficiary", "subscription"],
    prepositions: PAYS,
    gives: [["amount"]],
  }),
  unsubscribe: means("contract", ["Unsubscribed", "Subscriber left", "Subscription ended"], {
    actor: ["subscriber"],
    other: ["beneficiary", "subscription"],
  }),
  multisig_create_order: order("Created multisig order"),
  multisig_approve: order("Approved multisig order"),
  multisig_execute: order("Executed multisig order"),
  vesting_send_message: means("contract", ["Sent from vesting", "Received from vesting", "Sent from vesting"], {
    actor: ["vesting", "source"],
    other: ["destination"],
    prepositions: PAYS,
    gives: [["amount"]],
  }),
  vesting_add_whitelist: means("contract", "Set vesting whitelist", {
    actor: ["source"],
    other: ["vesting"],
    words: (d) => [Array.isArray(d.accounts_added) ? `${d.accounts_added.length} added` : undefined],
  }),
  layerzero_send: layerZero("Sent a LayerZero message", "initiator"),
  layerzero_send_tokens: layerZero("Sent over LayerZero", "sender", {
    actor: ["sender", "sender_wallet"],
    other: ["oapp"],
    gives: [["amount", "asset"]],
  }),
  layerzero_receive: layerZero("Received a LayerZero message", "sender", { other: ["oapp"] }),
  layerzero_commit_packet: layerZero("Committed a LayerZero packet", "sender", { other: ["endpoint"] }),
  layerzero_dvn_verify: layerZero("Verified a LayerZero packet", "initiator", {
    other: ["dvn"],
    words: (/** @type {any} */ d) => [d.status ?? undefined],
  }),
  cocoon_worker_payout: cocoon("Paid a Cocoon worker", { gives: [["amount"]] }),
  cocoon_proxy_payout: cocoon("Paid a Cocoon proxy"),
  cocoon_proxy_charge: cocoon("Charged a Cocoon proxy"),
  cocoon_client_top_up: cocoon("Topped up Cocoon", { gives: [["amount"]] }),
  cocoon_register_proxy: cocoon("Registered a Cocoon proxy", { actor: [] }),
  cocoon_unregister_proxy: cocoon("Unregistered a Cocoon proxy", { actor: [] }),
  cocoon_client_register: cocoon("Registered a Cocoon client"),
  cocoon_client_change_secret_hash: cocoon("Changed a Cocoon secret"),
  cocoon_client_request_refund: cocoon("Requested a Cocoon refund"),
  cocoon_grant_refund: cocoon("Refunded by Cocoon", { gives: [["amount"]] }),
  cocoon_client_increase_stake: cocoon("Increased Cocoon stake", { gives: [["amount"]] }),
  cocoon_client_withdraw: cocoon("Withdrew from Cocoon", { gives: [["amount"]] }),
  tgbtc_mint: means("jetton", ["Minted tgBTC", "Received tgBTC", "Minted tgBTC"], {
    ...bitcoin,
    gives: [["amount", "asset"]],
  }),
  tgbtc_burn: means("jetton", "Burned tgBTC", { ...bitcoin, gives: [["amount", "asset"]] }),
  tgbtc_new_key: means("contract", "New tgBTC key", { actor: ["source"], other: ["coordinator"] }),
  tgbtc_dkg_log_fallback: means("contract", "tgBTC key log", { actor: ["coordinator"] }),
};
for (const type of ["tgbtc_mint", "tgbtc_burn", "tgbtc_new_key"]) MEANINGS[`${type}_fallback`] = MEANINGS[type];

/** The kinds in the order of the filter, with the icon of each. */
export const KINDS = /** @type {const} */ ([
  { name: "ton", label: "TON transfers", icon: "wallet" },
  { name: "jetton", label: "Jettons", icon: "jetton" },
  { name: "nft", label: "NFTs", icon: "nft" },
  { name: "swap", label: "Swaps and pools", icon: "swap" },
  { name: "stake", label: "Staking", icon: "stake" },
  { name: "domain", label: "Domains", icon: "domain" },
  { name: "contract", label: "Contracts and other", icon: "contract" },
]);

/** The types of a kind, for `action_type` of the API. @param {string} kind @returns {string[]} */
export const typesOf = (kind) => Object.keys(MEANINGS).filter((type) => MEANINGS[type].kind === kind);
