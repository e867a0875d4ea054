//! The table of wallet versions: a row has everything in which versions differ. The functions and types of the npm
//! package and a table in its guide are generated from these rows.

use crate::error::{Code, Error, near};
use crate::message::Row;
use crate::message::field::{Field, Form};
use crate::network::Network;
use std::fmt;

/// A row of the table of wallet versions.
///
/// ```
/// use ton_edge::message::WalletVersion;
/// assert_eq!(WalletVersion::V4R2.rules().most_messages, 4);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct WalletRules {
    /// Its name in the npm package.
    pub name: &'static str,
    /// The end of the name of its function in the npm package: `V4R2` of `walletV4R2`.
    pub function: &'static str,
    /// A description of the version.
    pub doc: &'static str,
    /// Its code, as a bag of cells.
    pub code: &'static [u8],
    /// The fields of its data.
    pub data: &'static [Field],
    /// The body of its signed requests.
    pub signed: &'static str,
    /// The body of signed requests that come in a message of another contract, if it accepts them.
    pub internal: Option<&'static str>,
    /// The maximum number of messages of a request.
    pub most_messages: usize,
    /// Which wallet id wallet apps use.
    pub wallet_id: WalletIdRule,
    /// How the actions of a request are changed before signing.
    pub actions: ActionRule,
    /// Where the signature is.
    pub signature: SignaturePlace,
}

/// Which wallet id wallet apps use.
///
/// ```
/// use ton_edge::message::{WalletIdRule, WalletVersion};
/// assert_eq!(WalletVersion::V4R2.rules().wallet_id, WalletIdRule::WithWorkchain(698_983_191));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalletIdRule {
    /// This number plus the workchain plus the number of the subwallet.
    WithWorkchain(u32),
    /// This number plus the number of the subwallet.
    WithoutWorkchain(u32),
    /// The global id of the network, XOR of a set bit, the workchain, the version (0) and the number of the subwallet.
    WithNetwork,
}

/// How the actions of a request are changed before signing.
///
/// ```
/// use ton_edge::message::{ActionRule, WalletVersion};
/// assert_eq!(WalletVersion::V4R2.rules().actions, ActionRule::AsGiven);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionRule {
    /// The request has the caller's actions unchanged.
    AsGiven,
    /// Messages of external requests get the mode that ignores errors (2): the contract requires it, so that they are
    /// not repeated.
    IgnoreErrors,
    /// The request has one message, and a query id instead of a seqno. Several messages go in a message to the wallet
    /// itself with a body of this name.
    OneMessage(&'static str),
}

/// Where the signature of a request is.
///
/// ```
/// use ton_edge::message::{SignaturePlace, WalletVersion};
/// assert_eq!(WalletVersion::V4R2.rules().signature, SignaturePlace::Before);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignaturePlace {
    /// Before the signed part.
    Before,
    /// After the signed part.
    After,
    /// Before a reference to the cell that is signed.
    BeforeReference,
}

