//! Types about accounts.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::blocks::TonBlockIdExt;
use super::transactions::InternalTransactionId;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set, tagged};
use crate::types::wire::Integer;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    AccountAddress,
    AdnlAddress,
    ExtraCurrencyBalance,
    AccountStateRaw,
    AccountStateWalletV3,
    AccountStateWalletV4,
    AccountStateWalletHighloadV1,
    AccountStateWalletHighloadV2,
    AccountStateDns,
    RWalletLimit,
    RWalletConfig,
    AccountStateRWallet,
    PChanConfig,
    PChanStateInit,
    PChanStateClose,
    PChanStatePayout,
    PChanState,
    AccountStatePChan,
    AccountStateUninited,
    AccountState,
    AccountStateEnum,
    AddressInformation,
    ExtendedAddressInformation,
    WalletInformation,
    AddressState,
    WalletKind
];

object!(
    /// An address as an object.
    pub struct AccountAddress {
        /// Tag of the type, `accountAddress`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// The address, in friendly form (base64url).
        pub account_address: String,
    }
);

object!(
    /// An ADNL address as an object.
    pub struct AdnlAddress {
        /// Tag of the type, `adnlAddress`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// ADNL address.
        pub adnl_address: String,
    }
);

object!(
    /// Amount of an extra currency.
    pub struct ExtraCurrencyBalance {
        /// Tag of the type, `extraCurrency`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: i64,
        /// Amount, in its smallest units, as decimal text.
        pub amount: String,
    }
);

object!(
    /// State of an account without a known wallet code.
    pub struct AccountStateRaw {
        /// Tag of the type, `raw.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"raw.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Code of the contract: a bag of cells in base64.
        pub code: String,
        /// Data of the contract: a bag of cells in base64.
        pub data: String,
        /// Hash of the state of a frozen account, in base64; empty if there is none.
        pub frozen_hash: String,
    }
);

object!(
    /// State of a wallet v3.
    pub struct AccountStateWalletV3 {
        /// Tag of the type, `wallet.v3.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"wallet.v3.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the wallet, so that one key can own several.
        pub wallet_id: Integer,
        /// Sequence number.
        pub seqno: i64,
    }
);

object!(
    /// State of a wallet v4.
    pub struct AccountStateWalletV4 {
        /// Tag of the type, `wallet.v4.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"wallet.v4.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the wallet, so that one key can own several.
        pub wallet_id: Integer,
        /// Sequence number.
        pub seqno: i64,
    }
);

object!(
    /// State of a highload wallet v1.
    pub struct AccountStateWalletHighloadV1 {
        /// Tag of the type, `wallet.highload.v1.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"wallet.highload.v1.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the wallet, so that one key can own several.
        pub wallet_id: Integer,
        /// Sequence number.
        pub seqno: i64,
    }
);

object!(
    /// State of a highload wallet v2.
    pub struct AccountStateWalletHighloadV2 {
        /// Tag of the type, `wallet.highload.v2.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"wallet.highload.v2.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the wallet, so that one key can own several.
        pub wallet_id: Integer,
    }
);

object!(
    /// State of a manual DNS contract.
    pub struct AccountStateDns {
        /// Tag of the type, `dns.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the wallet, so that one key can own several.
        pub wallet_id: Integer,
    }
);

object!(
    /// One limit of a restricted wallet.
    pub struct RWalletLimit {
        /// Tag of the type, `rwallet.limit`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Length of the time, in seconds.
        pub seconds: i64,
        /// Maximum that may be spent in that time, in nanotons.
        pub value: Integer,
    }
);

object!(
    /// Limits of a restricted wallet.
    pub struct RWalletConfig {
        /// Tag of the type, `rwallet.config`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Start, in Unix seconds.
        pub start_at: Integer,
        /// Limits of spending.
        pub limits: Vec<RWalletLimit>,
    }
);

