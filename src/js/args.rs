//! Reads arguments from the text that `pkg/lib/client/params.js` writes: one call passes all arguments, without
//! JavaScript values.
//!
//! Every field ends with U+0000. In texts, U+0000 is escaped as U+0001 `0`, and U+0001 as U+0001 `1`; U+0001 alone is an
//! omitted argument. Parameters come last, each as a name and a value. A value is its kind (`t` text, `n` number, `b`
//! flag, `j` JSON) and its characters, or `[`, values, `]`. U+0001 separates two lists of parameters.

use crate::abi::{MarkedText, NONE, ReadFields};
use crate::plan::Arg;
use crate::text::{Parts, parse_digits, split_at};
use std::borrow::Cow;

/// The arguments of a call.
pub(super) type Args<'a> = Vec<(Cow<'a, str>, Arg<'a>)>;

/// The unread fields. After the last one, all are empty.
pub(super) struct Fields<'a>(Parts<'a>);

impl<'a> Fields<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // U+0000 also ends the last field; no empty field follows it.
        Self(split_at(text.strip_suffix('\0').unwrap_or(text), 0))
    }

    /// Reads parameters to the end of their list, and returns whether another list follows. Text that params.js would
    /// not write is not detected here; the checks of the row refuse it.
    pub(super) fn params(&mut self, args: &mut Args<'a>) -> bool {
        while let Some(name) = self.0.next() {
            if name == NONE {
                return true;
            }
            let Some(value) = self.0.next() else { return false };
            let arg = if value == "[" {
                let mut items = Vec::new();
                while let Some(item) = self.0.next().filter(|item| *item != "]") {
                    items.push(parse_value(item));
                }
                Arg::List(items)
            } else {
                parse_value(value)
            };
            args.push((MarkedText(name).unescape(), arg));
        }
        false
    }
}

impl<'a> ReadFields<'a> for Fields<'a> {
    fn text(&mut self) -> MarkedText<'a> {
        MarkedText(self.word())
    }

    fn word(&mut self) -> &'a str {
        self.0.next().unwrap_or_default()
    }

    fn optional(&mut self) -> Option<MarkedText<'a>> {
        Some(self.word()).filter(|field| *field != NONE).map(MarkedText)
    }

    /// Reads a number that JavaScript has checked. All numbers have one type, so that only one parser is linked.
    fn number(&mut self) -> u64 {
        self.optional_number().unwrap_or_default()
    }

    fn optional_number(&mut self) -> Option<u64> {
        parse_digits(self.word(), 10)
    }

    fn flag(&mut self) -> bool {
        self.number() != 0
    }
}

fn parse_value(field: &str) -> Arg<'_> {
    match field.split_at_checked(1) {
        Some(("n", number)) => Arg::Number(Cow::Borrowed(number)),
        Some(("b", flag)) => Arg::Bool(flag == "1"),
        Some(("j", json)) => Arg::Json(Cow::Borrowed(json)),
        Some((_, text)) => Arg::Text(MarkedText(text).unescape()),
        None => Arg::Null,
    }
}
