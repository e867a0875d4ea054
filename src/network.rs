//! The two public networks. Each has its own host.

use crate::error::{Code, Error, near};
use std::{fmt, str};

/// A public network of TON.
///
/// ```
/// use ton_edge::network::Network;
/// assert_eq!(Network::default(), Network::Mainnet);
/// assert_eq!(Network::Testnet.to_string(), "testnet");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Network {
    /// The main network, where coins have a price.
    #[default]
    Mainnet,
    /// The test network, where coins are free.
    Testnet,
}

impl Network {
    /// Both networks.
    pub const ALL: [Self; 2] = [Self::Mainnet, Self::Testnet];

    /// `"mainnet"` or `"testnet"`.
    ///
    /// ```
    /// assert_eq!(ton_edge::network::Network::Mainnet.as_str(), "mainnet");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mainnet => "mainnet",
            Self::Testnet => "testnet",
        }
    }

    /// Returns the public host of the network: `{base_url}` of the specification, without a slash at the end.
    ///
    /// ```
    /// assert_eq!(ton_edge::network::Network::Testnet.base_url(), "https://testnet.toncenter.com");
    /// ```
    #[must_use]
    pub const fn base_url(self) -> &'static str {
        match self {
            Self::Mainnet => "https://toncenter.com",
            Self::Testnet => "https://testnet.toncenter.com",
        }
    }

    /// Returns the other network, to which an API key that this one refuses most likely belongs.
    ///
    /// ```
    /// use ton_edge::network::Network;
    /// assert_eq!(Network::Mainnet.other(), Network::Testnet);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Mainnet => Self::Testnet,
            Self::Testnet => Self::Mainnet,
        }
    }

    /// Reads the exact name of a network.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidOption`] for any other text, with a similar name as `suggestion`.
    ///
    /// ```
    /// use ton_edge::network::Network;
    /// assert_eq!(Network::parse("testnet"), Ok(Network::Testnet));
    /// assert_eq!(Network::parse("Mainnet").unwrap_err().suggestion.as_deref(), Some("mainnet"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|network| network.as_str() == text).ok_or_else(|| {
            let suggestion = near(text, Self::ALL.map(Self::as_str));
            Error::new(Code::InvalidOption, "`network` must be `mainnet` or `testnet`")
                .parameter("network")
                .suggest(suggestion)
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl str::FromStr for Network {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}
