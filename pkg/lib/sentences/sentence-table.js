// The sentences of each action type of v3, as templates that write-sentence.js explains.

/**
 * @typedef {string | [does: string, undergoes: string] | [does: string, undergoes: string, neutral: string]} Sentences
 *   as seen by the actor, by the other party, and by everyone else. Without the last one, everyone else sees the first one after the
 *   actor's name, if actions of the type have an actor; without the second one, the other party sees what everyone else sees
 */

/** @type {Sentences} */
const TRANSFER = ["sent {gives} to {other}", "received {gives} from {actor}"];
const STAKED = "staked {gives}[ in the pool {other}][ {words}]";
const UNSTAKED = "withdrew a stake of {gets}[ from the pool {other}][ {words}]";
const REQUESTED_STAKE = "requested a stake back[ from the pool {other}][ {words}]";
const CLAIMED_REWARDS = "claimed rewards of {gets}[ from the pool {other}][ {words}]";
const PUT_ON_AUCTION = "put {item} up for auction[ with bids from {price}][ {words}]";
const CANCELLED_AUCTION = "cancelled the auction of {item}[ {words}]";

/** @type {Record<string, Sentences>} */
export const SENTENCES = {
  ton_transfer: TRANSFER,
  extra_currency_transfer: TRANSFER,
  call_contract: [
    "called {other}[ with {gives}]",
    "was called[ by {actor}][ with {gives}]",
    "{other} was called[ by {actor}][ with {gives}]",
  ],
  contract_deploy: ["deployed {other}", "was deployed[ by {actor}]", "{other} was deployed[ by {actor}]"],
  tick_tock: "ran a scheduled (tick-tock) transaction",
  jetton_transfer: TRANSFER,
  jetton_mint: "received {gets}, newly minted",
  jetton_burn: "burned {gives}",
  jetton_swap: "swapped {gives} for {gets}[ {words}]",
  dex_deposit_liquidity: "added {gives} as liquidity[ to the pool {other}][ {words}]",
  dex_withdraw_liquidity: "removed liquidity of {gets}[ from the pool {other}][ {words}]",
  dedust_v2_claim_fees: "claimed fees of {gets}[ from the pool {other}][ {words}]",
  dedust_v2_claim_reward: "claimed a reward of {gets}[ from the pool {other}][ {words}]",
  tonco_deploy_pool: "deployed the pool[ {other}][ {words}]",
  coffee_create_vault: "created the vault[ {other}][ with {gives}][ {words}]",
  coffee_create_pool_creator: "prepared a pool[ with {gives}][ by the contract {other}][ {words}]",
  coffee_create_pool: "created the pool[ {other}][ with {gives}][ {words}]",
  coffee_mev_protect_hold_funds: "sent {gives} to {other}, held for a protected swap[ {words}]",
  coffee_mev_protect_failed_swap: "a protected swap failed[ {words}]",
  evaa_supply: "supplied {gives}[ {words}][ for {other}]",
  evaa_withdraw: ["received {gets}, withdrawn[ {words}][ by {other}]", "withdrew {gets}[ {words}] to {actor}"],
  evaa_liquidate: ["liquidated {other} for {gets}[ {words}]", "was liquidated by {actor} for {gets}[ {words}]"],
  nft_transfer: ["sent {item} to {other}", "received {item}[ from {actor}]", "{other} received {item}[ from {actor}]"],
  nft_purchase: [
    "sold {item} to {other}[ for {gets}][ {words}]",
    "bought {item}[ from {actor}][ for {gets}][ {words}]",
    "{other} bought {item}[ from {actor}][ for {gets}][ {words}]",
  ],
  nft_mint: ["minted {item}", "minted {item}", "{item} was minted[ by {actor}]"],
  nft_discovery: "asked for the data of {item}",
  nft_put_on_sale: "put {item} on sale[ for {price}][ {words}]",
  nft_update_sale: "changed the price of {item}[ to {price}][ {words}]",
  nft_cancel_sale: "cancelled the sale of {item}[ {words}]",
  nft_put_on_auction: PUT_ON_AUCTION,
  nft_cancel_auction: CANCELLED_AUCTION,
  nft_finish_auction: "finished the auction of {item}[ {words}]",
  teleitem_start_auction: PUT_ON_AUCTION,
  teleitem_cancel_auction: CANCELLED_AUCTION,
  auction_bid: ["bid {gives} for {item}", "received a bid of {gives} for {item} from {actor}"],
  auction_outbid: [
    "was outbid by {other} for {item}[ {words}][ and got {gets} back]",
    "outbid {actor} for {item}[ {words}]",
  ],
  dns_purchase: "bought {item}[ for {gives}]",
  dns_release: "released {item}",
  renew_dns: "renewed {item}",
  change_dns: "set a record of {item}[: {words}]",
  delete_dns: "deleted a record of {item}",
  stake_deposit: STAKED,
  stake_withdrawal: UNSTAKED,
  stake_withdrawal_request: REQUESTED_STAKE,
  election_deposit: "sent a stake[ of {gives}] to the election of validators",
  election_recover: "recovered a stake[ of {gets}] from the election of validators",
  jvault_stake: STAKED,
  jvault_unstake: UNSTAKED,
  jvault_unstake_request: REQUESTED_STAKE,
  jvault_claim: CLAIMED_REWARDS,
  coffee_staking_deposit: STAKED,
  coffee_staking_withdraw: UNSTAKED,
  coffee_staking_claim_rewards: CLAIMED_REWARDS,
  subscribe: ["subscribed to {other}[ for {gives}]", "got the subscriber {actor}[ for {gives}]"],
  unsubscribe: ["unsubscribed from {other}", "lost the subscriber {actor}"],
  multisig_create_order: "created an order of the multisig wallet[ {other}][, {words}]",
  multisig_approve: "approved the multisig order[ {other}][, {words}]",
  multisig_execute: [
    "was executed as an order of the multisig wallet[ {other}][, {words}]",
    "executed the multisig order[ {actor}][, {words}]",
    "{other} executed the multisig order[ {actor}][, {words}]",
  ],
  vesting_send_message: ["sent {gives} from vesting to {other}", "received {gives} from vesting of {actor}"],
  vesting_add_whitelist: "changed the whitelist of the vesting contract[ {other}][: {words}]",
  layerzero_send: "sent a LayerZero message",
  layerzero_send_tokens: "sent {gives} over LayerZero[ with the application {other}]",
  layerzero_receive: "received a LayerZero message[ for the application {other}]",
  layerzero_commit_packet: "committed a LayerZero packet[ to the endpoint {other}]",
  layerzero_dvn_verify: "verified a LayerZero packet[ with the verifier {other}][, {words}]",
  cocoon_worker_payout: [
    "sent a Cocoon worker's payout of {gives} to {other}",
    "received a Cocoon worker's payout of {gives} from {actor}",
  ],
  cocoon_proxy_payout: ["sent a Cocoon proxy's payout to {other}", "received a Cocoon proxy's payout from {actor}"],
  cocoon_proxy_charge: ["sent a Cocoon proxy's charge to {other}", "received a Cocoon proxy's charge from {actor}"],
  cocoon_client_top_up: ["topped up {other} for Cocoon by {gives}", "was topped up for Cocoon by {actor}, by {gives}"],
  cocoon_register_proxy: ["", "registered a Cocoon proxy", "{other} registered a Cocoon proxy"],
  cocoon_unregister_proxy: ["", "unregistered a Cocoon proxy", "{other} unregistered a Cocoon proxy"],
  cocoon_client_register: "registered as a Cocoon client at {other}",
  cocoon_client_change_secret_hash: "changed its Cocoon secret at {other}",
  cocoon_client_request_refund: "requested a Cocoon refund from {other}",
  cocoon_grant_refund: [
    "sent a Cocoon refund of {gives} to {other}",
    "received a Cocoon refund of {gives} from {actor}",
  ],
  cocoon_client_increase_stake: "increased its Cocoon stake at {other} by {gives}",
  cocoon_client_withdraw: "withdrew[ {gets}] from Cocoon at {other}",
  tgbtc_mint: "received {gets}, newly minted for bitcoins",
  tgbtc_burn: "burned {gives}[ for the payout of bitcoins by {other}]",
  tgbtc_new_key: "got a new key of tgBTC[ from {other}]",
  tgbtc_dkg_log_fallback: "logged the making of a key of tgBTC",
};
for (const type of ["tgbtc_mint", "tgbtc_burn", "tgbtc_new_key"]) SENTENCES[`${type}_fallback`] = SENTENCES[type];

/** The sentences for actions whose type is not in the table. @type {Sentences} */
export const OTHER_SENTENCES = ["{type}[ with {other}]", "{type}[ by {actor}]", "{type}[ by {actor}][ with {other}]"];