/// Defines the enum of versions, and its rows.
macro_rules! versions {
    ($($(#[doc = $doc:literal])+ $version:ident = { $($rules:tt)+ })+) => {
        /// A version of the wallet contract.
        ///
        /// ```
        /// use ton_edge::message::WalletVersion;
        /// assert_eq!(WalletVersion::parse("v5r1")?, WalletVersion::V5R1);
        /// assert_eq!(WalletVersion::parse("V5R1").unwrap_err().suggestion.as_deref(), Some("v5r1"));
        /// # Ok::<(), ton_edge::error::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum WalletVersion { $($(#[doc = $doc])+ $version,)+ }

        impl WalletVersion {
            /// All versions.
            pub const ALL: [Self; [$(Self::$version),+].len()] = [$(Self::$version),+];

            /// Returns the row of the version.
            #[must_use]
            pub const fn rules(self) -> &'static WalletRules {
                match self {
                    $(Self::$version => const {
                        &WalletRules {
                            function: stringify!($version),
                            doc: concat!($($doc),+),
                            $($rules)+
                        }
                    })+
                }
            }
        }
    };
}

const fn build_field(name: &'static str, form: Form) -> Field {
    Field { name, form, doc: "" }
}

const SEQNO: Field = build_field("seqno", Form::Uint(32));
const WALLET_ID: Field = build_field("wallet_id", Form::Uint(32));
const PUBLIC_KEY: Field = build_field("public_key", Form::Uint256);
const DATA_V3: &[Field] = &[SEQNO, WALLET_ID, PUBLIC_KEY];

/// The wallet id of the first wallets, to which numbers of subwallets are added.
const FIRST_ID: WalletIdRule = WalletIdRule::WithWorkchain(698_983_191);

versions! {
    /// Wallet v3 r1.
    V3R1 = {
        name: "v3r1",
        code: include_bytes!("v3r1.boc"),
        data: DATA_V3,
        signed: "wallet_v3_signed",
        internal: None,
        most_messages: 4,
        wallet_id: FIRST_ID,
        actions: ActionRule::AsGiven,
        signature: SignaturePlace::Before,
    }
    /// Wallet v3 r2.
    V3R2 = {
        name: "v3r2",
        code: include_bytes!("v3r2.boc"),
        data: DATA_V3,
        signed: "wallet_v3_signed",
        internal: None,
        most_messages: 4,
        wallet_id: FIRST_ID,
        actions: ActionRule::AsGiven,
        signature: SignaturePlace::Before,
    }
    /// Wallet v4 r2, which can have plugins.
    V4R2 = {
        name: "v4r2",
        code: include_bytes!("v4r2.boc"),
        data: &[SEQNO, WALLET_ID, PUBLIC_KEY, build_field("plugins", Form::MaybeRef)],
        signed: "wallet_v4_signed",
        internal: None,
        most_messages: 4,
        wallet_id: FIRST_ID,
        actions: ActionRule::AsGiven,
        signature: SignaturePlace::Before,
    }
    /// Wallet v5 r1, which today's wallet apps use. It has up to 255 messages in a request, extensions, and requests whose gas another account pays.
    V5R1 = {
        name: "v5r1",
        code: include_bytes!("v5r1.boc"),
        data: &[
            build_field("signature_allowed", Form::Bool),
            SEQNO,
            WALLET_ID,
            PUBLIC_KEY,
            build_field("extensions", Form::MaybeRef),
        ],
        signed: "wallet_v5_external",
        internal: Some("wallet_v5_internal"),
        most_messages: 255,
        wallet_id: WalletIdRule::WithNetwork,
        actions: ActionRule::IgnoreErrors,
        signature: SignaturePlace::After,
    }
    /// Highload wallet v3. It accepts many requests at the same time and in any order, each with up to 254 messages.
    HighloadV3 = {
        name: "highload_v3",
        code: include_bytes!("highload_v3.boc"),
        data: &[
            PUBLIC_KEY,
            WALLET_ID,
            build_field("old_queries", Form::MaybeRef),
            build_field("queries", Form::MaybeRef),
            build_field("last_clean_time", Form::Uint(64)),
            build_field("timeout", Form::Uint(22)),
        ],
        signed: "highload_v3_signed",
        internal: None,
        most_messages: 254,
        wallet_id: WalletIdRule::WithoutWorkchain(0x10AD),
        actions: ActionRule::OneMessage("highload_v3_transfer"),
        signature: SignaturePlace::BeforeReference,
    }
}

/// A wallet whose requests and data can be read, but not made, because newer versions have replaced it.
///
/// ```
/// use ton_edge::message::WALLET_V5_BETA;
/// assert_eq!(WALLET_V5_BETA.signed, "wallet_v5_beta_external");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct OldWallet {
    /// Its name in the npm package.
    pub name: &'static str,
    /// Its code, as a bag of cells.
    pub code: &'static [u8],
    /// The fields of its data.
    pub data: &'static [Field],
    /// The body of its signed requests.
    pub signed: &'static str,
}