object!(
    /// State of a restricted wallet.
    pub struct AccountStateRWallet {
        /// Tag of the type, `rwallet.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"rwallet.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the wallet, so that one key can own several.
        pub wallet_id: Integer,
        /// Sequence number.
        pub seqno: i64,
        /// Balance that may be spent, in nanotons.
        pub unlocked_balance: Integer,
        /// Configuration.
        pub config: RWalletConfig,
    }
);

object!(
    /// Configuration of a payment channel.
    pub struct PChanConfig {
        /// Tag of the type, `pchan.config`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Public key of the first side.
        pub alice_public_key: String,
        /// First side of the channel.
        pub alice_address: AccountAddress,
        /// Public key of the second side.
        pub bob_public_key: String,
        /// Second side of the channel.
        pub bob_address: AccountAddress,
        /// Timeout for opening, in seconds.
        pub init_timeout: i64,
        /// Timeout for closing, in seconds.
        pub close_timeout: i64,
        /// Id of the channel.
        pub channel_id: Integer,
    }
);

object!(
    /// A payment channel during opening.
    pub struct PChanStateInit {
        /// Tag of the type, `pchan.stateInit`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"pchan.stateInit\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Whether the first side has signed.
        #[serde(rename = "signed_A")]
        pub signed_a: bool,
        /// Whether the second side has signed.
        #[serde(rename = "signed_B")]
        pub signed_b: bool,
        /// Minimum amount of the first side.
        #[serde(rename = "min_A")]
        pub min_a: Integer,
        /// Minimum amount of the second side.
        #[serde(rename = "min_B")]
        pub min_b: Integer,
        /// Time of expiry, in Unix seconds.
        pub expire_at: Integer,
        /// Amount of the first side.
        #[serde(rename = "A")]
        pub a: Integer,
        /// Amount of the second side.
        #[serde(rename = "B")]
        pub b: Integer,
    }
);

object!(
    /// A payment channel during closing.
    pub struct PChanStateClose {
        /// Tag of the type, `pchan.stateClose`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"pchan.stateClose\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Whether the first side has signed.
        #[serde(rename = "signed_A")]
        pub signed_a: bool,
        /// Whether the second side has signed.
        #[serde(rename = "signed_B")]
        pub signed_b: bool,
        /// Minimum amount of the first side.
        #[serde(rename = "min_A")]
        pub min_a: Integer,
        /// Minimum amount of the second side.
        #[serde(rename = "min_B")]
        pub min_b: Integer,
        /// Time of expiry, in Unix seconds.
        pub expire_at: Integer,
        /// Amount of the first side.
        #[serde(rename = "A")]
        pub a: Integer,
        /// Amount of the second side.
        #[serde(rename = "B")]
        pub b: Integer,
    }
);

object!(
    /// A payment channel that pays out.
    pub struct PChanStatePayout {
        /// Tag of the type, `pchan.statePayout`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"pchan.statePayout\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Amount of the first side.
        #[serde(rename = "A")]
        pub a: Integer,
        /// Amount of the second side.
        #[serde(rename = "B")]
        pub b: Integer,
    }
);

tagged! {
    /// State of a payment channel.
    PChanState by "@type" {
        "pchan.stateInit" => Init(PChanStateInit),
        "pchan.stateClose" => Close(PChanStateClose),
        "pchan.statePayout" => Payout(PChanStatePayout),
    }
}

object!(
    /// State of a payment channel's account.
    pub struct AccountStatePChan {
        /// Tag of the type, `pchan.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"pchan.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Configuration.
        pub config: PChanConfig,
        /// State.
        pub state: PChanState,
        /// Text for people.
        pub description: String,
    }
);

object!(
    /// State of an account without code.
    pub struct AccountStateUninited {
        /// Tag of the type, `uninited.accountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"uninited.accountState\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Hash of the state of a frozen account, in base64; empty if there is none.
        pub frozen_hash: String,
    }
);

