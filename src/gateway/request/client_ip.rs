//! The client IP: the identity of a caller without an API key, read only from sources that callers cannot forge.

use crate::gateway::config::values::clients::{Block, ClientIpSource};
use core::net::{IpAddr, Ipv6Addr};
use std::borrow::Cow;

/// The name of all callers with an unknown client IP, who share one limit.
const UNKNOWN_CLIENT: &str = "unknown";

/// Finds the client IP; `None` if it is not known. `header_value` is the value of [`ClientIpSource::header`], `peer`
/// the remote address of the connection.
pub(in crate::gateway) fn find_client_ip(
    source: &ClientIpSource,
    header_value: Option<&str>,
    peer: Option<&str>,
) -> Option<IpAddr> {
    let peer = peer.and_then(parse_address);
    let address = match source {
        ClientIpSource::Cloudflare => header_value.and_then(parse_address),
        ClientIpSource::Socket => peer,
        ClientIpSource::Proxies { header, trusted } => peer.map(|peer| {
            find_client_behind(peer, trusted, header_value.unwrap_or_default(), header == "forwarded")
        }),
    };
    address.map(|address| address.to_canonical())
}

/// Returns the name under which a client is counted: its IPv4 address, or the first bits of its IPv6 address, because a
/// client can use all addresses with these bits.
pub(in crate::gateway) fn name_client(address: Option<IpAddr>, prefix_length: u32) -> Cow<'static, str> {
    match address {
        None => Cow::Borrowed(UNKNOWN_CLIENT),
        Some(IpAddr::V4(address)) => Cow::Owned(address.to_string()),
        Some(IpAddr::V6(address)) => {
            let host_bits = 128_u32.saturating_sub(prefix_length);
            let prefix =
                address.to_bits().checked_shr(host_bits).and_then(|bits| bits.checked_shl(host_bits));
            let network = Ipv6Addr::from_bits(prefix.unwrap_or(0));
            Cow::Owned(format!("{network}/{prefix_length}"))
        }
    }
}

/// Finds the nearest address that is not a trusted proxy: each proxy vouches only for the address that it appended. An
/// unreadable address ends the search.
fn find_client_behind(
    peer: IpAddr,
    trusted: &[Block],
    header_value: &str,
    is_forwarded_header: bool,
) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|block| block.holds(address));
    let mut client = peer;
    for part in header_value.rsplit(',') {
        if !is_trusted(client) {
            break;
        }
        let Some(address) =
            (if is_forwarded_header { read_forwarded_for(part) } else { Some(part) }).and_then(parse_address)
        else {
            break;
        };
        client = address;
    }
    client
}

/// Reads `for=` of an element of `Forwarded` (RFC 7239).
fn read_forwarded_for(element: &str) -> Option<&str> {
    let is_for_pair =
        |pair: &'_ str| pair.split_once('=').map(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let pair = element.split(';').find(|pair| is_for_pair(pair) == Some(true))?;
    pair.split_once('=').map(|(_, value)| value.trim().trim_matches('"'))
}

