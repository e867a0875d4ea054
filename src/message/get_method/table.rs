//! The table of get-methods, and a type for each of them.

use super::read::{read_addresses, read_content};
use super::{GetMethod, Item, ItemKind, ReadMethod};
use crate::address::Address;
use crate::cell::{BuildError, CellId, Cells, Int};
use crate::message::{Stack, StackError, StackValue, TokenContent};

const JETTON: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md";
const NFT: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md";
const ROYALTY: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0066-nft-royalty-standard.md";
const DNS: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md";
const SBT: &str = "https://github.com/ton-blockchain/TEPs/blob/master/text/0085-sbt-standard.md";
const WALLET: &str = "https://github.com/ton-blockchain/wallet-contract";
const WALLET_V5: &str =
    "https://github.com/ton-blockchain/wallet-contract-v5/blob/main/contracts/wallet_v5.fc";
const HIGHLOAD: &str = "https://github.com/ton-blockchain/highload-wallet-contract-v3/blob/main/contracts/highload-wallet-v3.func";
const MULTISIG: &str =
    "https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/multisig.func";
const ORDER: &str = "https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/order.func";

/// The Rust type of an argument.
macro_rules! argument {
    (Int) => { Int };
    (Address) => { Address };
    (Slice) => { Vec<u8> };
    (Cell) => { CellId };
}

/// Converts an argument to the value of a stack.
macro_rules! write_argument {
    (Int, $value:expr, $cells:ident) => {
        StackValue::Int($value)
    };
    (Address, $value:expr, $cells:ident) => {
        StackValue::address($cells, Some(&$value))?
    };
    (Slice, $value:expr, $cells:ident) => {
        StackValue::bytes($cells, &$value)?
    };
    (Cell, $value:expr, $cells:ident) => {
        StackValue::Cell($value)
    };
}

/// The Rust type of a result.
macro_rules! result {
    (Int) => { Int };
    (Number) => { i64 };
    (Bool) => { bool };
    (Key) => { [u8; 32] };
    (Address) => { Option<Address> };
    (Cell) => { CellId };
    (MaybeCell) => { Option<CellId> };
    (Content) => { TokenContent };
    (Addresses) => { Vec<Address> };
    (MaybeInt) => { Option<Int> };
}

/// Reads a result from a stack.
macro_rules! read_result {
    (Int, $stack:ident, $cells:ident, $index:expr) => {
        $stack.int($index)?
    };
    (Number, $stack:ident, $cells:ident, $index:expr) => {
        $stack.number($index)?
    };
    (Bool, $stack:ident, $cells:ident, $index:expr) => {
        $stack.bool($index)?
    };
    (Key, $stack:ident, $cells:ident, $index:expr) => {
        $stack.bytes32($index)?
    };
    (Address, $stack:ident, $cells:ident, $index:expr) => {
        $stack.address($cells, $index)?
    };
    (Cell, $stack:ident, $cells:ident, $index:expr) => {
        $stack.cell($index)?
    };
    (MaybeCell, $stack:ident, $cells:ident, $index:expr) => {
        if $stack.is_null($index)? { None } else { Some($stack.cell($index)?) }
    };
    (Content, $stack:ident, $cells:ident, $index:expr) => {
        read_content($stack, $cells, $index)?
    };
    (Addresses, $stack:ident, $cells:ident, $index:expr) => {
        read_addresses($stack, $cells, $index)?
    };
    (MaybeInt, $stack:ident, $cells:ident, $index:expr) => {
        if $stack.is_null($index)? { None } else { Some($stack.int($index)?) }
    };
}

/// Declares the type of a call: its fields are the arguments.
macro_rules! call {
    ($call:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $call;
    };
    ($call:ident, $doc:literal, $($name:ident: $kind:ident $item_doc:literal),+) => {
        #[doc = $doc]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $call {
            $(
                #[doc = $item_doc]
                pub $name: argument!($kind),
            )+
        }
    };
}

