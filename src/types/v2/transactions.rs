//! Types about transactions.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::accounts::{AccountAddress, ExtraCurrencyBalance};
use super::blocks::TonBlockIdExt;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, tagged};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    InternalTransactionId,
    ShortTxId,
    MsgDataRaw,
    MsgDataText,
    MsgDataDecryptedText,
    MsgDataEncryptedText,
    MsgData,
    MessageStd,
    TransactionStd,
    TransactionExt,
    Message,
    Transaction,
    BlockTransactions,
    BlockTransactionsExt,
    Transactions,
    TransactionsStd
];

object!(
    /// Logical time and hash of a transaction.
    pub struct InternalTransactionId {
        /// Tag of the type, `internal.transactionId`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Logical time of the transaction, as decimal text.
        pub lt: String,
        /// Hash, in base64; empty if there is none.
        pub hash: String,
    }
);

object!(
    /// A transaction of a block, without details.
    pub struct ShortTxId {
        /// Tag of the type, `blocks.shortTxId`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Bit mask of the fields that are set.
        pub mode: i64,
        /// Account, in raw form with lower-case hex.
        pub account: String,
        /// Logical time of the transaction, as decimal text.
        pub lt: String,
        /// Hash, in base64.
        pub hash: String,
    }
);

object!(
    /// A body that is not a text.
    pub struct MsgDataRaw {
        /// Tag of the type, `msg.dataRaw`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"msg.dataRaw\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Body, in base64.
        #[optional]
        pub body: Option<String>,
        /// State to deploy with, in base64.
        #[optional]
        pub init_state: Option<String>,
    }
);

object!(
    /// A text comment.
    pub struct MsgDataText {
        /// Tag of the type, `msg.dataText`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"msg.dataText\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Text, in base64.
        #[optional]
        pub text: Option<String>,
    }
);

object!(
    /// A decrypted comment.
    pub struct MsgDataDecryptedText {
        /// Tag of the type, `msg.dataDecryptedText`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"msg.dataDecryptedText\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Text, in base64.
        #[optional]
        pub text: Option<String>,
    }
);

object!(
    /// An encrypted comment.
    pub struct MsgDataEncryptedText {
        /// Tag of the type, `msg.dataEncryptedText`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"msg.dataEncryptedText\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Text, in base64.
        #[optional]
        pub text: Option<String>,
    }
);

tagged! {
    /// Body of a message.
    MsgData by "@type" {
        "msg.dataRaw" => Raw(MsgDataRaw),
        "msg.dataText" => Text(MsgDataText),
        "msg.dataDecryptedText" => DecryptedText(MsgDataDecryptedText),
        "msg.dataEncryptedText" => EncryptedText(MsgDataEncryptedText),
    }
}

object!(
    /// A message with addresses as objects.
    pub struct MessageStd {
        /// Tag of the type, `raw.message`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Hash, in base64.
        #[optional]
        pub hash: Option<String>,
        /// Sender; empty or `null` if there is none.
        pub source: AccountAddress,
        /// Receiver; empty or `null` if there is none.
        pub destination: AccountAddress,
        /// Amount sent, in nanotons, as decimal text.
        pub value: String,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<Vec<ExtraCurrencyBalance>>,
        /// Forward fee, in nanotons, as decimal text.
        pub fwd_fee: String,
        /// Fee of instant hypercube routing, in nanotons, as decimal text.
        pub ihr_fee: String,
        /// Logical time of creation, as decimal text.
        pub created_lt: String,
        /// Hash of the body, in base64.
        pub body_hash: String,
        /// Body of the message, decoded as far as it can be.
        pub msg_data: MsgData,
    }
);

object!(
    /// A transaction with addresses as objects.
    pub struct TransactionStd {
        /// Tag of the type, `raw.transaction`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account.
        pub address: AccountAddress,
        /// Time, in Unix seconds.
        pub utime: i64,
        /// The transaction: a bag of cells in base64.
        pub data: String,
        /// Logical time and hash of the transaction.
        pub transaction_id: InternalTransactionId,
        /// Total fees of the transaction, in nanotons, as decimal text.
        pub fee: String,
        /// Storage fee, in nanotons, as decimal text.
        pub storage_fee: String,
        /// Fees other than storage, in nanotons, as decimal text.
        pub other_fee: String,
        /// Message that started the transaction.
        #[optional]
        pub in_msg: Option<MessageStd>,
        /// Messages that the transaction sent.
        pub out_msgs: Vec<MessageStd>,
    }
);

