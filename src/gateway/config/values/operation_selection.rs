//! A selection of operations: by name, by category, or by generation.

use crate::endpoint::{Endpoint, Generation};
use crate::error::near;

/// A set of operations, as an operator writes it.
///
/// - `v2` or `v3`: every operation of that generation;
/// - `getAddressBalance`, `jetton/wallets`, or an alias such as `shards`: that operation;
/// - `Accounts` or `Send`: every operation of that category, exactly as the reference writes it;
/// - `v2/sendBoc`, `v3/Accounts`, `/api/v3/traces`: the same within one generation.
///
/// `jsonRPC` means the endpoint itself. Calls through it are operations of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    entries: Vec<Entry>,
}

/// One entry of a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// The generation to which the entry is limited.
    generation: Option<Generation>,
    /// Name or category; `None` stands for the whole generation.
    name: Option<String>,
}

impl Selection {
    /// Reads a selection in which every name must exist.
    ///
    /// ```
    /// use ton_edge::endpoint::{Generation, find};
    /// use ton_edge::gateway::Selection;
    /// let sends = Selection::parse(&["Send", "v3/message"].map(String::from)).unwrap();
    /// assert!(sends.holds(find::by_name(Generation::V2, "sendBoc").unwrap()));
    /// assert!(!sends.holds(find::by_name(Generation::V3, "traces").unwrap()));
    /// assert_eq!(Selection::parse(&[String::from("sendBok")]), Err(vec![String::from("sendBok")]));
    /// ```
    ///
    /// # Errors
    /// The names that select nothing; [`nearest`] finds the name that was meant.
    pub fn parse(names: &[String]) -> Result<Self, Vec<String>> {
        let unknown_names: Vec<String> = names.iter().filter(|name| !is_known(name)).cloned().collect();
        if unknown_names.is_empty() { Ok(Self::of(names)) } else { Err(unknown_names) }
    }

    /// Reads a selection in which a name that does not exist selects nothing. Use it only for lists of allowed
    /// operations: an older gateway then allows less than a newer one, never more.
    #[must_use]
    pub fn of(names: &[String]) -> Self {
        Self { entries: names.iter().map(|name| Entry::from_text(name)).collect() }
    }

    /// Returns whether the operation is in the selection.
    #[must_use]
    pub fn holds(&self, endpoint: &Endpoint) -> bool {
        self.entries.iter().any(|entry| entry.holds(endpoint))
    }
}

impl Entry {
    fn from_text(text: &str) -> Self {
        let text = text.strip_prefix("/api/").unwrap_or(text);
        for generation in [Generation::V2, Generation::V3] {
            let Some(pattern_tail) = text.strip_prefix(generation.as_str()) else { continue };
            if pattern_tail.is_empty() {
                return Self { generation: Some(generation), name: None };
            }
            if let Some(name) = pattern_tail.strip_prefix('/') {
                return Self { generation: Some(generation), name: Some(String::from(name)) };
            }
        }
        Self { generation: None, name: Some(String::from(text)) }
    }

    fn holds(&self, endpoint: &Endpoint) -> bool {
        if self.generation.is_some_and(|generation| generation != endpoint.generation) {
            return false;
        }
        self.name.as_ref().is_none_or(|name| {
            endpoint.name() == name
                || endpoint.category.as_str() == name
                || endpoint.rpc_aliases.contains(&name.as_str())
                || endpoint.aliases.iter().any(|path| path.strip_prefix('/') == Some(name))
        })
    }
}

fn all_rows() -> impl Iterator<Item = &'static Endpoint> {
    Generation::V2.rows().iter().chain(Generation::V3.rows())
}

/// Returns whether the name selects at least one operation of this version.
#[must_use]
pub fn is_known(name: &str) -> bool {
    let entry = Entry::from_text(name);
    all_rows().any(|endpoint| entry.holds(endpoint))
}