/// Declares the table, and for each get-method the type of its call and that of a result with several items.
macro_rules! get_methods {
    ($(
        $name:ident as $call:ident $(($($argument:ident: $argument_kind:ident $argument_doc:literal),+))? in $source:ident: $doc:literal
        $(-> $kind:ident $item_doc:literal;)?
        $(=> $result:ident { $($field:ident: $field_kind:ident $field_doc:literal,)+ })?
    )+) => {
        /// All get-methods.
        pub static GET_METHODS: &[GetMethod] = &[$(<$call as ReadMethod>::METHOD),+];

        $(
            call!($call, $doc $(, $($argument: $argument_kind $argument_doc),+)?);

            $(
                #[doc = concat!("The result of [`", stringify!($call), "`]; `null` is `None`.")]
                #[derive(Clone, Debug, PartialEq, Eq)]
                #[non_exhaustive]
                pub struct $result {
                    $(
                        #[doc = $field_doc]
                        pub $field: result!($field_kind),
                    )+
                }
            )?

            impl ReadMethod for $call {
                #[allow(unused_parens, reason = "exactly one of the two repetitions expands to the type")]
                type Output = ($(result!($kind))? $($result)?);

                const METHOD: GetMethod = GetMethod {
                    name: stringify!($name),
                    doc: $doc,
                    source: $source,
                    arguments: &[$($(
                        Item { name: stringify!($argument), kind: ItemKind::$argument_kind, doc: $argument_doc },
                    )+)?],
                    results: &[
                        $(Item { name: "", kind: ItemKind::$kind, doc: $item_doc },)?
                        $($(Item { name: stringify!($field), kind: ItemKind::$field_kind, doc: $field_doc },)+)?
                    ],
                };

                #[allow(unused_variables, clippy::unnecessary_wraps, reason = "few arguments need cells")]
                fn write_arguments(&self, cells: &mut Cells) -> Result<Vec<StackValue>, BuildError> {
                    Ok(vec![$($(write_argument!($argument_kind, self.$argument, cells)),+)?])
                }

                #[allow(unused_mut, unused_variables, reason = "few results need cells, and some have one item")]
                fn read_result(cells: &Cells, stack: &Stack<'_>) -> Result<Self::Output, StackError> {
                    let mut indices = 0..;
                    $(Ok(read_result!($kind, stack, cells, 0)))?
                    $(Ok($result { $($field: {
                        let index = indices.next().unwrap_or_default();
                        read_result!($field_kind, stack, cells, index)
                    },)+ }))?
                }
            }
        )+
    };
}