object!(
    /// A transaction with its account.
    pub struct TransactionExt {
        /// Tag of the type, `raw.transactionExt`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account.
        pub address: AccountAddress,
        /// Time, in Unix seconds.
        pub utime: i64,
        /// The transaction: a bag of cells in base64.
        pub data: String,
        /// Logical time and hash of the transaction.
        pub transaction_id: InternalTransactionId,
        /// Total fees of the transaction, in nanotons, as decimal text.
        pub fee: String,
        /// Storage fee, in nanotons, as decimal text.
        pub storage_fee: String,
        /// Fees other than storage, in nanotons, as decimal text.
        pub other_fee: String,
        /// Message that started the transaction.
        #[optional]
        pub in_msg: Option<MessageStd>,
        /// Messages that the transaction sent.
        pub out_msgs: Vec<MessageStd>,
        /// Account, in raw form.
        #[optional]
        pub account: Option<String>,
    }
);

object!(
    /// A message.
    pub struct Message {
        /// Tag of the type, `ext.message`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Hash, in base64.
        #[optional]
        pub hash: Option<String>,
        /// Sender, in friendly form (base64url); empty or `null` if there is none.
        pub source: String,
        /// Receiver, in friendly form (base64url); empty or `null` if there is none.
        pub destination: String,
        /// Amount sent, in nanotons, as decimal text.
        pub value: String,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<Vec<ExtraCurrencyBalance>>,
        /// Forward fee, in nanotons, as decimal text.
        pub fwd_fee: String,
        /// Fee of instant hypercube routing, in nanotons, as decimal text.
        pub ihr_fee: String,
        /// Logical time of creation, as decimal text.
        pub created_lt: String,
        /// Hash of the body, in base64.
        pub body_hash: String,
        /// Body of the message, decoded as far as it can be.
        pub msg_data: MsgData,
        /// Text of a comment, or base64 of the body and a newline.
        #[optional]
        pub message: Option<String>,
        /// Why the message could not be decoded.
        #[optional]
        pub message_decode_error: Option<String>,
    }
);

object!(
    /// A transaction. Result of `/getTransactions`, `/tryLocateTx`, `/tryLocateResultTx`, `/tryLocateSourceTx`.
    pub struct Transaction {
        /// Tag of the type, `ext.transaction`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account.
        #[optional]
        pub address: Option<AccountAddress>,
        /// Account, in raw form.
        #[optional]
        pub account: Option<String>,
        /// Time, in Unix seconds.
        pub utime: i64,
        /// The transaction: a bag of cells in base64.
        pub data: String,
        /// Logical time and hash of the transaction.
        pub transaction_id: InternalTransactionId,
        /// Total fees of the transaction, in nanotons, as decimal text.
        pub fee: String,
        /// Storage fee, in nanotons, as decimal text.
        pub storage_fee: String,
        /// Fees other than storage, in nanotons, as decimal text.
        pub other_fee: String,
        /// Message that started the transaction.
        #[optional]
        pub in_msg: Option<Message>,
        /// Messages that the transaction sent.
        pub out_msgs: Vec<Message>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getBlockTransactions`.
    pub struct BlockTransactions {
        /// Tag of the type, `blocks.transactions`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: TonBlockIdExt,
        /// Number of requested rows.
        pub req_count: i64,
        /// Whether the block has more rows than this page.
        pub incomplete: bool,
        /// Transactions.
        pub transactions: Vec<ShortTxId>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getBlockTransactionsExt`.
    pub struct BlockTransactionsExt {
        /// Tag of the type, `blocks.transactionsExt`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: TonBlockIdExt,
        /// Number of requested rows.
        pub req_count: i64,
        /// Whether the block has more rows than this page.
        pub incomplete: bool,
        /// Transactions.
        pub transactions: Vec<TransactionExt>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

/// Result of `/getTransactions`: a bare array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct Transactions(pub Vec<Transaction>);

object!(
    /// Result of `/getTransactionsStd`.
    pub struct TransactionsStd {
        /// Tag of the type, `raw.transactions`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Transactions, newest first.
        pub transactions: Vec<TransactionStd>,
        /// Cursor of the next page: the transaction after the last one of this page.
        pub previous_transaction_id: InternalTransactionId,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);
