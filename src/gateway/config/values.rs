//! The values of a configuration, each parsed from the operator's text. Records of API keys also have some of them.

pub mod clients;
pub mod limits;
pub mod operation_selection;
pub mod origin_pattern;

/// Returns whether a name is safe in logs, keys and headers.
pub(in crate::gateway) fn is_safe_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=64).contains(&name.len()) && name.bytes().all(is_allowed)
}
