//! W3C Trace Context: the upstream continues the caller's trace, with the gateway's span as its parent.

/// Reads the trace id and flags of a caller's `traceparent`: JavaScript writes the header with a span of the gateway.
/// `None` if it is absent or malformed; the gateway then starts a trace.
pub(in crate::gateway) fn continue_trace(header: Option<&str>) -> Option<String> {
    let (trace, is_sampled) = parse_trace(header?)?;
    Some([trace, if is_sampled { "-01" } else { "-00" }].concat())
}

/// Returns whether a caller's `tracestate` may be forwarded with its trace.
pub(in crate::gateway) fn is_valid_state(header: &str) -> bool {
    !header.is_empty() && header.len() <= 512 && header.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Reads the trace id and the flag `sampled`. A version after 00 is read like 00 (W3C Trace Context, section 4.3).
fn parse_trace(header: &str) -> Option<(&str, bool)> {
    let mut parts = header.split('-');
    let [version, trace, parent, flags] = [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
    let has_more = parts.next().is_some();
    let is_hex = |text: &str, length| text.len() == length && text.bytes().all(is_hex_digit);
    if !is_hex(version, 2) || version == "ff" || (version == "00" && has_more) {
        return None;
    }
    if trace.len() != 32 || !is_id(trace) || parent.len() != 16 || !is_id(parent) || !is_hex(flags, 2) {
        return None;
    }
    Some((trace, u8::from_str_radix(flags, 16).ok()? & 1 == 1))
}

/// Returns whether a text is an id: hexadecimal digits in lower case, not all zero.
fn is_id(text: &str) -> bool {
    text.bytes().all(is_hex_digit) && text.bytes().any(|byte| byte != b'0')
}

fn is_hex_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}
