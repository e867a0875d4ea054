//! Types about messages.

use std::collections::BTreeMap;

use serde_json::Value;

use super::accounts::{AddressBook, Metadata};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::{read_nullable, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![Message, MessageContent, MessagesResponse];

object!(
    /// A message.
    pub struct Message {
        /// Hash, in base64.
        pub hash: String,
        /// Sender, in raw form with upper-case hex; `null` for external messages in.
        pub source: Option<String>,
        /// Receiver, in raw form with upper-case hex; `null` for external messages out (logs); may be
        /// `ext$<bits>:<HEX>` for extern addresses.
        pub destination: Option<String>,
        /// Amount sent, in nanotons, as decimal text; `null` for external messages.
        pub value: Option<String>,
        /// Extra currencies sent: id to amount.
        pub value_extra_currencies: Option<BTreeMap<String, String>>,
        /// Forward fee, in nanotons, as decimal text.
        pub fwd_fee: Option<String>,
        /// Fee of instant hypercube routing, in nanotons, as decimal text.
        pub ihr_fee: Option<String>,
        /// Extra flags of the message, as decimal text.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<String>>")]
        #[schemars(with = "Option<String>")]
        pub extra_flags: Option<Option<String>>,
        /// Logical time of creation, as decimal text.
        pub created_lt: Option<String>,
        /// Time of creation, in Unix seconds, as decimal text.
        pub created_at: Option<String>,
        /// Operation code of the body: `0x` and 8 lower-case hex digits.
        pub opcode: Option<String>,
        /// Schema name or `null`.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, type = "DecodedOpcode | null")]
        #[schemars(with = "Option<String>")]
        pub decoded_opcode: Option<Option<String>>,
        /// Whether instant hypercube routing is off.
        pub ihr_disabled: Option<bool>,
        /// Whether the message bounces to the sender when it fails.
        pub bounce: Option<bool>,
        /// Whether the message bounced from its receiver.
        pub bounced: Option<bool>,
        /// Import fee of an external message, in nanotons, as decimal text.
        pub import_fee: Option<String>,
        /// Transaction that received the message, in base64. Only in `/messages`.
        #[optional]
        pub in_msg_tx_hash: Option<String>,
        /// Transaction that sent the message, in base64. Only in `/messages`.
        #[optional]
        pub out_msg_tx_hash: Option<String>,
        /// Body of the message.
        pub message_content: Option<MessageContent>,
        /// State to deploy with.
        pub init_state: Option<MessageContent>,
        /// Normalised hash (TEP-467), of external messages in only, in base64.
        #[optional]
        pub hash_norm: Option<String>,
    }
);

object!(
    /// A bag of cells, and the service's decoding of it.
    pub struct MessageContent {
        /// Hash, in base64.
        pub hash: Option<String>,
        /// Body, in base64.
        pub body: Option<String>,
        /// The body as the service decodes it: an object with `@type`, `text_comment` for a plain comment;
        /// `null` if it is unknown.
        #[ts(type = "DecodedBody | null")]
        pub decoded: Value,
    }
);

object!(
    /// Response of `/messages`.
    pub struct MessagesResponse {
        /// Messages.
        #[serde(deserialize_with = "rows")]
        pub messages: Vec<Message>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);
