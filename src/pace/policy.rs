//! `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), and its earlier forms.

use super::MARGIN;
use crate::text::{parse_int, split_at, split_once};

/// Windows longer than this, in seconds, are quotas, such as daily ones, which do not determine a pace.
const MAX_WINDOW_SECONDS: f64 = 60.0;

/// Returns the milliseconds between two starts that satisfy every policy of the header; `None` if it has no policy.
///
/// Known forms: `"name";q=10;w=1` (draft 10), `10;w=1` and `10, 10;window=1` (drafts 0 to 7), several with commas.
///
/// ```
/// use ton_edge::pace::{MARGIN, interval};
/// assert_eq!(interval("\"plan\";q=10;w=1"), Some(100.0 * MARGIN));
/// assert_eq!(interval("25;w=1, 600;w=60"), Some(100.0 * MARGIN));
/// assert_eq!(interval("unlimited"), None);
/// ```
#[must_use]
pub fn interval(header: &str) -> Option<f64> {
    let mut max_interval: Option<f64> = None;
    for item in split_at(header, b',') {
        let mut fields = split_at(item, b';').map(str::trim_ascii);
        let mut quota = fields.next().and_then(parse_number);
        let mut window = None;
        for field in fields {
            match split_once(field, b'=') {
                ("q", Some(value)) => quota = parse_number(value),
                ("w" | "window", Some(value)) => window = parse_number(value),
                _ => {}
            }
        }
        if let (Some(quota), Some(window)) = (quota, window)
            && window <= MAX_WINDOW_SECONDS
        {
            let interval = (window / quota * 1000.0 * MARGIN).max(0.1);
            max_interval = Some(max_interval.map_or(interval, |current| current.max(interval)));
        }
    }
    max_interval
}

/// Reads a whole number above 0, quoted or not.
fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim_ascii();
    let digits = text.strip_prefix('"').unwrap_or(text);
    let number = parse_int(digits.strip_suffix('"').unwrap_or(digits))?;
    u32::try_from(number).ok().filter(|number| *number > 0).map(f64::from)
}
