//! Clients in a configuration: where the client IP is read, and blocks of addresses.

use core::net::IpAddr;

/// Where the client IP is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientIpSource {
    /// `CF-Connecting-IP`, which Cloudflare writes and callers cannot.
    Cloudflare,
    /// The remote address of the connection.
    Socket,
    /// A header to which each trusted proxy appends the address from which it received the request.
    Proxies {
        /// The name of the header, in lower case.
        header: String,
        /// The proxies.
        trusted: Vec<Block>,
    },
}

impl ClientIpSource {
    /// Returns the header with the client IP.
    #[must_use]
    pub fn header(&self) -> Option<&str> {
        match self {
            Self::Cloudflare => Some("cf-connecting-ip"),
            Self::Socket => None,
            Self::Proxies { header, .. } => Some(header),
        }
    }
}

/// A range of IP addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    address: u128,
    bits: u32,
}

impl Block {
    /// Reads `10.0.0.0/8`, `2001:db8::/32`, or a single address.
    ///
    /// ```
    /// use ton_edge::gateway::Block;
    /// let block = Block::parse("10.0.0.0/8").unwrap();
    /// assert!(block.holds("10.9.9.9".parse().unwrap()) && block.holds("::ffff:10.0.0.1".parse().unwrap()));
    /// assert!(!block.holds("11.0.0.1".parse().unwrap()) && Block::parse("10.0.0.0/33").is_none());
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u32>().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        let bits = (bits <= width).then_some(128 - width + bits)?;
        Some(Self { address: to_u128(address), bits })
    }

    /// Returns whether the block has the address.
    #[must_use]
    pub fn holds(&self, address: IpAddr) -> bool {
        let difference = to_u128(address) ^ self.address;
        self.bits == 0 || difference.checked_shr(128 - self.bits) == Some(0)
    }
}

/// Client IPs that may use the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clients {
    /// Only these addresses may use the gateway; `None`: all addresses.
    pub allow: Option<Vec<Block>>,
    /// These addresses may never use the gateway, even if `allow` has them.
    pub deny: Vec<Block>,
}

/// Returns an address as a number, IPv4 as mapped to IPv6.
fn to_u128(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}
