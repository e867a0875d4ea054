//! Parameters as the text that `pkg/lib/params.js` makes of them: one crossing for all, and no value of JavaScript here.
//!
//! Fields, each ended by U+0000: a name, then its value. A value is its kind (`t` text, `n` number, `b` flag, `j` JSON)
//! and its characters, or `[`, values, `]`. In texts U+0000 and U+0001 stand behind a U+0001, as `0` and `1`.

use crate::plan::Arg;
use std::borrow::Cow;

/// The arguments of a call.
pub(super) type Args<'a> = Vec<(Cow<'a, str>, Arg<'a>)>;

/// Reads all fields. What params.js would not write is read as something, and refused by its row.
pub(super) fn read<'a>(fields: &'a str, args: &mut Args<'a>) {
    let mut fields = fields.split('\0');
    while let Some(name) = fields.next().filter(|name| !name.is_empty()) {
        let Some(value) = fields.next() else { return };
        let arg = if value == "[" {
            Arg::List(fields.by_ref().take_while(|item| *item != "]").map(one).collect())
        } else {
            one(value)
        };
        args.push((plain(name), arg));
    }
}

fn one(field: &str) -> Arg<'_> {
    match field.split_at_checked(1) {
        Some(("n", number)) => Arg::Number(Cow::Borrowed(number)),
        Some(("b", flag)) => Arg::Bool(flag == "1"),
        Some(("j", json)) => Arg::Json(Cow::Borrowed(json)),
        Some((_, text)) => Arg::Text(plain(text)),
        None => Arg::Null,
    }
}

/// The text without the marks.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1}') {
        return Cow::Borrowed(text);
    }
    let mut marked = false;
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '\u{1}' if !marked => marked = true,
            c => {
                plain.push(match (marked, c) {
                    (true, '0') => '\0',
                    (true, _) => '\u{1}',
                    (false, c) => c,
                });
                marked = false;
            }
        }
    }
    Cow::Owned(plain)
}
