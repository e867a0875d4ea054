//! Details of actions: one type per structure.

use std::collections::BTreeMap;

use serde_json::Value;

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{keyed, object};
use crate::types::wire::{Integer, read_nullable};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    ActionDetailsChangeDnsValue,
    ActionDetailsJettonSwapPeerSwap,
    ActionDetailsJettonSwapTransfer,
    ActionDetailsLayerZeroPacket,
    ActionDetailsLayerZeroSendDetails,
    ActionDetailsLiquidityVaultExcess,
    JettonAmountPair,
    ActionDetailsAuctionBid,
    ActionDetailsAuctionOutbid,
    ActionDetailsCallContract,
    ActionDetailsChangeDns,
    ActionDetailsCocoonClientChangeSecretHash,
    ActionDetailsCocoonClientIncreaseStake,
    ActionDetailsCocoonClientRegister,
    ActionDetailsCocoonClientRequestRefund,
    ActionDetailsCocoonClientTopUp,
    ActionDetailsCocoonClientWithdraw,
    ActionDetailsCocoonGrantRefund,
    ActionDetailsCocoonProxyCharge,
    ActionDetailsCocoonProxyPayout,
    ActionDetailsCocoonRegisterProxy,
    ActionDetailsCocoonUnregisterProxy,
    ActionDetailsCocoonWorkerPayout,
    ActionDetailsCoffeeCreatePool,
    ActionDetailsCoffeeCreatePoolCreator,
    ActionDetailsCoffeeCreateVault,
    ActionDetailsCoffeeMevProtectHoldFunds,
    ActionDetailsCoffeeStakingClaimRewards,
    ActionDetailsCoffeeStakingDeposit,
    ActionDetailsCoffeeStakingWithdraw,
    ActionDetailsContractDeploy,
    ActionDetailsDedustV2ClaimFees,
    ActionDetailsDedustV2ClaimReward,
    ActionDetailsDeleteDns,
    ActionDetailsDexDepositLiquidity,
    ActionDetailsDexWithdrawLiquidity,
    ActionDetailsDkgLogFallback,
    ActionDetailsDnsPurchase,
    ActionDetailsDnsRelease,
    ActionDetailsElectionDeposit,
    ActionDetailsElectionRecover,
    ActionDetailsEvaaLiquidate,
    ActionDetailsEvaaSupply,
    ActionDetailsEvaaWithdraw,
    ActionDetailsJettonBurn,
    ActionDetailsJettonMint,
    ActionDetailsJettonSwap,
    ActionDetailsJettonTransfer,
    ActionDetailsJvaultClaim,
    ActionDetailsJvaultStake,
    ActionDetailsJvaultUnstake,
    ActionDetailsJvaultUnstakeRequest,
    ActionDetailsLayerZeroCommitPacket,
    ActionDetailsLayerZeroDvnVerify,
    ActionDetailsLayerZeroReceive,
    ActionDetailsLayerZeroSend,
    ActionDetailsLayerZeroSendTokens,
    ActionDetailsMultisigApprove,
    ActionDetailsMultisigCreateOrder,
    ActionDetailsMultisigExecute,
    ActionDetailsNftCancelAuction,
    ActionDetailsNftCancelSale,
    ActionDetailsNftDiscovery,
    ActionDetailsNftFinishAuction,
    ActionDetailsNftMint,
    ActionDetailsNftPutOnAuction,
    ActionDetailsNftPutOnSale,
    ActionDetailsNftTransfer,
    ActionDetailsNftUpdateSale,
    ActionDetailsRenewDns,
    ActionDetailsStakeDeposit,
    ActionDetailsSubscribe,
    ActionDetailsTgbtcBurn,
    ActionDetailsTgbtcMint,
    ActionDetailsTgbtcNewKey,
    ActionDetailsTickTock,
    ActionDetailsTonTransfer,
    ActionDetailsToncoDeployPool,
    ActionDetailsToncoJettonSwap,
    ActionDetailsUnsubscribe,
    ActionDetailsVestingAddWhitelist,
    ActionDetailsVestingSendMessage,
    ActionDetailsWithdrawStake,
    ActionDetailsWithdrawStakeRequest
];

object!(
    /// New value of a DNS record.
    pub struct ActionDetailsChangeDnsValue {
        /// Form of the value.
        pub sum_type: Option<String>,
        /// Contract of the record.
        pub dns_smc_address: Option<String>,
        /// ADNL address of the record.
        pub dns_adnl_address: Option<String>,
        /// Text of the record.
        pub dns_text: Option<String>,
        /// Next resolver.
        pub dns_next_resolver_address: Option<String>,
        /// Bag in TON Storage of the record.
        pub dns_storage_address: Option<String>,
        /// Flags.
        pub flags: Option<i64>,
    }
);

object!(
    /// One of the swaps of a route through several pools.
    pub struct ActionDetailsJettonSwapPeerSwap {
        /// Asset sent, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_in: Option<String>,
        /// Amount sent, in its smallest units, as decimal text.
        pub amount_in: Option<String>,
        /// Asset received, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_out: Option<String>,
        /// Amount received, in its smallest units, as decimal text.
        pub amount_out: Option<String>,
    }
);

