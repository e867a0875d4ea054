//! Origins that may read responses in a browser. `*` stands for the first label of a host, or for any port.
//!
//! A browser sends scheme, host in lower case, and the port unless it is the default of the scheme (RFC 6454, section
//! 6.2). Any other spelling could never match, so it is refused, and the error says how to write the origin.

/// An origin, or all origins whose hosts have one more label than a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginPattern {
    scheme: &'static str,
    /// Whether `*.` is before the host.
    any_subdomain: bool,
    host: String,
    port: Port,
}

/// Which ports an origin may have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Port {
    /// The default port of the scheme, which browsers leave out.
    Standard,
    Exactly(u16),
    /// Any port: development servers choose theirs.
    Any,
}

impl OriginPattern {
    /// Reads an origin as the operator wrote it.
    ///
    /// ```
    /// use ton_edge::gateway::OriginPattern;
    /// let pattern = OriginPattern::parse("https://*.app.example")?;
    /// assert!(pattern.matches("https://preview.app.example"));
    /// assert!(!pattern.matches("https://app.example"));
    /// assert!(!pattern.matches("https://preview.evilapp.example"));
    /// # Ok::<(), &'static str>(())
    /// ```
    ///
    /// # Errors
    /// A description of the fault, for the operator.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text == "*" {
            return Err("must not be `*`: leave `origins` out to allow every origin");
        }
        let (scheme, rest) = split_scheme(text).ok_or("must begin with https:// or http://")?;
        if rest.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err("must be in lower case, as browsers send it");
        }
        let (host, port) = match rest.strip_suffix(":*") {
            Some(host) => (host, Port::Any),
            None => split_port(rest)?,
        };
        if port == Port::Exactly(if scheme == "https://" { 443 } else { 80 }) {
            return Err("must leave out the default port of its scheme, as browsers do");
        }
        let (any_subdomain, host) = host.strip_prefix("*.").map_or((false, host), |host| (true, host));
        if !is_host(host) {
            return Err("must have only a scheme, a host and a port; `*` may only be the whole first label");
        }
        if any_subdomain && (!host.contains('.') || host.ends_with(|last: char| last.is_ascii_digit())) {
            return Err("must have a domain of at least two labels after `*.`");
        }
        Ok(Self { scheme, any_subdomain, host: String::from(host), port })
    }

    /// Returns whether the pattern matches the value of a header `Origin`.
    #[must_use]
    pub fn matches(&self, origin: &str) -> bool {
        let Some((scheme, rest)) = split_scheme(origin) else { return false };
        let Ok((host, port)) = split_port(rest) else { return false };
        if scheme != self.scheme || (self.port != Port::Any && port != self.port) {
            return false;
        }
        if !self.any_subdomain {
            return host == self.host;
        }
        let label = host.strip_suffix(self.host.as_str()).and_then(|start| start.strip_suffix('.'));
        label.is_some_and(is_label)
    }
}

fn split_scheme(text: &str) -> Option<(&'static str, &str)> {
    ["https://", "http://"].into_iter().find_map(|scheme| Some((scheme, text.strip_prefix(scheme)?)))
}

/// Splits host and port; the colons of an IPv6 address are inside brackets.
fn split_port(authority: &str) -> Result<(&str, Port), &'static str> {
    let host_end = authority.rfind(']').map_or(0, |index| index + 1);
    let Some(colon) = authority.get(host_end..).and_then(|tail| tail.find(':')) else {
        return Ok((authority, Port::Standard));
    };
    let (host, port) = authority.split_at(host_end + colon);
    let digits = port.strip_prefix(':').unwrap_or_default();
    let is_canonical = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let port = digits.parse::<u16>().ok().filter(|_| is_canonical);
    port.map(|port| (host, Port::Exactly(port))).ok_or("must have a port from 1 to 65535, `*`, or none")
}

fn is_host(host: &str) -> bool {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        // Compared as a whole, so a misspelt address matches nothing.
        Some(address) => {
            address.contains(':')
                && address.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b':'))
        }
        None => host.len() <= 253 && host.split('.').all(is_label),
    }
}

/// Returns whether a label has only letters, digits, inner hyphens, and underscores, which some hosts have.
fn is_label(label: &str) -> bool {
    let is_allowed =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    (1..=63).contains(&label.len())
        && label.bytes().all(is_allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}
