//! The fields of tables, and the forms in which they are stored.

/// A field of a body, a record or a variant.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in its specification.
    pub name: &'static str,
    /// How it is stored.
    pub form: Form,
    /// Its meaning.
    pub doc: &'static str,
}

/// How a field is stored.
///
/// ```
/// use ton_edge::message::form::Form;
/// assert_eq!(Form::Uint(64).tlb(), "uint64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// An unsigned integer of this many bits.
    Uint(u16),
    /// An unsigned integer of 256 bits.
    Uint256,
    /// An amount of coins (`VarUInteger 16`).
    Coins,
    /// Any address.
    Address,
    /// The account that becomes the owner: any address when decoded, required when encoded.
    Receiver,
    /// An optional cell.
    MaybeRef,
    /// A cell that may be missing at the end.
    OptionalRef,
    /// The rest of the body, or a separate cell.
    Payload,
    /// A text in UTF-8, in a chain of cells.
    Text,
    /// Bytes in a chain of cells.
    Bytes,
    /// An Ed25519 signature, 64 bytes.
    Signature,
    /// All messages that the cell has: for each a mode of 8 bits, and the message in a separate cell.
    Messages,
    /// The actions of a wallet of version 5 r1.
    Actions,
    /// The actions of a wallet of version 5 beta: its own actions first, each with a reference to the rest.
    BetaActions,
    /// The id of a query of a highload wallet v3: 13 bits select a cell of the wallet, 10 bits one of the 1023 bits of the
    /// cell.
    QueryId,
    /// Messages to send, in a separate cell, in the list format of the virtual machine.
    OutList,
    /// A cell.
    Cell,
    /// A separate cell with the fields that follow.
    Enter,
    /// One bit.
    Bool,
    /// A signed integer of this many bits, up to 32.
    Int(u16),
    /// A number with a length prefix, with fewer bytes than this.
    VarUint(u8),
    /// 256 bits: a hash.
    Hash,
    /// 256 bits: the hash of an account's address.
    AccountHash,
    /// An account.
    Account,
    /// An address outside of the blockchain, or an empty one.
    External,
    /// An unsigned integer of 15 bits: the number of messages in the list. It is not a field of the decoded record.
    Count,
    /// A tag in binary digits, without a value.
    Tag(&'static str),
    /// A bit that says whether the field follows, and the field.
    Maybe(&'static Self),
    /// One of two tags that say whether the field follows, and the field.
    MaybeTagged(&'static str, &'static str, &'static Self),
    /// A cell of its own.
    Child(&'static Self),
    /// Inline, or a separate cell.
    Either(&'static Self),
    /// A name, a sentence about it, and fields; those of a field `details` belong to the enclosing record.
    Record(&'static str, &'static str, &'static [Field]),
    /// A name, a sentence about it, and variants.
    OneOf(&'static str, &'static str, &'static [Variant]),
    /// Variants without fields: tags and names.
    Names(&'static str, &'static [(&'static str, &'static str)]),
    /// Amounts of currencies by their ids (`HashmapE 32 (VarUInteger 32)`).
    Extra,
    /// Messages by their indices (`HashmapE 15 ^(Message Any)`).
    MessageList,
    /// A message.
    Message,
    /// A body: inline, or a separate cell.
    Body,
}

/// A variant of a type.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// The tag, in binary digits.
    pub tag: &'static str,
    /// Its name in the npm package.
    pub name: &'static str,
    /// A description of the variant.
    pub doc: &'static str,
    /// The fields after the tag.
    pub fields: &'static [Field],
}

impl Form {
    /// Returns the number of bits of a value, if it is the same for all values.
    #[must_use]
    pub const fn bits(self) -> Option<u16> {
        match self {
            Self::Uint(bits) | Self::Int(bits) => Some(bits),
            Self::Uint256 => Some(256),
            Self::Bool | Self::MaybeRef => Some(1),
            _ => None,
        }
    }

    /// Returns the type of a field of a body in the language of TL-B.
    #[must_use]
    pub const fn tlb(self) -> &'static str {
        match self {
            Self::Uint(8) => "uint8",
            Self::Uint(22) => "uint22",
            Self::Uint(32) => "uint32",
            Self::Uint(80) => "uint80",
            Self::Uint(_) => "uint64",
            Self::QueryId => "QueryId",
            Self::Uint256 => "uint256",
            Self::Coins => "(VarUInteger 16)",
            Self::Address | Self::Receiver => "MsgAddress",
            Self::MaybeRef => "(Maybe ^Cell)",
            Self::Payload => "(Either Cell ^Cell)",
            Self::Text => "Text",
            Self::Bytes => "SnakeData",
            Self::Signature => "bits512",
            Self::Messages => "(HList SendMessage)",
            Self::Actions => "W5InnerRequest",
            Self::BetaActions => "W5BetaInnerRequest",
            _ => "^Cell",
        }
    }
}