get_methods! {
    seqno as Seqno in WALLET: "The sequence number that the next request to a wallet must have."
        -> Number "The seqno.";

    get_public_key as GetPublicKey in WALLET: "The Ed25519 public key of a wallet."
        -> Key "32 bytes.";

    get_subwallet_id as GetSubwalletId in WALLET: "The wallet id, which distinguishes wallets with the same public key."
        -> Number "The wallet id.";

    is_signature_allowed as IsSignatureAllowed in WALLET_V5: "Whether a wallet v5 accepts requests that its key signed."
        -> Bool "Whether it accepts signed requests.";

    get_timeout as GetTimeout in HIGHLOAD: "The time in seconds for which a highload wallet accepts and remembers a request."
        -> Number "Seconds.";

    get_jetton_data as GetJettonData in JETTON: "Supply, administrator, metadata and wallet code of a jetton."
        => JettonData {
            total_supply: Int "Units in existence, without the decimals.",
            mintable: Bool "Whether more can be minted.",
            admin_address: Address "The administrator; `null` if there is none.",
            content: Content "The metadata of the collection.",
            wallet_code: Cell "The code of its wallets.",
        }

    get_wallet_address as GetWalletAddress(owner_address: Address "The owner.") in JETTON: "The address of an owner's jetton wallet."
        -> Address "The jetton wallet, deployed or not.";

    get_wallet_data as GetWalletData in JETTON: "Balance, owner and master of a jetton wallet."
        => WalletData {
            balance: Int "Units of the jetton, without its decimals.",
            owner_address: Address "The owner.",
            master_address: Address "The jetton master.",
            wallet_code: Cell "The code of the wallets of this jetton.",
        }

    get_nft_data as GetNftData in NFT: "Index, collection, owner and content of an NFT."
        => NftData {
            initialized: Bool "Whether it has an owner and content.",
            index: Int "The index of the NFT in its collection.",
            collection_address: Address "The collection; `null` for an NFT without one.",
            owner_address: Address "The owner.",
            individual_content: MaybeCell "The NFT's own part of the metadata; `get_nft_content` of the collection returns the whole metadata.",
        }

    get_collection_data as GetCollectionData in NFT: "Size, metadata and owner of an NFT collection."
        => CollectionData {
            next_item_index: Int "The index of the next item; -1 if items are not numbered in order.",
            collection_content: Content "The metadata of the collection.",
            owner_address: Address "The owner; `null` if there is none.",
        }

    get_nft_address_by_index as GetNftAddressByIndex(index: Int "The index of the NFT.") in NFT: "The address of an NFT in a collection, by its index."
        -> Address "The NFT, deployed or not.";

    get_nft_content as GetNftContent(index: Int "The index of the NFT.", individual_content: Cell "The `individual_content` that `get_nft_data` of the NFT returned.") in NFT: "The metadata of an NFT of a collection."
        -> Content "The metadata.";

    royalty_params as RoyaltyParams in ROYALTY: "The share of a sale that goes to the author of an NFT."
        => Royalty {
            numerator: Number "The share is `numerator / denominator`.",
            denominator: Number "See `numerator`.",
            destination: Address "The account that receives the royalty.",
        }

    get_authority_address as GetAuthorityAddress in SBT: "The account that may revoke a soulbound token (SBT, an NFT bound to its owner)."
        -> Address "The authority; `null` if there is none.";

    get_revoked_time as GetRevokedTime in SBT: "The Unix time at which a soulbound token (SBT) was revoked."
        -> Number "Unix time in seconds; 0 if the NFT was not revoked.";

    dnsresolve as DnsResolve(subdomain: Slice "Bytes: the names from the last to the first, each ended by a zero byte.", category: Int "SHA-256 of the kind of record; 0 for all.") in DNS: "The records of a domain, or the next resolver. `client.resolve` follows the chain of resolvers."
        => DnsResolution {
            resolved_bits: Number "The number of bits of the domain that it resolved; 0 for none.",
            value: MaybeCell "The record, all records, or the next resolver.",
        }

    get_multisig_data as GetMultisigData in MULTISIG: "Signers, proposers and threshold of a multisig v2."
        => MultisigData {
            next_order_seqno: Int "The number of the next order; -1 if orders may have any number.",
            threshold: Number "The number of signers that must approve.",
            signers: Addresses "The accounts that may approve and propose.",
            proposers: Addresses "The accounts that may only propose.",
        }

    get_order_address as GetOrderAddress(order_seqno: Int "The number of the order.") in MULTISIG: "The address of an order of a multisig v2."
        -> Address "The order, deployed or not.";

    get_order_data as GetOrderData in ORDER: "Actions and approvals of an order of a multisig v2. All fields but the first two are `null` before it is initialized."
        => OrderData {
            multisig_address: Address "The multisig.",
            order_seqno: Int "The number of the order.",
            threshold: MaybeInt "The number of signers that must approve.",
            sent_for_execution: MaybeInt "-1 if it was executed, else 0.",
            signers: Addresses "The accounts that may approve.",
            approvals_mask: MaybeInt "A bit for each signer who approved, the lowest for signer 0.",
            approvals_num: MaybeInt "The number of signers who approved.",
            expiration_date: MaybeInt "Unix time in seconds after which the order is refused.",
            order: MaybeCell "The actions of the order.",
        }
}
