//! Writes the documentation of an endpoint and its parameters for generated types and client methods.
//!
//! Native only: the build writes this text into files; no wasm module contains it.

use super::{Endpoint, Generation, Kind, Op, PageStyle, Param, Pattern, Place, Rule, Value};

/// The note of a row that the specification does not have.
const BEYOND_NOTE: &str =
    "beyond the specification: servers in C++ have it, other servers of this interface need not";

impl Generation {
    /// Returns the rows of the generation, one for each request type: both rows of `decode` share one.
    pub fn request_rows(self) -> impl Iterator<Item = &'static Endpoint> {
        let mut paths_seen = std::collections::BTreeSet::new();
        self.rows().iter().filter(move |row| paths_seen.insert(row.path))
    }
}

impl Endpoint {
    /// Returns the name of the request type: the path in one word, then `Request`. Both rows of `decode` share one.
    ///
    /// ```
    /// use ton_edge::endpoint::{Generation, find};
    /// let name = |generation, path| find::by_name(generation, path).unwrap().request();
    /// assert_eq!(name(Generation::V2, "getAddressInformation"), "GetAddressInformationRequest");
    /// assert_eq!(name(Generation::V3, "jetton/wallets"), "JettonWalletsRequest");
    /// ```
    #[must_use]
    pub fn request(&self) -> String {
        pascal(self.name()) + "Request"
    }

    /// Returns the name of the enum for a parameter that takes one of several words: the parameter's name if all rows that have it
    /// take the same words, otherwise the names of row and parameter. A set of one word has no enum.
    #[must_use]
    pub fn words_type(&self, param: &Param) -> Option<String> {
        if param.kind != Kind::Enum || param.choices.len() < 2 {
            return None;
        }
        let params = self.generation.request_rows().flat_map(|row| row.params);
        let rows_with_param: Vec<_> =
            params.filter(|other| other.name == param.name && other.kind == Kind::Enum).collect();
        let has_same_choices = rows_with_param.iter().all(|other| other.choices == param.choices);
        let name = pascal(param.name);
        Some(if has_same_choices && rows_with_param.len() > 1 { name } else { pascal(self.name()) + &name })
    }

    /// Returns the notes of the row, and one more if the specification does not have it.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &'static str> {
        self.beyond_specification.then_some(BEYOND_NOTE).into_iter().chain(self.notes.as_str().lines())
    }

    /// Writes summary, notes, page sizes and source of the operation as lines of Markdown. Empty lines separate
    /// paragraphs and lists.
    #[must_use]
    pub fn says(&self) -> Vec<String> {
        let doc = if self.doc.as_str().is_empty() { self.title } else { self.doc };
        let mut lines = vec![to_sentence(doc.as_str())];
        let notes = self.remarks().map(|note| format!("- {note}"));
        let list: Vec<String> =
            notes.chain(self.rules.iter().map(|rule| format!("- {}", rule.says()))).collect();
        if !list.is_empty() {
            lines.push(String::new());
            lines.extend(list);
        }
        for paragraph in self.describe_pages().into_iter().chain([self.describe_source()]) {
            lines.extend([String::new(), paragraph]);
        }
        lines
    }

    fn describe_source(&self) -> String {
        let (verb, generation) = (self.verb.as_str(), self.generation.as_str());
        format!(
            "`{verb} /api/{generation}{}`, {}: \"{}\". TON Center's documentation: \
             <https://docs.ton.org/ecosystem/api/toncenter/{generation}/overview>.",
            self.path,
            self.category.as_str(),
            self.title.as_str(),
        )
    }

    fn describe_pages(&self) -> Option<String> {
        if let Some(page) = self.page {
            let order = match page.order.as_str() {
                "" => String::new(),
                order => format!(", ordered by {order}"),
            };
            // The parameter names the default that the documentation states, too, where the two differ.
            let default = match self.param("limit").and_then(|limit| limit.server_default) {
                Some(Value::Int(rows)) => rows.to_string(),
                _ => page.default.to_string(),
            };
            return Some(format!(
                "Pages have {default} rows by default, at most {}{order}. `paginate` reads all pages.",
                page.max
            ));
        }
        let live_page = self.live_page?;
        let next_page_note = match live_page.style {
            PageStyle::Offset => "`offset` requests the next page".to_owned(),
            PageStyle::Cursor => {
                let cursor = live_page.cursor.map_or(&[][..], |cursor| cursor.send);
                let verb = if cursor.len() == 1 { "requests" } else { "request" };
                format!("{} {verb} the next page", join_names(cursor, "and"))
            }
            PageStyle::Limit => "there is no next page".to_owned(),
        };
        let paginate_note = if self.is_paged() { " `paginate` reads all pages." } else { "" };
        Some(format!(
            "Pages have {} rows by default, at most {}; {next_page_note}.{paginate_note}",
            live_page.default, live_page.max
        ))
    }
}

