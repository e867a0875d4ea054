//! What a row and its parameters say to people, sentence by sentence: for the types and for the methods of the client.
//!
//! Native only: what is written here goes into files at build time and is never linked into wasm.

use super::{Endpoint, Generation, Kind, Op, PageStyle, Param, Pattern, Place, Rule, Value};

impl Endpoint {
    /// Name of the type of its parameters: the path in one word, and `Request`. Both rows of `decode` share one.
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

    /// What it gives, what to know about it, its page sizes, and where that is from: lines of Markdown, paragraphs
    /// and lists parted by empty ones.
    #[must_use]
    pub fn says(&self) -> Vec<String> {
        let doc = if self.doc.as_str().is_empty() { self.title } else { self.doc };
        let mut said = vec![sentence(doc.as_str())];
        let notes = self.notes.as_str().lines().map(|note| format!("- {note}"));
        let list: Vec<String> =
            notes.chain(self.rules.iter().map(|rule| format!("- {}", rule.says()))).collect();
        if !list.is_empty() {
            said.push(String::new());
            said.extend(list);
        }
        for paragraph in self.pages().into_iter().chain([self.source()]) {
            said.extend([String::new(), paragraph]);
        }
        said
    }

    fn source(&self) -> String {
        let section = match (self.generation, self.page) {
            (Generation::V2, _) => "4.1",
            (Generation::V3, None) => "4.2",
            (Generation::V3, Some(_)) => "4.2 and 4.3",
        };
        format!(
            "`{} /api/{}{}`, {}: \"{}\". Source: specification, section {section}; notes: the service itself.",
            self.verb.as_str(),
            self.generation.as_str(),
            self.path,
            self.category.as_str(),
            self.title.as_str(),
        )
    }

    fn pages(&self) -> Option<String> {
        if let Some(page) = self.page {
            let order = match page.order.as_str() {
                "" => String::new(),
                order => format!(", ordered by {order}"),
            };
            return Some(format!(
                "In pages of {} rows, at most {}{order}; `paginate` turns them.",
                page.default, page.max
            ));
        }
        let live = self.live_page?;
        let next = match live.style {
            PageStyle::Offset => "the next by `offset`".to_owned(),
            PageStyle::Cursor => {
                format!("the next by {}", names(live.cursor.map_or(&[], |cursor| cursor.send), "and"))
            }
            PageStyle::Limit => "there is no next".to_owned(),
        };
        let turned = if self.is_paged() { "; `paginate` turns them" } else { "" };
        Some(format!("In pages of {} rows, at most {}; {next}{turned}.", live.default, live.max))
    }
}

impl Param {
    /// What it means, what values it takes, its default and bounds, and where that is from. One sentence an item.
    #[must_use]
    pub fn says(&self, generation: Generation) -> Vec<String> {
        let mut said = vec![sentence(self.doc.as_str()), capital(&sentence(&self.values(generation)))];
        if self.required {
            said.push("Required.".into());
        }
        match (self.default.map(shown), self.server_default.map(shown)) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                said.push(format!("Default {ours}; absent, the service takes {theirs}."));
            }
            (Some(value), _) => said.push(format!("Default {value}.")),
            (None, Some(value)) => said.push(format!("Absent, the service takes {value}.")),
            (None, None) => {}
        }
        if !self.note.as_str().is_empty() {
            said.push(sentence(&format!("Servers: {}", self.note.as_str())));
        }
        if !self.implemented {
            said.push("The service ignores it.".into());
        }
        if !self.documented {
            said.push("Source: the service itself, no document lists it.".into());
        }
        said
    }

    fn values(&self, generation: Generation) -> String {
        let mut text = String::new();
        if self.array {
            text.push_str("One or several, each: ");
        }
        text.push_str(&self.one(generation));
        // The bounds of a time are in its kind.
        let timed = matches!(self.kind, Kind::Lt | Kind::Utime);
        match (self.min.filter(|min| !timed || *min != 0), self.max) {
            (Some(min), Some(max)) => text.push_str(&format!(", {min} to {max}")),
            (Some(min), None) => text.push_str(&format!(", at least {min}")),
            (None, Some(max)) => text.push_str(&format!(", at most {max}")),
            (None, None) => {}
        }
        if let Some(most) = self.max_items {
            text.push_str(&format!("; at most {most} values"));
        }
        if self.place == Place::Header {
            text.push_str("; sent as a header");
        }
        text
    }

    /// Kind and format of one value.
    fn one(&self, generation: Generation) -> String {
        let text = match self.kind {
            Kind::Address => "account, friendly or raw form",
            Kind::AddressText => "account or any text, sent as it stands",
            Kind::AddressOrNull => "account, friendly or raw form, or the word `null`",
            Kind::AccountHash => "hash part of an account: 32 bytes as hex, base64 or base64url",
            Kind::Hash if generation == Generation::V2 => "32 bytes as hex, base64 or base64url",
            Kind::Hash => "32 bytes as hex, with or without `0x`, base64 or base64url",
            Kind::Lt => "logical time, decimal text, 0 to 2^63-1",
            Kind::Int => "whole number of 32 bits",
            Kind::Dec => "decimal digits",
            Kind::Utime => "unix seconds",
            Kind::Bool => "`true` or `false`",
            Kind::Enum => return names(self.choices, "or"),
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
    /// What it asks, in one sentence.
    #[must_use]
    pub fn says(&self) -> String {
        let mut text = match self.op {
            Op::ExactlyOne(list) => format!("Exactly one of {}", names(list, "and")),
            Op::AtLeastOne(list) => format!("At least one of {}", names(list, "and")),
            Op::AtMostOne(list) => format!("At most one of {}", names(list, "and")),
            Op::Together(list) => format!("{} only together", names(list, "and")),
            Op::Requires(name, any_of) => format!("`{name}` only with {}", names(any_of, "or")),
            Op::SeveralNeedOne(name, need) => format!("Several `{name}` only with exactly one `{need}`"),
            Op::Ordered(low, high) => format!("`{low}` is at most `{high}`"),
            Op::Cap(name, max, when) => format!("`{name}` is at most {max} with `{when}`"),
        };
        if !self.enforced {
            text.push_str(" (else without effect, not refused)");
        }
        text + "."
    }
}

/// "`a`, `b` and `c`".
fn names(list: &[&str], link: &str) -> String {
    let quoted: Vec<String> = list.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} {link} {last}", before.join(", ")),
        None => String::new(),
    }
}

/// `nft/items` as `NftItems`, `start_lt` as `StartLt`: a name of a type.
#[must_use]
pub fn pascal(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric()).map(capital).collect()
}

/// A default as it is written in a call.
fn shown(value: Value) -> String {
    match value {
        Value::Int(number) => format!("`{number}`"),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Text(text) => format!("`\"{text}\"`"),
        Value::Texts(texts) => format!("`{texts:?}`"),
        Value::EmptyObject {} => "`{}`".into(),
    }
}

/// With a full stop. Words of the wire keep their first letter as it is.
fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{text}{stop}")
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}