/// Reads an address that may have a port or a zone.
fn parse_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let host = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map(|(address, _)| address)?,
        // A single colon separates a port.
        None if text.matches(':').count() == 1 => text.split_once(':').map(|(address, _)| address)?,
        None => text,
    };
    host.split('%').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_client_name(source: &ClientIpSource, header: Option<&str>, peer: Option<&str>) -> String {
        name_client(find_client_ip(source, header, peer), 64).into_owned()
    }

    fn name_behind_proxies(header: &str, value: &str, peer: &str) -> String {
        let trusted =
            ["10.0.0.0/8", "fd00::/8", "127.0.0.1"].map(|block| Block::parse(block).unwrap()).to_vec();
        read_client_name(
            &ClientIpSource::Proxies { header: String::from(header), trusted },
            Some(value),
            Some(peer),
        )
    }

    #[test]
    fn one_caller_has_one_name() {
        for (value, name) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("::ffff:c000:201", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2::9]:80", "2001:db8:1:2::/64"),
            ("fe80::1%eth0", "fe80::/64"),
            (" 192.0.2.1 ", "192.0.2.1"),
            ("192.0.2.01", "unknown"),
            ("192.0.2.1, 192.0.2.2", "unknown"),
            ("", "unknown"),
            ("[::1", "unknown"),
            ("_hidden", "unknown"),
        ] {
            assert_eq!(
                read_client_name(&ClientIpSource::Cloudflare, Some(value), Some("198.51.100.1")),
                name,
                "{value}"
            );
            assert_eq!(
                read_client_name(&ClientIpSource::Socket, Some("198.51.100.1"), Some(value)),
                name,
                "{value}"
            );
        }
        assert_eq!(read_client_name(&ClientIpSource::Cloudflare, None, Some("192.0.2.1")), "unknown");
        assert_eq!(read_client_name(&ClientIpSource::Socket, Some("192.0.2.1"), None), "unknown");
    }

    #[test]
    fn a_block_contains_addresses_that_begin_with_its_bits() {
        let block_holds =
            |block: &str, address: &str| Block::parse(block).unwrap().holds(address.parse().unwrap());
        for (block, address_inside, address_outside) in [
            ("::/0", Some("ffff::"), None),
            ("8000::/1", Some("ffff::"), Some("7fff::")),
            ("0.0.0.0/0", Some("255.255.255.255"), Some("::1")),
            ("192.0.2.6/31", Some("192.0.2.7"), Some("192.0.2.8")),
            ("192.0.2.7", Some("192.0.2.7"), Some("192.0.2.6")),
            ("2001:db8::/127", Some("2001:db8::1"), Some("2001:db8::2")),
        ] {
            assert!(
                address_inside.is_none_or(|address_inside| block_holds(block, address_inside)),
                "{block}"
            );
            assert!(
                address_outside.is_none_or(|address_outside| !block_holds(block, address_outside)),
                "{block}"
            );
        }
        for text in ["", "/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "10.0.0", "localhost"] {
            assert_eq!(Block::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_source_names_the_header_that_is_read() {
        let proxies = ClientIpSource::Proxies { header: String::from("x-real-ip"), trusted: Vec::new() };
        assert_eq!(ClientIpSource::Cloudflare.header(), Some("cf-connecting-ip"));
        assert_eq!(proxies.header(), Some("x-real-ip"));
        assert_eq!(ClientIpSource::Socket.header(), None);
    }

    #[test]
    fn a_forged_header_gains_nothing() {
        for (value, peer, name) in [
            // Not from a trusted proxy: its headers are ignored.
            ("192.0.2.1", "198.51.100.7", "198.51.100.7"),
            // The caller made up the first address; our proxy appended the second.
            ("192.0.2.1, 203.0.113.9", "10.1.1.1", "203.0.113.9"),
            ("10.0.0.1, 192.0.2.1, 203.0.113.9, 10.0.0.2", "10.1.1.1", "203.0.113.9"),
            ("203.0.113.9, 10.0.0.2", "::ffff:127.0.0.1", "203.0.113.9"),
            ("rubbish, 203.0.113.9", "10.1.1.1", "203.0.113.9"),
            ("192.0.2.1, unknown", "10.1.1.1", "10.1.1.1"),
            ("10.0.0.5", "10.1.1.1", "10.0.0.5"),
            ("", "10.1.1.1", "10.1.1.1"),
        ] {
            assert_eq!(name_behind_proxies("x-forwarded-for", value, peer), name, "{value} from {peer}");
        }
        let value = r#"for=192.0.2.1, For="[2001:db8:cafe:1::17]:4711";proto=https;by=10.0.0.1"#;
        assert_eq!(name_behind_proxies("forwarded", value, "fd00::1"), "2001:db8:cafe:1::/64");
        assert_eq!(name_behind_proxies("forwarded", "for=_x", "fd00::1"), "fd00::/64");
        assert_eq!(
            name_behind_proxies("forwarded", "by=10.0.0.1; for=192.0.2.1;proto=https", "fd00::1"),
            "192.0.2.1"
        );
        assert_eq!(name_behind_proxies("forwarded", "proto=https", "127.0.0.1"), "127.0.0.1");
    }
}