impl Param {
    /// Writes meaning, accepted values, default and bounds of the parameter, each as a sentence.
    #[must_use]
    pub fn says(&self, generation: Generation) -> Vec<String> {
        let values = capitalize(&to_sentence(&self.describe_values(generation)));
        // The summary "Account." adds nothing to "Account, friendly or raw form."
        let summary = self.doc.as_str().trim_end_matches('.').to_ascii_lowercase();
        let mut lines = Vec::new();
        if !values.to_ascii_lowercase().starts_with(&summary) {
            lines.push(to_sentence(self.doc.as_str()));
        }
        lines.push(values);
        if self.required {
            lines.push("Required.".into());
        }
        match (self.default.map(write_default), self.server_default.map(write_default)) {
            (Some(documented_default), Some(server_default)) if documented_default != server_default => {
                lines.push(format!(
                    "Default {server_default}. (TON Center's documentation says {documented_default}.)"
                ));
            }
            (Some(value), _) => lines.push(format!("Default {value}.")),
            (None, Some(value)) => lines.push(format!("If omitted, the service uses {value}.")),
            (None, None) => {}
        }
        if !self.note.as_str().is_empty() {
            lines.push(to_sentence(&format!("Servers: {}", self.note.as_str())));
        }
        if !self.implemented {
            lines.push("The service ignores it.".into());
        }
        if !self.documented {
            lines.push("TON Center accepts it, but does not document it.".into());
        }
        lines
    }

    fn describe_values(&self, generation: Generation) -> String {
        let mut text = String::new();
        if self.array {
            text.push_str("One or several, each: ");
        }
        text.push_str(&self.describe_value(generation));
        // The text of a logical time or of Unix seconds already says that it is not negative.
        let is_time = matches!(self.kind, Kind::Lt | Kind::Utime);
        match (self.min.filter(|min| !is_time || *min != 0), self.max) {
            (Some(min), Some(max)) => text.push_str(&format!(", {min} to {max}")),
            (Some(min), None) => text.push_str(&format!(", at least {min}")),
            (None, Some(max)) => text.push_str(&format!(", at most {max}")),
            (None, None) => {}
        }
        if let Some(max_items) = self.max_items {
            text.push_str(&format!("; at most {max_items} values"));
        }
        if self.place == Place::Header {
            text.push_str("; sent as a header");
        }
        text
    }

    /// Describes kind and format of one value.
    fn describe_value(&self, generation: Generation) -> String {
        let text = match self.kind {
            Kind::Address => "account, friendly or raw form",
            Kind::AddressText => "account or any text, sent unchanged",
            Kind::AddressOrNull => "account, friendly or raw form, or the word `null`",
            Kind::AccountHash => "hash part of an account: 32 bytes as hex, base64 or base64url",
            Kind::Hash if generation == Generation::V2 => "32 bytes as hex, base64 or base64url",
            Kind::Hash => "32 bytes as hex, with or without `0x`, base64 or base64url",
            Kind::Lt => "logical time, decimal text, 0 to 2^63-1",
            Kind::Int => "whole number of 32 bits",
            Kind::Dec => "decimal digits",
            Kind::Utime => "unix seconds",
            Kind::Bool => "`true` or `false`",
            Kind::Enum => return join_names(self.choices, "or"),
            Kind::String => match self.pattern {
                Some(Pattern::Digits) => "text of digits",
                Some(Pattern::Word) => "text of letters, digits, `_` and `.`",
                None => "text",
            },
            Kind::ShardDec => "shard as a signed decimal of 64 bits",
            Kind::ShardHex => "shard as up to 16 hex digits",
            Kind::Opcode => "operation code of 32 bits, hex or signed decimal",
            Kind::Boc => "bag of cells, base64 with padding",
            Kind::BocOrHex => "bag of cells, base64 or hex",
            Kind::Method => "name of a get-method, or its number",
            Kind::Stack => return format!("`{}`", self.item_type.as_str()),
            Kind::Scalar => "text or number",
            Kind::Object => "object of parameters",
        };
        text.to_owned()
    }
}

impl Rule {
    /// Describes the rule in one sentence.
    #[must_use]
    pub fn says(&self) -> String {
        let mut text = match self.op {
            Op::ExactlyOne(list) => format!("Exactly one of {}", join_names(list, "and")),
            Op::AtLeastOne(list) => format!("At least one of {}", join_names(list, "and")),
            Op::AtMostOne(list) => format!("At most one of {}", join_names(list, "and")),
            Op::Together(list) => format!("{} only together", join_names(list, "and")),
            Op::Requires(name, any_of) => format!("`{name}` only with {}", join_names(any_of, "or")),
            Op::SeveralNeedOne(name, need) => format!("Several `{name}` only with exactly one `{need}`"),
            Op::Ordered(low, high) => format!("`{low}` is at most `{high}`"),
            Op::Cap(name, max, flag) => format!("`{name}` is at most {max} with `{flag}`"),
        };
        if !self.enforced {
            text.push_str(" (otherwise without effect)");
        }
        text + "."
    }
}

/// Joins names to a list in a sentence: "`a`, `b` and `c`".
fn join_names(list: &[&str], link: &str) -> String {
    let quoted_names: Vec<String> = list.iter().map(|name| format!("`{name}`")).collect();
    match quoted_names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {link} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Makes a type name: `nft/items` becomes `NftItems`, `start_lt` becomes `StartLt`.
#[must_use]
pub fn pascal(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric()).map(capitalize).collect()
}

/// Writes a default value as in a call.
fn write_default(value: Value) -> String {
    match value {
        Value::Int(number) => format!("`{number}`"),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Text(text) => format!("`\"{text}\"`"),
        Value::Texts(texts) => format!("`{texts:?}`"),
        Value::EmptyObject {} => "`{}`".into(),
    }
}

/// Adds a full stop to the text, and makes its first letter a capital unless a parameter name begins it.
fn to_sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{text}{stop}")
}

/// Makes the first letter of the text a capital.
fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}
