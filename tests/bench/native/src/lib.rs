//! The crates that are measured, and their inputs.
//!
//! Each crate parses with its function that accepts both alphabets, because addresses occur in both.

use std::fmt::Display;
use ton_edge::address::Flags;

/// Number of addresses that are read or written in turn.
pub const COUNT: usize = 5_000;

/// A crate, and its function for each operation.
pub trait Crate {
    const NAME: &str;
    type Address;
    type Error: Display;
    type Friendly: AsRef<str>;
    type Raw: AsRef<str>;

    /// Parses a raw or a friendly address.
    fn parse(text: &str) -> Result<Self::Address, Self::Error>;
    fn friendly(address: &Self::Address, flags: Flags) -> Self::Friendly;
    fn raw(address: &Self::Address) -> Self::Raw;
}

/// The inputs of all crates: the same accounts in every form.
#[derive(Debug)]
pub struct Inputs {
    pub flags: Vec<Flags>,
    pub friendly: Vec<String>,
    pub raw: Vec<String>,
    /// Friendly addresses with a wrong checksum: one character is replaced by another one of the alphabet.
    pub bad: Vec<String>,
}

impl Inputs {
    /// Builds accounts by a fixed rule: 2 % on the masterchain, all four tags and both alphabets in turn, raw forms in both cases.
    #[must_use]
    pub fn new() -> Self {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut all = Self { flags: vec![], friendly: vec![], raw: vec![], bad: vec![] };
        for number in 0..COUNT {
            let mut hash = [0; 32];
            for byte in &mut hash {
                *byte = (random() >> 32) as u8;
            }
            let workchain = if number % 50 == 0 { -1 } else { 0 };
            let address = ton_edge::address::Address { workchain, hash };
            let bits = random() >> 32;
            let flags =
                Flags { bounceable: bits & 1 == 0, test_only: bits & 2 == 0, url_safe: bits & 4 == 0 };
            let friendly = address.to_friendly(flags).to_string();
            let mut bad = friendly.clone().into_bytes();
            let position = 4 + bits as usize / 8 % 40;
            bad[position] = if bad[position] == b'x' { b'y' } else { b'x' };
            all.bad.push(String::from_utf8(bad).expect("ASCII"));
            let raw = if bits & 8 == 0 { address.to_raw() } else { address.to_raw_lower() };
            all.raw.push(raw.to_string());
            all.flags.push(flags);
            all.friendly.push(friendly);
        }
        all
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}

/// Checks the results of a crate, because a fast wrong result does not count.
///
/// # Panics
/// If a result is wrong.
pub fn check<C: Crate>(inputs: &Inputs) {
    for (number, friendly) in inputs.friendly.iter().enumerate() {
        let read = |text: &str| C::parse(text).unwrap_or_else(|e| panic!("{}: {text}: {e}", C::NAME));
        for text in [friendly, &inputs.raw[number]] {
            let address = read(text);
            assert_eq!(C::friendly(&address, inputs.flags[number]).as_ref(), friendly, "{}", C::NAME);
            assert!(C::raw(&address).as_ref().eq_ignore_ascii_case(&inputs.raw[number]), "{}", C::NAME);
        }
        assert!(C::parse(&inputs.bad[number]).is_err(), "{}: {}", C::NAME, inputs.bad[number]);
    }
}

#[derive(Debug)]
pub struct TonEdge;

impl Crate for TonEdge {
    const NAME: &str = "ton-edge";
    type Address = ton_edge::address::Address;
    type Error = ton_edge::address::AddressError;
    type Friendly = ton_edge::address::Friendly;
    type Raw = ton_edge::address::Raw;

    fn parse(text: &str) -> Result<Self::Address, Self::Error> {
        ton_edge::address::parse(text).map(|parsed| parsed.address)
    }

    fn friendly(address: &Self::Address, flags: Flags) -> Self::Friendly {
        address.to_friendly(flags)
    }

    fn raw(address: &Self::Address) -> Self::Raw {
        address.to_raw()
    }
}

#[cfg(feature = "tonlib-core")]
#[derive(Debug)]
pub struct TonlibCore;

#[cfg(feature = "tonlib-core")]
impl Crate for TonlibCore {
    const NAME: &str = "tonlib-core";
    type Address = tonlib_core::TonAddress;
    type Error = tonlib_core::types::TonAddressParseError;
    type Friendly = String;
    type Raw = String;

    fn parse(text: &str) -> Result<Self::Address, Self::Error> {
        text.parse()
    }

    fn friendly(address: &Self::Address, flags: Flags) -> String {
        if flags.url_safe {
            address.to_base64_url_flags(!flags.bounceable, flags.test_only)
        } else {
            address.to_base64_std_flags(!flags.bounceable, flags.test_only)
        }
    }

    fn raw(address: &Self::Address) -> String {
        address.to_hex()
    }
}

#[cfg(feature = "tlb-ton")]
#[derive(Debug)]
pub struct TlbTon;

#[cfg(feature = "tlb-ton")]
impl Crate for TlbTon {
    const NAME: &str = "tlb-ton";
    type Address = tlb_ton::MsgAddress;
    type Error = <tlb_ton::MsgAddress as std::str::FromStr>::Err;
    type Friendly = String;
    type Raw = String;

    fn parse(text: &str) -> Result<Self::Address, Self::Error> {
        text.parse()
    }

    fn friendly(address: &Self::Address, flags: Flags) -> String {
        if flags.url_safe {
            address.to_base64_url_flags(!flags.bounceable, flags.test_only)
        } else {
            address.to_base64_std_flags(!flags.bounceable, flags.test_only)
        }
    }

    fn raw(address: &Self::Address) -> String {
        address.to_hex()
    }
}

#[cfg(feature = "tycho-types")]
#[derive(Debug)]
pub struct TychoTypes;

#[cfg(feature = "tycho-types")]
impl Crate for TychoTypes {
    const NAME: &str = "tycho-types";
    type Address = tycho_types::models::StdAddr;
    type Error = tycho_types::error::ParseAddrError;
    type Friendly = String;
    type Raw = String;

    fn parse(text: &str) -> Result<Self::Address, Self::Error> {
        use tycho_types::models::{StdAddr, StdAddrFormat};
        StdAddr::from_str_ext(text, StdAddrFormat::any()).map(|(address, _)| address)
    }

    fn friendly(addr: &Self::Address, flags: Flags) -> String {
        use tycho_types::models::{Base64StdAddrFlags, DisplayBase64StdAddr};
        let flags = Base64StdAddrFlags {
            testnet: flags.test_only,
            base64_url: flags.url_safe,
            bounceable: flags.bounceable,
        };
        DisplayBase64StdAddr { addr, flags }.to_string()
    }

    fn raw(address: &Self::Address) -> String {
        address.to_string()
    }
}

/// Calls a macro with every crate that is part of the build.
#[macro_export]
macro_rules! every_crate {
    ($visit:ident) => {
        $visit!($crate::TonEdge);
        #[cfg(feature = "tonlib-core")]
        $visit!($crate::TonlibCore);
        #[cfg(feature = "tlb-ton")]
        $visit!($crate::TlbTon);
        #[cfg(feature = "tycho-types")]
        $visit!($crate::TychoTypes);
    };
}
