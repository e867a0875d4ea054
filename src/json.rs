//! Reads JSON as text, before or instead of parsing it into values.

#[cfg(any(feature = "client", feature = "gateway"))]
pub(crate) use raw::{Members, Text, lacks_list};
use std::borrow::Cow;

#[cfg(any(feature = "client", feature = "gateway"))]
mod raw {
    use serde::Deserialize;
    use serde::de::{Deserializer, MapAccess, Visitor};
    use serde_json::value::RawValue;
    use std::borrow::Cow;
    use std::fmt;

    /// A text, borrowed if the JSON has no escape.
    #[derive(Deserialize)]
    pub(crate) struct Text<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

    /// The fields of an object in their order, with unparsed values.
    pub(crate) struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

    impl<'a> Members<'a> {
        /// Returns the value of that name, unparsed.
        pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
            self.0.iter().find(|(member_name, _)| member_name == name).map(|(_, value)| *value)
        }

        /// Returns whether the name occurs more than once.
        #[cfg(feature = "gateway")]
        pub(crate) fn is_repeated(&self, name: &str) -> bool {
            self.0.iter().filter(|(member_name, _)| member_name == name).nth(1).is_some()
        }
    }

    /// Returns whether the value under `name` is neither a list nor null; with an empty `name`, the value is all of the
    /// JSON.
    pub(crate) fn lacks_list(json: &str, name: &str) -> bool {
        let is_list = |value: &str| value.starts_with('[') || value == "null";
        if name.is_empty() {
            return !is_list(json);
        }
        let members: Option<Members<'_>> = serde_json::from_str(json).ok();
        !members.is_some_and(|members| members.get(name).is_some_and(|value| is_list(value.get())))
    }

    impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Object;
            impl<'de> Visitor<'de> for Object {
                type Value = Members<'de>;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an object")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                    let mut members = Vec::new();
                    while let Some((Text(name), value)) = map.next_entry::<Text<'de>, &'de RawValue>()? {
                        members.push((name, value));
                    }
                    Ok(Members(members))
                }
            }
            deserializer.deserialize_map(Object)
        }
    }

    impl<'a> IntoIterator for Members<'a> {
        type Item = (Cow<'a, str>, &'a RawValue);
        type IntoIter = std::vec::IntoIter<Self::Item>;

        fn into_iter(self) -> Self::IntoIter {
            self.0.into_iter()
        }
    }
}

/// The limit that a JSON text exceeds.
#[cfg(any(test, feature = "gateway"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExceededLimit {
    /// Objects and lists within one another.
    Depth,
    /// Fields of objects and items of lists, all together.
    Members,
}

/// Counts nesting and fields in one pass before parsing: both limits bound the work of the parser. A text that is not
/// JSON gets an approximate count, and the parser refuses it.
#[cfg(any(test, feature = "gateway"))]
pub(crate) fn check_size(json: &str, depth: u32, members: u32) -> Result<(), ExceededLimit> {
    let (mut level, mut count) = (0_u32, 0_u32);
    let (mut in_string, mut is_escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                level += 1;
                count += 1;
                if level > depth {
                    return Err(ExceededLimit::Depth);
                }
            }
            b'}' | b']' => level = level.saturating_sub(1),
            b',' => count += 1,
            _ => continue,
        }
        if count > members {
            return Err(ExceededLimit::Members);
        }
    }
    Ok(())
}

/// Returns the same JSON with whole numbers of 16 and more digits as texts, as the JavaScript client reads them.
///
/// serde_json loses digits of numbers beyond 64 bits: pass a text through this function before parsing it.
///
/// ```
/// use ton_edge::json::exact;
/// assert_eq!(exact(r#"{"supply":340282366920938463463,"n":1}"#), r#"{"supply":"340282366920938463463","n":1}"#);
/// assert_eq!(exact(r#"["1234567890123456789"]"#), r#"["1234567890123456789"]"#);
/// ```
#[must_use]
pub fn exact(json: &str) -> Cow<'_, str> {
    let mut exact_json = String::new();
    let mut tail = json;
    while let Some(start) = tail.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        let (head, token) = tail.split_at(start);
        let token_end = if token.starts_with('"') { find_text_end(token) } else { find_number_end(token) };
        let (token, after) = token.split_at(token_end);
        let digits = token.strip_prefix('-').unwrap_or(token);
        exact_json.push_str(head);
        if digits.len() >= 16 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            ["\"", token, "\""].iter().for_each(|part| exact_json.push_str(part));
        } else {
            exact_json.push_str(token);
        }
        tail = after;
    }
    if exact_json.len() + tail.len() == json.len() {
        return Cow::Borrowed(json);
    }
    exact_json.push_str(tail);
    Cow::Owned(exact_json)
}

fn find_text_end(token: &str) -> usize {
    let mut is_escaped = false;
    for (index, byte) in token.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    token.len()
}

fn find_number_end(token: &str) -> usize {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
    token.find(|c| !part(c)).unwrap_or(token.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    /// Objects and lists within one another.
    fn count_depth(value: &Value) -> u32 {
        match value {
            Value::Array(list) => 1 + list.iter().map(count_depth).max().unwrap_or(0),
            Value::Object(members) => 1 + members.values().map(count_depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Counts objects and lists, and the items after their commas.
    fn count_members(value: &Value) -> u32 {
        let sum = |length: usize, sum: u32| 1 + u32::try_from(length).unwrap().saturating_sub(1) + sum;
        match value {
            Value::Array(list) => sum(list.len(), list.iter().map(count_members).sum()),
            Value::Object(object) => sum(object.len(), object.values().map(count_members).sum()),
            _ => 0,
        }
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<i32>().prop_map(Value::from),
            "[a\\\\\"{}\\[\\],]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(6, 48, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a\\\\\"{\\],]{0,4}", inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// A JSON text passes with limits equal to its own counts, and fails with smaller ones, whatever its strings contain.
        #[test]
        fn nesting_and_members_are_counted_exactly(value in any_value(), pretty: bool) {
            let text = if pretty { format!("{value:#}") } else { value.to_string() };
            let (depth, members) = (count_depth(&value), count_members(&value));
            prop_assert_eq!(check_size(&text, depth, members), Ok(()));
            if depth > 0 {
                prop_assert_eq!(check_size(&text, depth - 1, members), Err(ExceededLimit::Depth));
                prop_assert_eq!(check_size(&text, depth, members - 1), Err(ExceededLimit::Members));
            }
        }

        #[test]
        fn text_that_is_not_json_is_not_refused_for_its_size(text in "[a\\\\\"{}\\[\\],:]{0,40}") {
            let opened_count = text.bytes().filter(|byte| b"{[".contains(byte)).count() as u32;
            prop_assert_eq!(check_size(&text, opened_count, 40), Ok(()));
        }
    }

    #[test]
    fn numbers_of_sixteen_digits_become_texts() {
        for (json, expected) in [
            (r#"[123456789012345,-123456789012345]"#, r#"[123456789012345,-123456789012345]"#),
            (r#"[1234567890123456,-1234567890123456]"#, r#"["1234567890123456","-1234567890123456"]"#),
            (r#"[1234567890123.5678,"1234567890123456"]"#, r#"[1234567890123.5678,"1234567890123456"]"#),
        ] {
            assert_eq!(exact(json), expected);
        }
    }
}
