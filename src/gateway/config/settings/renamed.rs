//! The settings that were renamed before 0.1.0. An old name is refused, and the error names the new one.

/// Each line has the group, the old name and the new name, with `!` if the unit changed from seconds to milliseconds. The
/// fields of an upstream are in the group `upstream`.
const RENAMED_SETTINGS: &str = "
 timeout timeoutMs
 deadline deadlineMs
 hedge hedgeAfterMs
 admin adminToken
 keys apiKeys
upstream. url baseUrl
upstream. key apiKey
limits. queue queueTimeoutMs
limits. reserve reservePercent
limits. fleet maxGateways
limits. entries maxCallers
breaker. pause openMs
cache. staleWhileRevalidate staleWhileRevalidateMs!
cache. staleIfError staleIfErrorMs!
readiness. maxHeadAge maxHeadAgeMs!
readiness. keep ttlMs
apiKeys. ttl ttlMs!";

/// Finds the new name, and whether the unit changed from seconds to milliseconds. `group` ends in a dot, or is empty.
pub(super) fn new_name(group: &str, name: &str) -> Option<(&'static str, bool)> {
    let strip_name = |line: &'static str, start: &str| line.strip_prefix(start)?.strip_prefix(' ');
    let new = RENAMED_SETTINGS.lines().find_map(|line| strip_name(strip_name(line, group)?, name))?;
    Some(new.strip_suffix('!').map_or((new, false), |new| (new, true)))
}

#[cfg(test)]
mod tests {
    use super::RENAMED_SETTINGS;
    use crate::gateway::{Config, SETTINGS};
    use serde_json::{Value, json};

    /// Lists group, old name, new name, and the text about the unit for the message.
    fn read_rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
        RENAMED_SETTINGS.lines().skip(1).map(|line| {
            let mut words = line.split(' ');
            let (group, old) = (words.next().unwrap(), words.next().unwrap());
            let new = words.next().unwrap();
            let unit = if new.ends_with('!') { ", in milliseconds" } else { "" };
            (group, old, new.trim_end_matches('!'), unit)
        })
    }

    /// The old name as an operator may still have it, and where the message finds it.
    fn write_old_setting(group: &str, old: &str) -> (Value, String) {
        match group.trim_end_matches('.') {
            "" => (json!({ old: 1 }), String::new()),
            "upstream" => (json!({ "testnet": [{ old: 1 }] }), String::from("testnet[0].")),
            "apiKeys" => (json!({ "apiKeys": "\0ttl" }), String::from(group)),
            name => (json!({ name: { old: 1 } }), String::from(group)),
        }
    }

    #[test]
    fn an_old_name_is_refused_by_naming_the_new_one() {
        assert_eq!(read_rows().count(), 17);
        for (group, old, new, unit) in read_rows() {
            let (config, path) = write_old_setting(group, old);
            let error = Config::from_json(&config.to_string()).unwrap_err();
            assert_eq!(error.message, format!("`{path}{old}` is now `{new}`{unit}"));
        }
    }

    #[test]
    fn a_new_name_is_a_setting_and_an_old_one_is_not() {
        let is_setting = |group: &str, name: &str| {
            SETTINGS.iter().any(|setting| setting.name.strip_prefix(group) == Some(name))
        };
        for (group, old, new, _) in read_rows() {
            assert!(!is_setting(group, old), "{group}{old}");
            // Upstreams and stores are not settings of the list.
            assert!(is_setting(group, new) || ["upstream.", "apiKeys."].contains(&group), "{group}{new}");
        }
    }
}