/// Wallet v5 beta. Its code is a library of the masterchain.
///
/// If it refuses signed messages, the seqno of its data is negative: `signature_disabled` is the sign, `seqno` the rest
/// of the two's complement.
pub const WALLET_V5_BETA: OldWallet = OldWallet {
    name: "v5_beta",
    code: include_bytes!("v5_beta.boc"),
    data: &[
        build_field("signature_disabled", Form::Bool),
        SEQNO,
        build_field("wallet_id", Form::Uint(80)),
        PUBLIC_KEY,
        build_field("extensions", Form::MaybeRef),
    ],
    signed: "wallet_v5_beta_external",
};

impl WalletVersion {
    /// Returns its name in the npm package.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.rules().name
    }

    /// Reads the name of a version.
    ///
    /// # Errors
    /// [`Code::InvalidOption`] for any other text, with a similar name as `suggestion`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|version| version.as_str() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            let suggestion = names.into_iter().find(|name| Some(*name) == near(text, names));
            let [first @ .., last] = names;
            let message = ["`version` must be ", &first.join(", "), " or ", last].concat();
            Error::new(Code::InvalidOption, message).parameter("version").suggest(suggestion)
        })
    }

    /// Returns its code, as a bag of cells.
    #[must_use]
    pub const fn code(self) -> &'static [u8] {
        self.rules().code
    }

    /// Returns the row of its signed requests.
    #[must_use]
    pub fn row(self) -> Option<&'static Row> {
        Row::find(self.rules().signed)
    }

    /// Returns the fields of its data.
    #[must_use]
    pub const fn data(self) -> &'static [Field] {
        self.rules().data
    }

    /// Returns the number of bits of its data before a field; `None` if it lacks the field.
    ///
    /// ```
    /// use ton_edge::message::WalletVersion;
    /// assert_eq!(WalletVersion::V4R2.data_offset("public_key"), Some(64));
    /// assert_eq!(WalletVersion::V4R2.data_offset("timeout"), None);
    /// ```
    #[must_use]
    pub fn data_offset(self, name: &str) -> Option<u16> {
        let index = self.data().iter().position(|field| field.name == name)?;
        self.data().iter().take(index).map(|field| field.form.bits()).sum()
    }

    /// Returns the maximum number of messages of a request.
    #[must_use]
    pub const fn most_messages(self) -> usize {
        self.rules().most_messages
    }

    /// Returns the wallet id that wallet apps use: 698983191 plus the workchain, for version 5 a number with the
    /// network, the workchain and the number of the subwallet.
    ///
    /// ```
    /// use ton_edge::{message::WalletVersion, network::Network};
    /// assert_eq!(WalletVersion::V4R2.wallet_id(Network::Mainnet, 0, 0), 698_983_191);
    /// assert_eq!(WalletVersion::V5R1.wallet_id(Network::Mainnet, 0, 0), 0x7FFF_FF11);
    /// ```
    #[must_use]
    pub fn wallet_id(self, network: Network, workchain: i8, subwallet: u16) -> u32 {
        match self.rules().wallet_id {
            WalletIdRule::WithNetwork => {
                let network: i32 = if network == Network::Mainnet { -239 } else { -3 };
                let [workchain] = workchain.to_be_bytes();
                let context = 1 << 31 | u32::from(workchain) << 23 | u32::from(subwallet & 0x7FFF);
                network.cast_unsigned() ^ context
            }
            WalletIdRule::WithWorkchain(first) => {
                first.wrapping_add_signed(i32::from(workchain)).wrapping_add(u32::from(subwallet))
            }
            WalletIdRule::WithoutWorkchain(first) => first.wrapping_add(u32::from(subwallet)),
        }
    }
}

impl fmt::Display for WalletVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