tagged! {
    /// State of an account.
    AccountState by "@type" {
        "raw.accountState" => Raw(AccountStateRaw),
        "wallet.v3.accountState" => WalletV3(AccountStateWalletV3),
        "wallet.v4.accountState" => WalletV4(AccountStateWalletV4),
        "wallet.highload.v1.accountState" => WalletHighloadV1(AccountStateWalletHighloadV1),
        "wallet.highload.v2.accountState" => WalletHighloadV2(AccountStateWalletHighloadV2),
        "dns.accountState" => Dns(AccountStateDns),
        "rwallet.accountState" => RWallet(AccountStateRWallet),
        "pchan.accountState" => PChan(AccountStatePChan),
        "uninited.accountState" => Uninited(AccountStateUninited),
    }
}

open_set! {
    /// Status of an account. Result of `/getAddressState`.
    AccountStateEnum {
        Uninitialized = "uninitialized",
        Active = "active",
        Frozen = "frozen",
    }
}

object!(
    /// Result of `/getAddressInformation`.
    pub struct AddressInformation {
        /// Tag of the type, `raw.fullAccountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Balance, in nanotons, as decimal text.
        pub balance: Integer,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<Vec<ExtraCurrencyBalance>>,
        /// Last transaction.
        pub last_transaction_id: InternalTransactionId,
        /// Block whose state the result describes.
        pub block_id: TonBlockIdExt,
        /// Code of the contract: a bag of cells in base64.
        pub code: String,
        /// Data of the contract: a bag of cells in base64.
        pub data: String,
        /// Hash of the state of a frozen account, in base64; empty if there is none.
        pub frozen_hash: String,
        /// Time of the block that was read, in Unix seconds.
        pub sync_utime: i64,
        /// Status of the account.
        pub state: AccountStateEnum,
        /// Whether the account is suspended.
        #[optional]
        pub suspended: Option<bool>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getExtendedAddressInformation`.
    pub struct ExtendedAddressInformation {
        /// Tag of the type, `fullAccountState`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account.
        pub address: AccountAddress,
        /// Balance, in nanotons, as decimal text.
        pub balance: String,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<Vec<ExtraCurrencyBalance>>,
        /// Last transaction.
        pub last_transaction_id: InternalTransactionId,
        /// Block whose state the result describes.
        pub block_id: TonBlockIdExt,
        /// Time of the block that was read, in Unix seconds.
        pub sync_utime: i64,
        /// State of the account.
        pub account_state: AccountState,
        /// Revision of the wallet's code.
        pub revision: i64,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getWalletInformation`.
    pub struct WalletInformation {
        /// Tag of the type, `ext.accounts.walletInformation`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Whether the account is a wallet that the service knows.
        pub wallet: bool,
        /// Balance, in nanotons, as decimal text.
        pub balance: Integer,
        /// Status of the account.
        pub account_state: AccountStateEnum,
        /// Last transaction.
        pub last_transaction_id: InternalTransactionId,
        /// Version of the wallet.
        #[optional]
        pub wallet_type: Option<WalletKind>,
        /// Sequence number.
        #[optional]
        pub seqno: Option<i64>,
        /// Id of the wallet, so that one key can own several.
        #[optional]
        pub wallet_id: Option<i64>,
        /// Whether a wallet v5 accepts requests with a signature.
        #[optional]
        pub is_signature_allowed: Option<bool>,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<Vec<ExtraCurrencyBalance>>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

/// Another name of [`AccountStateEnum`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct AddressState(pub AccountStateEnum);

open_set! {
    /// Version of a wallet.
    WalletKind {
        WalletV1R1 = "wallet v1 r1",
        WalletV1R2 = "wallet v1 r2",
        WalletV1R3 = "wallet v1 r3",
        WalletV2R1 = "wallet v2 r1",
        WalletV2R2 = "wallet v2 r2",
        WalletV3R1 = "wallet v3 r1",
        WalletV3R2 = "wallet v3 r2",
        WalletV4R1 = "wallet v4 r1",
        WalletV4R2 = "wallet v4 r2",
        WalletV5Beta = "wallet v5 beta",
        WalletV5R1 = "wallet v5 r1",
        NominatorPoolV1 = "nominator pool v1",
    }
}