/// Finds the name that was most likely meant by a name that selects nothing.
///
/// ```
/// use ton_edge::gateway::config::values::operation_selection::nearest;
/// assert_eq!(nearest("getAdressBalance").as_deref(), Some("getAddressBalance"));
/// assert_eq!(nearest("v3/accounts").as_deref(), Some("v3/Accounts"));
/// assert_eq!(nearest("weather"), None);
/// ```
#[must_use]
pub fn nearest(text: &str) -> Option<String> {
    let Entry { generation, name } = Entry::from_text(text);
    let rows = all_rows().filter(|row| generation.is_none_or(|generation| generation == row.generation));
    let names = rows.flat_map(|row| [row.name(), row.category.as_str()]);
    let nearest = near(name.as_deref().unwrap_or_default(), names)?;
    Some(match generation {
        Some(generation) => format!("{}/{nearest}", generation.as_str()),
        None => String::from(nearest),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::find;

    fn parse_selection(names: &[&str]) -> Selection {
        Selection::parse(&names.iter().copied().map(String::from).collect::<Vec<_>>()).unwrap()
    }

    fn select_names(names: &[&str]) -> Vec<String> {
        let selection = parse_selection(names);
        let rows = all_rows().filter(|row| selection.holds(row));
        rows.map(|row| format!("{} {} {}", row.generation.as_str(), row.verb.as_str(), row.name())).collect()
    }

    #[test]
    fn a_name_selects_its_operation_in_every_generation() {
        assert_eq!(select_names(&["getAddressBalance"]), ["v2 GET getAddressBalance"]);
        assert_eq!(select_names(&["runGetMethod"]), ["v2 POST runGetMethod", "v3 POST runGetMethod"]);
        assert_eq!(select_names(&["v3/runGetMethod"]), ["v3 POST runGetMethod"]);
        assert_eq!(select_names(&["/api/v3/jetton/wallets"]), ["v3 GET jetton/wallets"]);
        assert_eq!(select_names(&["decode"]), ["v3 GET decode", "v3 POST decode"]);
        assert_eq!(select_names(&["shards"]), ["v2 GET getShards"]);
        assert_eq!(select_names(&["wallet"]), ["v3 GET walletInformation"]);
    }

    #[test]
    fn a_generation_selects_its_rows_and_no_others() {
        for generation in [Generation::V2, Generation::V3] {
            let selection = parse_selection(&[generation.as_str()]);
            assert!(all_rows().all(|row| selection.holds(row) == (row.generation == generation)));
        }
        assert!(
            all_rows()
                .all(|row| parse_selection(&["v2", "v3"]).holds(row) && !parse_selection(&[]).holds(row))
        );
    }

    #[test]
    fn every_category_selects_exactly_its_rows() {
        for row in all_rows() {
            let category = row.category.as_str();
            let category_selection = parse_selection(&[category]);
            assert!(
                all_rows().all(|row| category_selection.holds(row) == (row.category.as_str() == category)),
                "{category}"
            );
            let name = [row.generation.as_str(), category].join("/");
            let generation_selection = parse_selection(&[&name]);
            assert!(all_rows().all(|other| {
                generation_selection.holds(other)
                    == (other.category.as_str() == category && other.generation == row.generation)
            }));
        }
    }

    /// Otherwise a category would select an operation that the operator did not mean.
    #[test]
    fn no_category_is_the_name_of_an_operation() {
        for row in all_rows() {
            assert!(row.category.as_str().starts_with(|first: char| first.is_ascii_uppercase()));
            assert!(row.name().starts_with(|first: char| first.is_ascii_lowercase()));
            assert!(!row.name().starts_with("v2") && !row.name().starts_with("v3"));
        }
    }

    #[test]
    fn unknown_names_are_reported_and_select_nothing() {
        let names = ["v2/getAddressBalance", "v4", "v3/sendBoc", "", "v2/", "accounts"].map(String::from);
        let unknown_names = Selection::parse(&names).unwrap_err();
        assert_eq!(unknown_names, ["v4", "v3/sendBoc", "", "v2/", "accounts"]);
        let selection = Selection::of(&names);
        let selected: Vec<&str> = all_rows().filter(|row| selection.holds(row)).map(Endpoint::name).collect();
        assert_eq!(selected, ["getAddressBalance"]);
    }

    #[test]
    fn the_nearest_name_is_found_in_its_generation() {
        assert_eq!(nearest("sendboc").as_deref(), Some("sendBoc"));
        assert_eq!(nearest("jetton/walets").as_deref(), Some("jetton/wallets"));
        assert_eq!(nearest("send").as_deref(), Some("Send"));
        assert_eq!(nearest("v3/sendBoc"), None);
        assert!(find::by_name(Generation::V2, &nearest("sendbok").unwrap()).is_some());
    }
}