object!(
    /// A transfer to or from an exchange.
    pub struct ActionDetailsJettonSwapTransfer {
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Jetton wallet of the receiver, in raw form with upper-case hex.
        pub destination_jetton_wallet: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// A LayerZero packet.
    pub struct ActionDetailsLayerZeroPacket {
        /// Application at the source.
        pub src_oapp: Option<String>,
        /// Application at the destination.
        pub dst_oapp: Option<String>,
        /// Endpoint id of the source chain.
        pub src_eid: Option<i64>,
        /// Endpoint id of the destination chain.
        pub dst_eid: Option<i64>,
        /// Nonce.
        pub nonce: Option<Integer>,
        /// Globally unique id of the packet.
        pub guid: Option<String>,
        /// Payload of the packet.
        pub message: Option<String>,
    }
);

object!(
    /// How a LayerZero packet was sent.
    pub struct ActionDetailsLayerZeroSendDetails {
        /// Id of the request.
        pub send_request_id: Option<Integer>,
        /// Manager of message libraries.
        pub msglib_manager: Option<String>,
        /// Message library.
        pub msglib: Option<String>,
        /// Message library contract, in raw form with upper-case hex.
        pub uln: Option<String>,
        /// Fee in nanotons.
        pub native_fee: Option<Integer>,
        /// Fee in ZRO.
        pub zro_fee: Option<Integer>,
        /// Endpoint contract, in raw form with upper-case hex.
        pub endpoint: Option<String>,
        /// Channel contract, in raw form with upper-case hex.
        pub channel: Option<String>,
    }
);

object!(
    /// An asset that a vault returned.
    pub struct ActionDetailsLiquidityVaultExcess {
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// A jetton and an amount.
    pub struct JettonAmountPair {
        /// Jetton master, in raw form with upper-case hex.
        pub jetton: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `auction_bid`.
    pub struct ActionDetailsAuctionBid {
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Bidder, in raw form with upper-case hex.
        pub bidder: Option<String>,
        /// Auction contract, in raw form with upper-case hex.
        pub auction: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
    }
);

object!(
    /// Details of an action of type `auction_outbid`.
    pub struct ActionDetailsAuctionOutbid {
        /// Auction contract, in raw form with upper-case hex.
        pub auction_address: Option<String>,
        /// Bidder, in raw form with upper-case hex.
        pub bidder: Option<String>,
        /// New highest bidder, in raw form with upper-case hex.
        pub new_bidder: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Text of the comment.
        #[optional]
        pub comment: Option<String>,
        /// Name of the marketplace.
        #[optional]
        pub marketplace: Option<String>,
    }
);

object!(
    /// Details of an action of type `call_contract`.
    pub struct ActionDetailsCallContract {
        /// Operation code of the body: `0x` and 8 lower-case hex digits.
        #[optional]
        pub opcode: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        #[optional]
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        #[optional]
        pub destination: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        #[optional]
        pub value: Option<String>,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<BTreeMap<String, String>>,
    }
);

object!(
    /// Details of an action of type `change_dns`.
    pub struct ActionDetailsChangeDns {
        /// Key of the record, a hash of its name.
        pub key: Option<String>,
        /// New value of the record.
        pub value: ActionDetailsChangeDnsValue,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_client_change_secret_hash`.
    pub struct ActionDetailsCocoonClientChangeSecretHash {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Hash of the new secret.
        pub new_secret_hash: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_client_increase_stake`.
    pub struct ActionDetailsCocoonClientIncreaseStake {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// New stake, in nanotons, as decimal text.
        pub new_stake: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_client_register`.
    pub struct ActionDetailsCocoonClientRegister {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Nonce, as decimal text.
        pub nonce: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_client_request_refund`.
    pub struct ActionDetailsCocoonClientRequestRefund {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Whether the refund was requested through the wallet.
        pub via_wallet: Option<bool>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_client_top_up`.
    pub struct ActionDetailsCocoonClientTopUp {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_client_withdraw`.
    pub struct ActionDetailsCocoonClientWithdraw {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Amount withdrawn, as decimal text.
        pub withdraw_amount: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_grant_refund`.
    pub struct ActionDetailsCocoonGrantRefund {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Total of the tokens, as decimal text.
        pub new_tokens_used: Option<String>,
        /// Address that the protocol expected.
        pub expected_address: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_proxy_charge`.
    pub struct ActionDetailsCocoonProxyCharge {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Total of the tokens, as decimal text.
        pub new_tokens_used: Option<String>,
        /// Address that the protocol expected.
        pub expected_address: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_proxy_payout`.
    pub struct ActionDetailsCocoonProxyPayout {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_register_proxy`.
    pub struct ActionDetailsCocoonRegisterProxy {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_unregister_proxy`.
    pub struct ActionDetailsCocoonUnregisterProxy {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Sequence number of the request.
        pub seqno: Option<i64>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `cocoon_worker_payout`.
    pub struct ActionDetailsCocoonWorkerPayout {
        /// The kind of the payout.
        pub payout_type: Option<String>,
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Total of the tokens, as decimal text.
        pub new_tokens: Option<String>,
        /// State of the worker.
        pub worker_state: Option<i64>,
        /// Tokens of the worker, as decimal text.
        pub worker_tokens: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_create_pool`.
    pub struct ActionDetailsCoffeeCreatePool {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Provider of the first asset, in raw form with upper-case hex.
        pub initiator_1: Option<String>,
        /// Provider of the second asset, in raw form with upper-case hex.
        pub initiator_2: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Contract that creates the pool, in raw form with upper-case hex.
        pub pool_creator_contract: Option<String>,
        /// Asset provided, in raw form with upper-case hex; `null` for TON itself.
        pub provided_asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_1: Option<String>,
        /// Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_2: Option<String>,
        /// Amount of the first asset, in its smallest units, as decimal text.
        pub amount_1: Option<String>,
        /// Amount of the second asset, in its smallest units, as decimal text.
        pub amount_2: Option<String>,
        /// Liquidity tokens minted, in their smallest units, as decimal text.
        pub lp_tokens_minted: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_create_pool_creator`.
    pub struct ActionDetailsCoffeeCreatePoolCreator {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Receiver of the pool's shares, in raw form with upper-case hex.
        pub deposit_recipient: Option<String>,
        /// Contract that creates the pool, in raw form with upper-case hex.
        pub pool_creator_contract: Option<String>,
        /// Asset provided, in raw form with upper-case hex; `null` for TON itself.
        pub provided_asset: Option<String>,
        /// First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_1: Option<String>,
        /// Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_2: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_create_vault`.
    pub struct ActionDetailsCoffeeCreateVault {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Vault contract, in raw form with upper-case hex.
        pub vault: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        pub value: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_mev_protect_hold_funds`.
    pub struct ActionDetailsCoffeeMevProtectHoldFunds {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Contract that holds the funds, in raw form with upper-case hex.
        pub mev_contract: Option<String>,
        /// Jetton wallet of the mev contract, in raw form with upper-case hex.
        pub mev_contract_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_staking_claim_rewards`.
    pub struct ActionDetailsCoffeeStakingClaimRewards {
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Jetton wallet of the pool, in raw form with upper-case hex.
        pub pool_jetton_wallet: Option<String>,
        /// Receiver, in raw form with upper-case hex.
        pub recipient: Option<String>,
        /// Jetton wallet of the recipient, in raw form with upper-case hex.
        pub recipient_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_staking_deposit`.
    pub struct ActionDetailsCoffeeStakingDeposit {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Jetton wallet of the pool, in raw form with upper-case hex.
        pub pool_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Position NFT that was minted, in raw form with upper-case hex.
        pub minted_item_address: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub minted_item_index: Option<String>,
    }
);

object!(
    /// Details of an action of type `coffee_staking_withdraw`.
    pub struct ActionDetailsCoffeeStakingWithdraw {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Jetton wallet of the pool, in raw form with upper-case hex.
        pub pool_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_address: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_index: Option<String>,
        /// Points, as decimal text.
        pub points: Option<String>,
    }
);

object!(
    /// Details of an action of type `contract_deploy`.
    pub struct ActionDetailsContractDeploy {
        /// Operation code of the body: `0x` and 8 lower-case hex digits.
        #[optional]
        pub opcode: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        #[optional]
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        #[optional]
        pub destination: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        #[optional]
        pub value: Option<String>,
    }
);

object!(
    /// Details of an action of type `dedust_v2_claim_fees`.
    pub struct ActionDetailsDedustV2ClaimFees {
        /// Exchange, such as `stonfi` or `dedust`.
        pub dex: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Position contract, in raw form with upper-case hex.
        pub position: Option<String>,
        /// First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_1: Option<String>,
        /// Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_2: Option<String>,
        /// Amount of the first asset, in its smallest units, as decimal text.
        pub amount_1: Option<String>,
        /// Amount of the second asset, in its smallest units, as decimal text.
        pub amount_2: Option<String>,
        /// Jetton wallet of the user for the first asset, in raw form with upper-case hex.
        pub user_jetton_wallet_1: Option<String>,
        /// Jetton wallet of the user for the second asset, in raw form with upper-case hex.
        pub user_jetton_wallet_2: Option<String>,
        /// Jetton wallet of the dex for the first asset, in raw form with upper-case hex.
        pub dex_jetton_wallet_1: Option<String>,
        /// Jetton wallet of the dex for the second asset, in raw form with upper-case hex.
        pub dex_jetton_wallet_2: Option<String>,
    }
);

object!(
    /// Details of an action of type `dedust_v2_claim_reward`.
    pub struct ActionDetailsDedustV2ClaimReward {
        /// Exchange, such as `stonfi` or `dedust`.
        pub dex: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Position contract, in raw form with upper-case hex.
        pub position: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Jetton wallet of the user, in raw form with upper-case hex.
        pub user_jetton_wallet: Option<String>,
        /// Jetton wallet of the dex, in raw form with upper-case hex.
        pub dex_jetton_wallet: Option<String>,
    }
);

object!(
    /// Details of an action of type `delete_dns`.
    pub struct ActionDetailsDeleteDns {
        /// Key of the record, a hash of its name.
        pub hash: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
    }
);

object!(
    /// Details of an action of type `dex_deposit_liquidity`.
    pub struct ActionDetailsDexDepositLiquidity {
        /// Exchange, such as `stonfi` or `dedust`.
        pub dex: Option<String>,
        /// Amount of the first asset, in its smallest units, as decimal text.
        pub amount_1: Option<String>,
        /// Amount of the second asset, in its smallest units, as decimal text.
        pub amount_2: Option<String>,
        /// First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_1: Option<String>,
        /// Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_2: Option<String>,
        /// Jetton wallet of the user for the first asset, in raw form with upper-case hex.
        pub user_jetton_wallet_1: Option<String>,
        /// Jetton wallet of the user for the second asset, in raw form with upper-case hex.
        pub user_jetton_wallet_2: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Receiver of the liquidity, in raw form with upper-case hex.
        pub destination_liquidity: Option<String>,
        /// Liquidity tokens minted, in their smallest units, as decimal text.
        pub lp_tokens_minted: Option<String>,
        /// First asset of the pool, in raw form with upper-case hex.
        pub target_asset_1: Option<String>,
        /// Second asset of the pool, in raw form with upper-case hex.
        pub target_asset_2: Option<String>,
        /// Amount of the first asset that the pool wants, as decimal text.
        pub target_amount_1: Option<String>,
        /// Amount of the second asset that the pool wants, as decimal text.
        pub target_amount_2: Option<String>,
        /// The assets that vaults returned.
        pub vault_excesses: Vec<ActionDetailsLiquidityVaultExcess>,
        /// Lower tick of the position, as decimal text.
        pub tick_lower: Option<String>,
        /// Upper tick of the position, as decimal text.
        pub tick_upper: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_index: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_address: Option<String>,
    }
);

object!(
    /// Details of an action of type `dex_withdraw_liquidity`.
    pub struct ActionDetailsDexWithdrawLiquidity {
        /// Exchange, such as `stonfi` or `dedust`.
        pub dex: Option<String>,
        /// Amount of the first asset, in its smallest units, as decimal text.
        pub amount_1: Option<String>,
        /// Amount of the second asset, in its smallest units, as decimal text.
        pub amount_2: Option<String>,
        /// First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_1: Option<String>,
        /// Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_2: Option<String>,
        /// Jetton wallet of the user for the first asset, in raw form with upper-case hex.
        pub user_jetton_wallet_1: Option<String>,
        /// Jetton wallet of the user for the second asset, in raw form with upper-case hex.
        pub user_jetton_wallet_2: Option<String>,
        /// Liquidity tokens burnt, in their smallest units, as decimal text.
        pub lp_tokens_burnt: Option<String>,
        /// Liquidity that was refunded.
        pub is_refund: Option<bool>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Receiver of the liquidity, in raw form with upper-case hex.
        pub destination_liquidity: Option<String>,
        /// Index of the burnt position NFT, as decimal text.
        pub burnt_nft_index: Option<String>,
        /// Position NFT that was burnt, in raw form with upper-case hex.
        pub burnt_nft_address: Option<String>,
        /// Lower tick of the position, as decimal text.
        pub tick_lower: Option<String>,
        /// Upper tick of the position, as decimal text.
        pub tick_upper: Option<String>,
    }
);

object!(
    /// Details of an action of type `tgbtc_dkg_log_fallback`.
    pub struct ActionDetailsDkgLogFallback {
        /// Coordinator contract, in raw form with upper-case hex.
        pub coordinator: Option<String>,
        /// Public key.
        pub pubkey: Option<String>,
        /// Time, in Unix seconds, as decimal text.
        pub timestamp: Option<String>,
    }
);

object!(
    /// Details of an action of type `dns_purchase`.
    pub struct ActionDetailsDnsPurchase {
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
        /// New owner, in raw form with upper-case hex.
        pub new_owner: Option<String>,
        /// Price, in nanotons, as decimal text.
        pub price: Option<String>,
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Amount paid, in nanotons, as decimal text.
        pub payout_amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `dns_release`.
    pub struct ActionDetailsDnsRelease {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        pub value: Option<String>,
    }
);

object!(
    /// Details of an action of type `election_deposit`.
    pub struct ActionDetailsElectionDeposit {
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        #[optional]
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `election_recover`.
    pub struct ActionDetailsElectionRecover {
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        #[optional]
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `evaa_liquidate`.
    pub struct ActionDetailsEvaaLiquidate {
        /// Why it failed; `null` on success.
        pub fail_reason: Option<String>,
        /// Debt paid, in the smallest units of the asset, as decimal text.
        pub debt_amount: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Borrower whose debt is paid, in raw form with upper-case hex.
        pub borrower: Option<String>,
        /// Contract of the borrower in the protocol, in raw form with upper-case hex.
        pub borrower_contract: Option<String>,
        /// Jetton master of the collateral, in raw form with upper-case hex.
        pub collateral: Option<String>,
        /// Id of the asset in the protocol: `0x` and lower-case hex digits.
        pub asset_id: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Whether the service knows the asset.
        pub is_known_asset: bool,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `evaa_supply`.
    pub struct ActionDetailsEvaaSupply {
        /// Jetton wallet of the sender, in raw form with upper-case hex.
        pub sender_jetton_wallet: Option<String>,
        /// Jetton wallet of the recipient, in raw form with upper-case hex.
        pub recipient_jetton_wallet: Option<String>,
        /// Jetton wallet of the protocol's master, in raw form with upper-case hex.
        pub master_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex.
        pub master: Option<String>,
        /// Id of the asset in the protocol: `0x` and lower-case hex digits.
        pub asset_id: Option<String>,
        /// Whether the asset is TON itself.
        pub is_ton: Option<bool>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the sender, in raw form with upper-case hex.
        pub source_wallet: Option<String>,
        /// Receiver, in raw form with upper-case hex.
        pub recipient: Option<String>,
        /// Contract of the receiver in the protocol, in raw form with upper-case hex.
        pub recipient_contract: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `evaa_withdraw`.
    pub struct ActionDetailsEvaaWithdraw {
        /// Jetton wallet of the recipient, in raw form with upper-case hex.
        pub recipient_jetton_wallet: Option<String>,
        /// Jetton wallet of the protocol's master, in raw form with upper-case hex.
        pub master_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex.
        pub master: Option<String>,
        /// Why it failed; `null` on success.
        pub fail_reason: Option<String>,
        /// Id of the asset in the protocol: `0x` and lower-case hex digits.
        pub asset_id: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex.
        pub recipient: Option<String>,
        /// Contract of the owner in the protocol, in raw form with upper-case hex.
        pub owner_contract: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `jetton_burn`.
    pub struct ActionDetailsJettonBurn {
        /// Owner, in raw form with upper-case hex.
        pub owner: Option<String>,
        /// Jetton wallet of the owner, in raw form with upper-case hex.
        pub owner_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `jetton_mint`.
    pub struct ActionDetailsJettonMint {
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Receiver, in raw form with upper-case hex.
        pub receiver: Option<String>,
        /// Jetton wallet of the receiver, in raw form with upper-case hex.
        pub receiver_jetton_wallet: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// TON sent along, in nanotons, as decimal text.
        pub ton_amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `jetton_swap`.
    pub struct ActionDetailsJettonSwap {
        /// Exchange, such as `stonfi` or `dedust`.
        pub dex: Option<String>,
        /// Sender, in raw form with upper-case hex.
        pub sender: Option<String>,
        /// Asset sent, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_in: Option<String>,
        /// Asset received, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_out: Option<String>,
        /// Transfer to the exchange.
        pub dex_incoming_transfer: Option<ActionDetailsJettonSwapTransfer>,
        /// Transfer from the exchange.
        pub dex_outgoing_transfer: Option<ActionDetailsJettonSwapTransfer>,
        /// The swaps of a route through several pools.
        pub peer_swaps: Vec<ActionDetailsJettonSwapPeerSwap>,
    }
);

object!(
    /// Details of an action of type `jetton_transfer`.
    pub struct ActionDetailsJettonTransfer {
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Sender, in raw form with upper-case hex.
        pub sender: Option<String>,
        /// Receiver, in raw form with upper-case hex.
        pub receiver: Option<String>,
        /// Jetton wallet of the sender, in raw form with upper-case hex.
        pub sender_jetton_wallet: Option<String>,
        /// Jetton wallet of the receiver, in raw form with upper-case hex.
        pub receiver_jetton_wallet: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Text of the comment.
        pub comment: Option<String>,
        /// Whether the comment is encrypted.
        pub is_encrypted_comment: Option<bool>,
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// Payload forwarded with the notification, in base64.
        pub forward_payload: Option<String>,
        /// TON forwarded with the notification, in nanotons, as decimal text.
        pub forward_amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `jvault_claim`.
    pub struct ActionDetailsJvaultClaim {
        /// Rewards claimed.
        pub claimed_rewards: Vec<JettonAmountPair>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Wallet of the stake, in raw form with upper-case hex.
        pub stake_wallet: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
    }
);

object!(
    /// Details of an action of type `jvault_stake`.
    pub struct ActionDetailsJvaultStake {
        /// Period, in seconds.
        pub period: Option<i64>,
        /// Stake jettons minted, in their smallest units, as decimal text.
        pub minted_stake_jettons: Option<String>,
        /// Wallet of the stake, in raw form with upper-case hex.
        pub stake_wallet: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the source, in raw form with upper-case hex.
        pub source_jetton_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `jvault_unstake`.
    pub struct ActionDetailsJvaultUnstake {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Wallet of the stake, in raw form with upper-case hex.
        pub stake_wallet: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Exit code of the TVM; 0 and 1 are success.
        pub exit_code: Option<i64>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Jetton of the stake, in raw form with upper-case hex.
        pub staking_asset: Option<String>,
    }
);

object!(
    /// Details of an action of type `jvault_unstake_request`.
    pub struct ActionDetailsJvaultUnstakeRequest {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Wallet of the stake, in raw form with upper-case hex.
        pub stake_wallet: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Exit code of the TVM; 0 and 1 are success.
        pub exit_code: Option<i64>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Jetton of the stake, in raw form with upper-case hex.
        pub staking_asset: Option<String>,
    }
);

object!(
    /// Details of an action of type `layerzero_commit_packet`.
    pub struct ActionDetailsLayerZeroCommitPacket {
        /// Sender, in raw form with upper-case hex.
        pub sender: Option<String>,
        /// Endpoint contract, in raw form with upper-case hex.
        pub endpoint: Option<String>,
        /// Message library contract, in raw form with upper-case hex.
        pub uln: Option<String>,
        /// Message library contract, in raw form with upper-case hex.
        pub uln_connection: Option<String>,
        /// Channel contract, in raw form with upper-case hex.
        pub channel: Option<String>,
        /// Connection of the message library, in raw form with upper-case hex.
        pub msglib_connection: Option<String>,
        /// The packet.
        pub layerzero_packet_data: ActionDetailsLayerZeroPacket,
    }
);

object!(
    /// Details of an action of type `layerzero_dvn_verify`.
    pub struct ActionDetailsLayerZeroDvnVerify {
        /// Initiator, in raw form with upper-case hex.
        pub initiator: Option<String>,
        /// Nonce.
        pub nonce: Option<Integer>,
        /// Status of the verification.
        pub status: Option<String>,
        /// Verifier network, in raw form with upper-case hex.
        pub dvn: Option<String>,
        /// Proxy contract, in raw form with upper-case hex.
        pub proxy: Option<String>,
        /// Message library contract, in raw form with upper-case hex.
        pub uln: Option<String>,
        /// Message library contract, in raw form with upper-case hex.
        pub uln_connection: Option<String>,
    }
);

object!(
    /// Details of an action of type `layerzero_receive`.
    pub struct ActionDetailsLayerZeroReceive {
        /// Sender, in raw form with upper-case hex.
        pub sender: Option<String>,
        /// Application contract, in raw form with upper-case hex.
        pub oapp: Option<String>,
        /// Channel contract, in raw form with upper-case hex.
        pub channel: Option<String>,
        /// The packet.
        pub layerzero_packet_data: ActionDetailsLayerZeroPacket,
    }
);

object!(
    /// Details of an action of type `layerzero_send`.
    pub struct ActionDetailsLayerZeroSend {
        /// Initiator, in raw form with upper-case hex.
        pub initiator: Option<String>,
        /// How the packet was sent.
        pub layerzero_send_data: ActionDetailsLayerZeroSendDetails,
        /// The packet.
        pub layerzero_packet_data: ActionDetailsLayerZeroPacket,
    }
);

object!(
    /// Details of an action of type `layerzero_send_tokens`.
    pub struct ActionDetailsLayerZeroSendTokens {
        /// Sender, in raw form with upper-case hex.
        pub sender: Option<String>,
        /// Jetton wallet of the sender, in raw form with upper-case hex.
        pub sender_wallet: Option<String>,
        /// Application contract, in raw form with upper-case hex.
        pub oapp: Option<String>,
        /// Jetton wallet of the application, in raw form with upper-case hex.
        pub oapp_wallet: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// How the packet was sent.
        pub layerzero_send_data: ActionDetailsLayerZeroSendDetails,
        /// The packet.
        pub layerzero_packet_data: ActionDetailsLayerZeroPacket,
    }
);

object!(
    /// Details of an action of type `multisig_approve`.
    pub struct ActionDetailsMultisigApprove {
        /// Position of the signer.
        pub signer_index: Option<i64>,
        /// Exit code of the TVM; 0 and 1 are success.
        pub exit_code: Option<i64>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of an action of type `multisig_create_order`.
    pub struct ActionDetailsMultisigCreateOrder {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Seqno of the order, as decimal text.
        pub order_seqno: Option<String>,
        /// Whether a signer, not a proposer, created the order.
        pub is_created_by_signer: Option<bool>,
        /// Whether the creator has also signed the order.
        pub is_signed_by_creator: Option<bool>,
        /// Position of the creator among signers or proposers.
        pub creator_index: Option<i64>,
        /// Time of expiry of the order, in Unix seconds.
        pub expiration_date: Option<i64>,
        /// The order: a bag of cells in base64.
        pub order_boc: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Order contract, in raw form with upper-case hex.
        pub destination_order: Option<String>,
    }
);

object!(
    /// Details of an action of type `multisig_execute`.
    pub struct ActionDetailsMultisigExecute {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Seqno of the order, as decimal text.
        pub order_seqno: Option<String>,
        /// Time of expiry of the order, in Unix seconds.
        pub expiration_date: Option<i64>,
        /// Number of approvals.
        pub approvals_num: Option<i64>,
        /// Hash of the signers.
        pub signers_hash: Option<String>,
        /// The order: a bag of cells in base64.
        pub order_boc: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
    }
);

object!(
    /// Details of actions of type `nft_cancel_auction`, `teleitem_cancel_auction`.
    pub struct ActionDetailsNftCancelAuction {
        /// Owner, in raw form with upper-case hex.
        pub owner: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Auction contract, in raw form with upper-case hex.
        pub auction_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        pub marketplace_address: Option<String>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
    }
);

object!(
    /// Details of an action of type `nft_cancel_sale`.
    pub struct ActionDetailsNftCancelSale {
        /// Owner, in raw form with upper-case hex.
        pub owner: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Sale contract, in raw form with upper-case hex.
        pub sale_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        pub marketplace_address: Option<String>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
    }
);

object!(
    /// Details of an action of type `nft_discovery`.
    pub struct ActionDetailsNftDiscovery {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
    }
);

object!(
    /// Details of an action of type `nft_finish_auction`.
    pub struct ActionDetailsNftFinishAuction {
        /// Owner, in raw form with upper-case hex.
        pub owner: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Auction contract, in raw form with upper-case hex.
        pub auction_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        pub marketplace_address: Option<String>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
    }
);

object!(
    /// Details of an action of type `nft_mint`.
    pub struct ActionDetailsNftMint {
        /// Owner, in raw form with upper-case hex.
        #[optional]
        pub owner: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
    }
);

object!(
    /// Details of actions of type `nft_put_on_auction`, `teleitem_start_auction`.
    pub struct ActionDetailsNftPutOnAuction {
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
        /// Owner, in raw form with upper-case hex.
        pub owner: Option<String>,
        /// Contract that put the item on auction, in raw form with upper-case hex.
        pub listing_address: Option<String>,
        /// Auction contract, in raw form with upper-case hex.
        pub auction_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        pub marketplace_address: Option<String>,
        /// Numerator of the marketplace's fee, as decimal text.
        pub marketplace_fee_factor: Option<String>,
        /// Denominator of the marketplace's fee, as decimal text.
        pub marketplace_fee_base: Option<String>,
        /// Denominator of the royalty, as decimal text.
        pub royalty_fee_base: Option<String>,
        /// Highest bid, in nanotons, as decimal text.
        pub max_bid: Option<String>,
        /// Minimum bid, in nanotons, as decimal text.
        pub min_bid: Option<String>,
        /// Receiver of the marketplace's fee, in raw form with upper-case hex.
        pub marketplace_fee_address: Option<String>,
        /// Receiver of the royalty, in raw form with upper-case hex.
        pub royalty_address: Option<String>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
    }
);

object!(
    /// Details of an action of type `nft_put_on_sale`.
    pub struct ActionDetailsNftPutOnSale {
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
        /// Owner, in raw form with upper-case hex.
        pub owner: Option<String>,
        /// Contract that put the item on auction, in raw form with upper-case hex.
        pub listing_address: Option<String>,
        /// Sale contract, in raw form with upper-case hex.
        pub sale_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        pub marketplace_address: Option<String>,
        /// Price, in nanotons, as decimal text.
        pub full_price: Option<String>,
        /// Fee of the marketplace, in nanotons, as decimal text.
        pub marketplace_fee: Option<String>,
        /// Royalty, in nanotons, as decimal text.
        pub royalty_amount: Option<String>,
        /// Receiver of the marketplace's fee, in raw form with upper-case hex.
        pub marketplace_fee_address: Option<String>,
        /// Receiver of the royalty, in raw form with upper-case hex.
        pub royalty_address: Option<String>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
    }
);

object!(
    /// Details of actions of type `nft_purchase`, `nft_transfer`.
    pub struct ActionDetailsNftTransfer {
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_item: Option<String>,
        /// Index of the item in its collection, as decimal text.
        pub nft_item_index: Option<String>,
        /// Old owner, in raw form with upper-case hex.
        #[optional]
        pub old_owner: Option<String>,
        /// New owner, in raw form with upper-case hex.
        pub new_owner: Option<String>,
        /// Whether the transfer is a purchase.
        pub is_purchase: Option<bool>,
        /// Price, in nanotons, as decimal text.
        #[optional]
        pub price: Option<String>,
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// Payload forwarded with the notification, in base64.
        pub forward_payload: Option<String>,
        /// TON forwarded with the notification, in nanotons, as decimal text.
        pub forward_amount: Option<String>,
        /// Text of the comment.
        pub comment: Option<String>,
        /// Whether the comment is encrypted.
        pub is_encrypted_comment: Option<bool>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
        /// Owner who put the item into the sale or auction contract, in raw form with upper-case hex.
        pub real_old_owner: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub marketplace_address: Option<Option<String>>,
        /// Amount paid, in nanotons, as decimal text.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub payout_amount: Option<Option<String>>,
        /// Receiver of the payment, in raw form with upper-case hex.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub payout_address: Option<Option<String>>,
        /// Comment of the payment.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub payout_comment: Option<Option<String>>,
        /// Whether the comment of the payment is encrypted.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<bool>>")]
        #[schemars(with = "Option<bool>")]
        pub payout_comment_encrypted: Option<Option<bool>>,
        /// Whether the comment of the payment is encoded.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<bool>>")]
        #[schemars(with = "Option<bool>")]
        pub payout_comment_encoded: Option<Option<bool>>,
        /// Royalty, in nanotons, as decimal text.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub royalty_amount: Option<Option<String>>,
        /// Receiver of the royalty, in raw form with upper-case hex.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub royalty_address: Option<Option<String>>,
    }
);

object!(
    /// Details of an action of type `nft_update_sale`.
    pub struct ActionDetailsNftUpdateSale {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Sale contract, in raw form with upper-case hex.
        pub sale_contract: Option<String>,
        /// NFT item, in raw form with upper-case hex.
        pub nft_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        pub marketplace_address: Option<String>,
        /// Name of the marketplace.
        pub marketplace: Option<String>,
        /// Price, in nanotons, as decimal text.
        pub full_price: Option<String>,
        /// Fee of the marketplace, in nanotons, as decimal text.
        pub marketplace_fee: Option<String>,
        /// Royalty, in nanotons, as decimal text.
        pub royalty_amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `renew_dns`.
    pub struct ActionDetailsRenewDns {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub nft_collection: Option<String>,
    }
);

object!(
    /// Details of an action of type `stake_deposit`.
    pub struct ActionDetailsStakeDeposit {
        /// Name of the staking provider.
        pub provider: Option<String>,
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Tokens minted, in their smallest units, as decimal text.
        pub tokens_minted: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Asset sent, in raw form with upper-case hex.
        #[optional]
        pub source_asset: Option<String>,
    }
);

object!(
    /// Details of an action of type `subscribe`.
    pub struct ActionDetailsSubscribe {
        /// Payer, in raw form with upper-case hex.
        pub subscriber: Option<String>,
        /// Receiver of the payments, in raw form with upper-case hex.
        #[optional]
        pub beneficiary: Option<String>,
        /// Subscription contract, in raw form with upper-case hex.
        pub subscription: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of actions of type `tgbtc_burn`, `tgbtc_burn_fallback`.
    pub struct ActionDetailsTgbtcBurn {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Jetton wallet of the sender, in raw form with upper-case hex.
        pub source_wallet: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
    }
);

object!(
    /// Details of actions of type `tgbtc_mint`, `tgbtc_mint_fallback`.
    pub struct ActionDetailsTgbtcMint {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Bitcoin transaction.
        pub bitcoin_tx_id: Option<String>,
        /// Jetton wallet of the receiver, in raw form with upper-case hex.
        pub destination_wallet: Option<String>,
    }
);

object!(
    /// Details of actions of type `tgbtc_new_key`, `tgbtc_new_key_fallback`.
    pub struct ActionDetailsTgbtcNewKey {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Public key.
        pub pubkey: Option<String>,
        /// Coordinator contract, in raw form with upper-case hex.
        pub coordinator: Option<String>,
        /// Pegout contract, in raw form with upper-case hex.
        pub pegout: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
    }
);

object!(
    /// Details of an action of type `tick_tock`.
    pub struct ActionDetailsTickTock {
        /// Account, in raw form with upper-case hex.
        #[optional]
        pub account: Option<String>,
    }
);

object!(
    /// Details of actions of type `extra_currency_transfer`, `ton_transfer`.
    pub struct ActionDetailsTonTransfer {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        pub value: Option<String>,
        /// Extra currencies sent: id to amount.
        #[optional]
        pub value_extra_currencies: Option<BTreeMap<String, String>>,
        /// Text of the comment.
        pub comment: Option<String>,
        /// Whether the comment is encrypted.
        pub encrypted: Option<bool>,
    }
);

object!(
    /// Details of an action of type `tonco_deploy_pool`.
    pub struct ActionDetailsToncoDeployPool {
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Router contract, in raw form with upper-case hex.
        pub router: Option<String>,
        /// Jetton wallet of the router for the first asset, in raw form with upper-case hex.
        pub router_jetton_wallet_1: Option<String>,
        /// Jetton wallet of the router for the second asset, in raw form with upper-case hex.
        pub router_jetton_wallet_2: Option<String>,
        /// Jetton master of the first asset, in raw form with upper-case hex.
        pub jetton_minter_1: Option<String>,
        /// Jetton master of the second asset, in raw form with upper-case hex.
        pub jetton_minter_2: Option<String>,
        /// Distance of ticks, as decimal text.
        pub tick_spacing: Option<String>,
        /// First price, in 1/2^96, as decimal text.
        pub initial_price_x96: Option<String>,
        /// Fee of the protocol, as decimal text.
        pub protocol_fee: Option<String>,
        /// Base of the liquidity providers' fee, as decimal text.
        pub lp_fee_base: Option<String>,
        /// Current fee of the liquidity providers, as decimal text.
        pub lp_fee_current: Option<String>,
        /// Whether the pool is active.
        pub pool_active: Option<bool>,
    }
);

object!(
    /// Details of a `jetton_swap` at `tonco` or `dedust_v2`.
    pub struct ActionDetailsToncoJettonSwap {
        /// Exchange, such as `stonfi` or `dedust`.
        pub dex: Option<String>,
        /// Sender, in raw form with upper-case hex.
        pub sender: Option<String>,
        /// Asset sent, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_in: Option<String>,
        /// Asset received, a jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset_out: Option<String>,
        /// Transfer to the exchange.
        pub dex_incoming_transfer: Option<ActionDetailsJettonSwapTransfer>,
        /// Transfer from the exchange.
        pub dex_outgoing_transfer: Option<ActionDetailsJettonSwapTransfer>,
        /// The swaps of a route through several pools.
        pub peer_swaps: Vec<ActionDetailsJettonSwapPeerSwap>,
        /// Minimum amount to receive, as decimal text.
        pub min_out_amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `unsubscribe`.
    pub struct ActionDetailsUnsubscribe {
        /// Payer, in raw form with upper-case hex.
        pub subscriber: Option<String>,
        /// Receiver of the payments, in raw form with upper-case hex.
        #[optional]
        pub beneficiary: Option<String>,
        /// Subscription contract, in raw form with upper-case hex.
        pub subscription: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        #[optional]
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `vesting_add_whitelist`.
    pub struct ActionDetailsVestingAddWhitelist {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Accounts added to the whitelist, in raw form with upper-case hex.
        pub accounts_added: Option<Vec<String>>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Vesting contract, in raw form with upper-case hex.
        pub vesting: Option<String>,
    }
);

object!(
    /// Details of an action of type `vesting_send_message`.
    pub struct ActionDetailsVestingSendMessage {
        /// Query id that the sender chose, as decimal text.
        pub query_id: Option<String>,
        /// Message: a bag of cells in base64.
        pub message_boc: Option<String>,
        /// Sender, in raw form with upper-case hex; empty or `null` if there is none.
        pub source: Option<String>,
        /// Vesting contract, in raw form with upper-case hex.
        pub vesting: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
    }
);

object!(
    /// Details of an action of type `stake_withdrawal`.
    pub struct ActionDetailsWithdrawStake {
        /// Name of the staking provider.
        pub provider: Option<String>,
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// NFT with which the payout is claimed, in raw form with upper-case hex.
        pub payout_nft: Option<String>,
        /// Tokens burnt, in their smallest units, as decimal text.
        pub tokens_burnt: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
    }
);

object!(
    /// Details of an action of type `stake_withdrawal_request`.
    pub struct ActionDetailsWithdrawStakeRequest {
        /// Name of the staking provider.
        pub provider: Option<String>,
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder: Option<String>,
        /// Pool, in raw form with upper-case hex.
        pub pool: Option<String>,
        /// NFT with which the payout is claimed, in raw form with upper-case hex.
        pub payout_nft: Option<String>,
        /// Jetton master, in raw form with upper-case hex; `null` for TON itself.
        pub asset: Option<String>,
        /// Tokens burnt, in their smallest units, as decimal text.
        pub tokens_burnt: Option<String>,
        /// Tokens minted, in their smallest units, as decimal text.
        #[optional]
        pub tokens_minted: Option<String>,
    }
);

keyed! {
    /// Details of an action, read by its type.
    ActionDetails {
        AuctionBid(ActionDetailsAuctionBid),
        AuctionOutbid(ActionDetailsAuctionOutbid),
        CallContract(ActionDetailsCallContract),
        ChangeDns(ActionDetailsChangeDns),
        CocoonClientChangeSecretHash(ActionDetailsCocoonClientChangeSecretHash),
        CocoonClientIncreaseStake(ActionDetailsCocoonClientIncreaseStake),
        CocoonClientRegister(ActionDetailsCocoonClientRegister),
        CocoonClientRequestRefund(ActionDetailsCocoonClientRequestRefund),
        CocoonClientTopUp(ActionDetailsCocoonClientTopUp),
        CocoonClientWithdraw(ActionDetailsCocoonClientWithdraw),
        CocoonGrantRefund(ActionDetailsCocoonGrantRefund),
        CocoonProxyCharge(ActionDetailsCocoonProxyCharge),
        CocoonProxyPayout(ActionDetailsCocoonProxyPayout),
        CocoonRegisterProxy(ActionDetailsCocoonRegisterProxy),
        CocoonUnregisterProxy(ActionDetailsCocoonUnregisterProxy),
        CocoonWorkerPayout(ActionDetailsCocoonWorkerPayout),
        CoffeeCreatePool(ActionDetailsCoffeeCreatePool),
        CoffeeCreatePoolCreator(ActionDetailsCoffeeCreatePoolCreator),
        CoffeeCreateVault(ActionDetailsCoffeeCreateVault),
        CoffeeMevProtectHoldFunds(ActionDetailsCoffeeMevProtectHoldFunds),
        CoffeeStakingClaimRewards(ActionDetailsCoffeeStakingClaimRewards),
        CoffeeStakingDeposit(ActionDetailsCoffeeStakingDeposit),
        CoffeeStakingWithdraw(ActionDetailsCoffeeStakingWithdraw),
        ContractDeploy(ActionDetailsContractDeploy),
        DedustV2ClaimFees(ActionDetailsDedustV2ClaimFees),
        DedustV2ClaimReward(ActionDetailsDedustV2ClaimReward),
        DeleteDns(ActionDetailsDeleteDns),
        DexDepositLiquidity(ActionDetailsDexDepositLiquidity),
        DexWithdrawLiquidity(ActionDetailsDexWithdrawLiquidity),
        DnsPurchase(ActionDetailsDnsPurchase),
        DnsRelease(ActionDetailsDnsRelease),
        ElectionDeposit(ActionDetailsElectionDeposit),
        ElectionRecover(ActionDetailsElectionRecover),
        EvaaLiquidate(ActionDetailsEvaaLiquidate),
        EvaaSupply(ActionDetailsEvaaSupply),
        EvaaWithdraw(ActionDetailsEvaaWithdraw),
        TonTransfer(ActionDetailsTonTransfer),
        JettonBurn(ActionDetailsJettonBurn),
        JettonMint(ActionDetailsJettonMint),
        ToncoJettonSwap(ActionDetailsToncoJettonSwap),
        JettonSwap(ActionDetailsJettonSwap),
        JettonTransfer(ActionDetailsJettonTransfer),
        JvaultClaim(ActionDetailsJvaultClaim),
        JvaultStake(ActionDetailsJvaultStake),
        JvaultUnstake(ActionDetailsJvaultUnstake),
        JvaultUnstakeRequest(ActionDetailsJvaultUnstakeRequest),
        LayerZeroCommitPacket(ActionDetailsLayerZeroCommitPacket),
        LayerZeroDvnVerify(ActionDetailsLayerZeroDvnVerify),
        LayerZeroReceive(ActionDetailsLayerZeroReceive),
        LayerZeroSend(ActionDetailsLayerZeroSend),
        LayerZeroSendTokens(ActionDetailsLayerZeroSendTokens),
        MultisigApprove(ActionDetailsMultisigApprove),
        MultisigCreateOrder(ActionDetailsMultisigCreateOrder),
        MultisigExecute(ActionDetailsMultisigExecute),
        NftCancelAuction(ActionDetailsNftCancelAuction),
        NftCancelSale(ActionDetailsNftCancelSale),
        NftDiscovery(ActionDetailsNftDiscovery),
        NftFinishAuction(ActionDetailsNftFinishAuction),
        NftMint(ActionDetailsNftMint),
        NftTransfer(ActionDetailsNftTransfer),
        NftPutOnAuction(ActionDetailsNftPutOnAuction),
        NftPutOnSale(ActionDetailsNftPutOnSale),
        NftUpdateSale(ActionDetailsNftUpdateSale),
        RenewDns(ActionDetailsRenewDns),
        StakeDeposit(ActionDetailsStakeDeposit),
        WithdrawStake(ActionDetailsWithdrawStake),
        WithdrawStakeRequest(ActionDetailsWithdrawStakeRequest),
        Subscribe(ActionDetailsSubscribe),
        TgbtcBurn(ActionDetailsTgbtcBurn),
        DkgLogFallback(ActionDetailsDkgLogFallback),
        TgbtcMint(ActionDetailsTgbtcMint),
        TgbtcNewKey(ActionDetailsTgbtcNewKey),
        TickTock(ActionDetailsTickTock),
        ToncoDeployPool(ActionDetailsToncoDeployPool),
        Unsubscribe(ActionDetailsUnsubscribe),
        VestingAddWhitelist(ActionDetailsVestingAddWhitelist),
        VestingSendMessage(ActionDetailsVestingSendMessage),
    }
    by {
        "auction_bid" => AuctionBid(ActionDetailsAuctionBid),
        "auction_outbid" => AuctionOutbid(ActionDetailsAuctionOutbid),
        "call_contract" => CallContract(ActionDetailsCallContract),
        "change_dns" => ChangeDns(ActionDetailsChangeDns),
        "cocoon_client_change_secret_hash" => CocoonClientChangeSecretHash(ActionDetailsCocoonClientChangeSecretHash),
        "cocoon_client_increase_stake" => CocoonClientIncreaseStake(ActionDetailsCocoonClientIncreaseStake),
        "cocoon_client_register" => CocoonClientRegister(ActionDetailsCocoonClientRegister),
        "cocoon_client_request_refund" => CocoonClientRequestRefund(ActionDetailsCocoonClientRequestRefund),
        "cocoon_client_top_up" => CocoonClientTopUp(ActionDetailsCocoonClientTopUp),
        "cocoon_client_withdraw" => CocoonClientWithdraw(ActionDetailsCocoonClientWithdraw),
        "cocoon_grant_refund" => CocoonGrantRefund(ActionDetailsCocoonGrantRefund),
        "cocoon_proxy_charge" => CocoonProxyCharge(ActionDetailsCocoonProxyCharge),
        "cocoon_proxy_payout" => CocoonProxyPayout(ActionDetailsCocoonProxyPayout),
        "cocoon_register_proxy" => CocoonRegisterProxy(ActionDetailsCocoonRegisterProxy),
        "cocoon_unregister_proxy" => CocoonUnregisterProxy(ActionDetailsCocoonUnregisterProxy),
        "cocoon_worker_payout" => CocoonWorkerPayout(ActionDetailsCocoonWorkerPayout),
        "coffee_create_pool" => CoffeeCreatePool(ActionDetailsCoffeeCreatePool),
        "coffee_create_pool_creator" => CoffeeCreatePoolCreator(ActionDetailsCoffeeCreatePoolCreator),
        "coffee_create_vault" => CoffeeCreateVault(ActionDetailsCoffeeCreateVault),
        "coffee_mev_protect_hold_funds" => CoffeeMevProtectHoldFunds(ActionDetailsCoffeeMevProtectHoldFunds),
        "coffee_staking_claim_rewards" => CoffeeStakingClaimRewards(ActionDetailsCoffeeStakingClaimRewards),
        "coffee_staking_deposit" => CoffeeStakingDeposit(ActionDetailsCoffeeStakingDeposit),
        "coffee_staking_withdraw" => CoffeeStakingWithdraw(ActionDetailsCoffeeStakingWithdraw),
        "contract_deploy" => ContractDeploy(ActionDetailsContractDeploy),
        "dedust_v2_claim_fees" => DedustV2ClaimFees(ActionDetailsDedustV2ClaimFees),
        "dedust_v2_claim_reward" => DedustV2ClaimReward(ActionDetailsDedustV2ClaimReward),
        "delete_dns" => DeleteDns(ActionDetailsDeleteDns),
        "dex_deposit_liquidity" => DexDepositLiquidity(ActionDetailsDexDepositLiquidity),
        "dex_withdraw_liquidity" => DexWithdrawLiquidity(ActionDetailsDexWithdrawLiquidity),
        "dns_purchase" => DnsPurchase(ActionDetailsDnsPurchase),
        "dns_release" => DnsRelease(ActionDetailsDnsRelease),
        "election_deposit" => ElectionDeposit(ActionDetailsElectionDeposit),
        "election_recover" => ElectionRecover(ActionDetailsElectionRecover),
        "evaa_liquidate" => EvaaLiquidate(ActionDetailsEvaaLiquidate),
        "evaa_supply" => EvaaSupply(ActionDetailsEvaaSupply),
        "evaa_withdraw" => EvaaWithdraw(ActionDetailsEvaaWithdraw),
        "extra_currency_transfer" if has_opcode => CallContract(ActionDetailsCallContract),
        "extra_currency_transfer" => TonTransfer(ActionDetailsTonTransfer),
        "jetton_burn" => JettonBurn(ActionDetailsJettonBurn),
        "jetton_mint" => JettonMint(ActionDetailsJettonMint),
        "jetton_swap" if has_own_swap_type => ToncoJettonSwap(ActionDetailsToncoJettonSwap),
        "jetton_swap" => JettonSwap(ActionDetailsJettonSwap),
        "jetton_transfer" => JettonTransfer(ActionDetailsJettonTransfer),
        "jvault_claim" => JvaultClaim(ActionDetailsJvaultClaim),
        "jvault_stake" => JvaultStake(ActionDetailsJvaultStake),
        "jvault_unstake" => JvaultUnstake(ActionDetailsJvaultUnstake),
        "jvault_unstake_request" => JvaultUnstakeRequest(ActionDetailsJvaultUnstakeRequest),
        "layerzero_commit_packet" => LayerZeroCommitPacket(ActionDetailsLayerZeroCommitPacket),
        "layerzero_dvn_verify" => LayerZeroDvnVerify(ActionDetailsLayerZeroDvnVerify),
        "layerzero_receive" => LayerZeroReceive(ActionDetailsLayerZeroReceive),
        "layerzero_send" => LayerZeroSend(ActionDetailsLayerZeroSend),
        "layerzero_send_tokens" => LayerZeroSendTokens(ActionDetailsLayerZeroSendTokens),
        "multisig_approve" => MultisigApprove(ActionDetailsMultisigApprove),
        "multisig_create_order" => MultisigCreateOrder(ActionDetailsMultisigCreateOrder),
        "multisig_execute" => MultisigExecute(ActionDetailsMultisigExecute),
        "nft_cancel_auction" => NftCancelAuction(ActionDetailsNftCancelAuction),
        "nft_cancel_sale" => NftCancelSale(ActionDetailsNftCancelSale),
        "nft_discovery" => NftDiscovery(ActionDetailsNftDiscovery),
        "nft_finish_auction" => NftFinishAuction(ActionDetailsNftFinishAuction),
        "nft_mint" => NftMint(ActionDetailsNftMint),
        "nft_purchase" => NftTransfer(ActionDetailsNftTransfer),
        "nft_put_on_auction" => NftPutOnAuction(ActionDetailsNftPutOnAuction),
        "nft_put_on_sale" => NftPutOnSale(ActionDetailsNftPutOnSale),
        "nft_transfer" => NftTransfer(ActionDetailsNftTransfer),
        "nft_update_sale" => NftUpdateSale(ActionDetailsNftUpdateSale),
        "renew_dns" => RenewDns(ActionDetailsRenewDns),
        "stake_deposit" => StakeDeposit(ActionDetailsStakeDeposit),
        "stake_withdrawal" => WithdrawStake(ActionDetailsWithdrawStake),
        "stake_withdrawal_request" => WithdrawStakeRequest(ActionDetailsWithdrawStakeRequest),
        "subscribe" => Subscribe(ActionDetailsSubscribe),
        "teleitem_cancel_auction" => NftCancelAuction(ActionDetailsNftCancelAuction),
        "teleitem_start_auction" => NftPutOnAuction(ActionDetailsNftPutOnAuction),
        "tgbtc_burn" => TgbtcBurn(ActionDetailsTgbtcBurn),
        "tgbtc_burn_fallback" => TgbtcBurn(ActionDetailsTgbtcBurn),
        "tgbtc_dkg_log_fallback" => DkgLogFallback(ActionDetailsDkgLogFallback),
        "tgbtc_mint" => TgbtcMint(ActionDetailsTgbtcMint),
        "tgbtc_mint_fallback" => TgbtcMint(ActionDetailsTgbtcMint),
        "tgbtc_new_key" => TgbtcNewKey(ActionDetailsTgbtcNewKey),
        "tgbtc_new_key_fallback" => TgbtcNewKey(ActionDetailsTgbtcNewKey),
        "tick_tock" => TickTock(ActionDetailsTickTock),
        "ton_transfer" => TonTransfer(ActionDetailsTonTransfer),
        "tonco_deploy_pool" => ToncoDeployPool(ActionDetailsToncoDeployPool),
        "unsubscribe" => Unsubscribe(ActionDetailsUnsubscribe),
        "vesting_add_whitelist" => VestingAddWhitelist(ActionDetailsVestingAddWhitelist),
        "vesting_send_message" => VestingSendMessage(ActionDetailsVestingSendMessage),
    }
}

/// Exchanges whose swaps have their own type.
fn has_own_swap_type(details: &Value) -> bool {
    matches!(details.get("dex").and_then(Value::as_str), Some("tonco" | "dedust_v2"))
}

/// Returns whether the value has an operation code.
fn has_opcode(value: &Value) -> bool {
    value.get("opcode").is_some()
}
