//! Selects the steps of `cargo xtask test FILTER...`.

/// The most similar names in the error about an unknown filter.
const MAX_SUGGESTIONS: usize = 5;

/// Selects the names that contain one of the filters, in their order; all names without a filter.
pub(crate) fn select_names<'a>(names: &[&'a str], filters: &[String]) -> Result<Vec<&'a str>, String> {
    for filter in filters {
        if !names.iter().any(|name| name.contains(filter.as_str())) {
            return Err(format!(
                "no step or suite is named `{filter}`; near: {}",
                find_near_names(names, filter).join(", ")
            ));
        }
    }
    let is_selected =
        |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()));
    Ok(names.iter().copied().filter(|name| is_selected(name)).collect())
}

/// Finds the names that are most similar to a filter.
fn find_near_names<'a>(names: &[&'a str], filter: &str) -> Vec<&'a str> {
    let mut near_names: Vec<&str> = names.to_vec();
    // A filter may name a suite with or without the prefix `js`.
    let distance_to = |name: &str| {
        let short_name = name.split_once(' ').map_or(name, |(_, short)| short);
        count_edits(name, filter).min(count_edits(short_name, filter))
    };
    near_names.sort_by_key(|name| distance_to(name));
    near_names.truncate(MAX_SUGGESTIONS);
    near_names
}

/// Counts the letters that must be added, removed or changed to turn one word into the other.
fn count_edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (count, letter) in a.chars().enumerate() {
        let mut next = vec![count + 1];
        for (letter_below, (changed, without)) in b.iter().zip(row.iter().zip(row.iter().skip(1))) {
            let edit_count = next.last().copied().unwrap_or(0) + 1;
            next.push(edit_count.min(without + 1).min(changed + usize::from(letter != *letter_below)));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP_NAMES: [&str; 5] = ["lints", "rust units", "js pace", "js pace-shared", "js slim"];

    fn select_names(filters: &[&str]) -> Result<Vec<&'static str>, String> {
        super::select_names(
            &STEP_NAMES,
            &filters.iter().map(|filter| (*filter).to_owned()).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn a_filter_is_a_part_of_a_name() {
        assert_eq!(select_names(&[]).unwrap(), STEP_NAMES);
        assert_eq!(select_names(&["pace"]).unwrap(), ["js pace", "js pace-shared"]);
        assert_eq!(select_names(&["slim", "units"]).unwrap(), ["rust units", "js slim"]);
        assert_eq!(select_names(&["js slim"]).unwrap(), ["js slim"]);
    }

    #[test]
    fn an_unknown_filter_sees_the_near_names_first() {
        let error = select_names(&["slim", "slum"]).unwrap_err();
        assert!(error.starts_with("no step or suite is named `slum`; near: js slim, "), "{error}");
        assert!(select_names(&["lint "]).unwrap_err().contains("near: lints, "));
    }

    #[test]
    fn counts_the_letters_between_two_words() {
        assert_eq!(count_edits("", "abc"), 3);
        assert_eq!(count_edits("pace", "pace"), 0);
        assert_eq!(count_edits("kitten", "sitting"), 3);
    }
}
