//! The placeholder of a function, and the fault of an unknown setting, for all readers of settings.

use super::renamed;

/// JavaScript writes this in place of a function; no text of a configuration begins with a NUL.
pub(super) const FUNCTION: &str = "\0function";

/// Writes the fault of an unknown setting. `group` is the name of its group in the table of renamed settings.
pub(super) fn describe_unknown_setting(
    group_path: &str,
    group: &str,
    name: &str,
    nearest_name: Option<&str>,
) -> String {
    // The operator may have written a secret in place of the name, so the message quotes only its beginning.
    let excerpt: String = name.chars().take(40).collect();
    let (verdict, suggestion, end) = match (renamed::new_name(group, name), nearest_name) {
        (Some((new, true)), _) => ("` is now `", new, "`, in milliseconds"),
        (Some((new, false)), _) => ("` is now `", new, "`"),
        (None, Some(nearest_name)) => ("` is not a setting; did you mean `", nearest_name, "`?"),
        (None, None) => ("` is not a setting", "", ""),
    };
    ["`", group_path, &excerpt, verdict, suggestion, end].concat()
}
