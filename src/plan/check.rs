//! Checks a value against its parameter: kind, bounds, choices, pattern.

use crate::boc::is_magic;
use crate::endpoint::{Generation, Kind, Param, Pattern};
use crate::error::{Code, Error, near};
use crate::plan::Arg;
use crate::text::{fill, join, parse_digits, parse_int, split_at, split_once, write_hex, write_int};
use crate::{address, base64, hash};
use std::borrow::Cow;

/// A checked value, in the form in which it is sent.
pub(super) enum CheckedValue<'a> {
    /// Text in a query, a JSON string in a body.
    Text(Cow<'a, str>),
    /// Text in a query, JSON in a body: a number, a flag, an object.
    Raw(Cow<'a, str>),
}

impl CheckedValue<'_> {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Raw(text) => text,
        }
    }
}

/// Writes a number as JSON does: `007`, which a query may have, is not a number in JSON.
fn plain_number<'a>(value: i64) -> CheckedValue<'a> {
    CheckedValue::Raw(Cow::Owned(write_int(value)))
}

/// Checks and returns the values of a parameter: one for a scalar, all items for a list.
pub(super) fn check_values<'a>(
    param: &'static Param,
    generation: Generation,
    arg: &'a Arg<'a>,
) -> Result<Vec<CheckedValue<'a>>, Error> {
    let check = Check { param, generation, item: None };
    if matches!(param.kind, Kind::Stack | Kind::Object | Kind::Scalar) {
        return Ok(vec![check.read_json(arg)?]);
    }
    match arg {
        Arg::Json(json) if param.array && json == "[]" => Ok(Vec::new()),
        Arg::List(items) if param.array => {
            check.count(items.len())?;
            let mut values = Vec::with_capacity(items.len());
            for (item, arg) in items.iter().enumerate() {
                values.push(Check { item: Some(item), ..check }.check_arg(arg)?);
            }
            Ok(values)
        }
        Arg::Text(text) if param.array && param.comma && text.bytes().any(|byte| byte == b',') => {
            check.count(split_at(text, b',').count())?;
            let mut values = Vec::new();
            for (item, part) in split_at(text, b',').enumerate() {
                values.push(Check { item: Some(item), ..check }.check_text(Cow::Borrowed(part))?);
            }
            Ok(values)
        }
        Arg::List(items) => match items.as_slice() {
            // Forms and query parsers wrap a scalar in a list of one.
            [item] => Ok(vec![check.check_arg(item)?]),
            _ => Err(check.build_error(Code::InvalidParameter, "takes one value, not a list")),
        },
        arg => Ok(vec![check.check_arg(arg)?]),
    }
}

#[derive(Clone, Copy)]
struct Check {
    param: &'static Param,
    generation: Generation,
    /// Position in a list, for the message.
    item: Option<usize>,
}

impl Check {
    /// Makes an error whose message begins with the parameter: "`account[2]` is ...".
    fn build_error(&self, code: Code, fault: &str) -> Error {
        let name = self.param.name;
        let message = match self.item {
            Some(item) => fill("`{}[{}]` {}", &[name, &write_int(item as i64), fault]),
            None => fill("`{}` {}", &[name, fault]),
        };
        Error::new(code, message).parameter(name)
    }

    /// Turns the error of an address or hash into an error of this parameter.
    fn at_parameter(&self, mut error: Error) -> Error {
        let name = self.param.name;
        let message = match self.item {
            Some(item) => fill("`{}[{}]`: {}", &[name, &write_int(item as i64), &error.message]),
            None => fill("`{}`: {}", &[name, &error.message]),
        };
        error.message = Cow::Owned(message);
        error.parameter(name)
    }

    fn value_error(&self, fault: &str) -> Error {
        self.build_error(Code::InvalidParameter, fault)
    }

    fn count(&self, count: usize) -> Result<(), Error> {
        match self.param.max_items {
            Some(max) if count > usize::from(max) => Err(self.value_error(&fill(
                "takes at most {} values, not {}",
                &[&write_int(i64::from(max)), &write_int(count as i64)],
            ))),
            _ => Ok(()),
        }
    }

    fn check_arg<'a>(&self, arg: &'a Arg<'a>) -> Result<CheckedValue<'a>, Error> {
        match arg {
            Arg::Text(text) => self.check_text(Cow::Borrowed(text)),
            Arg::Checked(text) => Ok(CheckedValue::Text(Cow::Borrowed(text))),
            Arg::Number(number) => self.check_number(number),
            Arg::Bool(flag) if self.param.kind == Kind::Bool => {
                Ok(CheckedValue::Raw(Cow::Borrowed(if *flag { "true" } else { "false" })))
            }
            Arg::Bool(_) => {
                Err(self.value_error(&fill("must be {}, not true or false", &[self.describe_expected()])))
            }
            Arg::Null => Err(self.value_error(&fill("must be {}, not null", &[self.describe_expected()]))),
            Arg::List(_) => {
                Err(self.value_error(&fill("must be {}, not a list", &[self.describe_expected()])))
            }
            Arg::Json(_) => {
                Err(self.value_error(&fill("must be {}, not an object", &[self.describe_expected()])))
            }
        }
    }

    fn check_number<'a>(&self, number: &'a str) -> Result<CheckedValue<'a>, Error> {
        match self.param.kind {
            // A number is decimal, even if its digits could be hexadecimal.
            Kind::ShardDec if parse_int(number).is_some() => Ok(CheckedValue::Text(Cow::Borrowed(number))),
            Kind::Int | Kind::Utime | Kind::Lt | Kind::Dec | Kind::ShardDec => {
                self.check_text(Cow::Borrowed(number))
            }
            // The service reads the text `10` as hex, but a number must keep its value.
            Kind::Opcode => match parse_int(number).and_then(as_u32) {
                Some(opcode) => Ok(CheckedValue::Text(Cow::Owned(fill("0x{}", &[&write_hex(opcode)])))),
                None => Err(self.value_error("must be a 32-bit opcode")),
            },
            Kind::Method => match parse_int(number) {
                Some(_) => Ok(CheckedValue::Raw(Cow::Borrowed(number))),
                None => Err(self.value_error("must be the name of a get-method, or its whole number")),
            },
            // Query parsers of other languages write flags as numbers.
            Kind::Bool if matches!(number, "0" | "1") => {
                Ok(CheckedValue::Raw(Cow::Borrowed(if number == "1" { "true" } else { "false" })))
            }
            _ => Err(self.value_error(&fill("must be {}, not a number", &[self.describe_expected()]))),
        }
    }

    fn check_text<'a>(&self, text: Cow<'a, str>) -> Result<CheckedValue<'a>, Error> {
        match self.param.kind {
            Kind::Address => self.check_address(&text)?,
            Kind::AddressOrNull if text == "null" => {}
            Kind::AddressOrNull => self.check_address(&text)?,
            Kind::AccountHash => {
                // Rows of responses have the raw address, which callers may pass as it is.
                let Some(hash) = split_once(&text, b':').1 else {
                    return self.hash(&text, false).map(|()| CheckedValue::Text(text));
                };
                self.check_address(&text)?;
                return Ok(CheckedValue::Text(Cow::Owned(String::from(hash))));
            }
            Kind::Hash => self.hash(&text, self.generation == Generation::V3)?,
            Kind::Lt => {
                self.check_integer(&text, 0, i64::MAX)?;
                return Ok(CheckedValue::Text(text));
            }
            Kind::Utime => {
                return self.check_integer(&text, 0, i64::from(u32::MAX)).map(plain_number);
            }
            Kind::Int => {
                return self.check_integer(&text, i64::from(i32::MIN), i64::from(i32::MAX)).map(plain_number);
            }
            Kind::ShardDec | Kind::ShardHex => return self.check_shard(text),
            Kind::Opcode => self.check_opcode(&text)?,
            Kind::Bool => match parse_flag(&text) {
                Some(flag) => {
                    return Ok(CheckedValue::Raw(Cow::Borrowed(if flag { "true" } else { "false" })));
                }
                None => return Err(self.value_error("must be true or false")),
            },
            Kind::Enum => return self.check_choice(&text),
            Kind::Boc => self.check_boc(&text, false)?,
            Kind::BocOrHex => self.check_boc(&text, true)?,
            Kind::Dec => self.check_pattern(&text, Pattern::Digits)?,
            Kind::Method if text.is_empty() => {
                return Err(
                    self.value_error("must be the name of a get-method, or its number, not an empty text")
                );
            }
            Kind::String => {
                if let Some(pattern) = self.param.pattern {
                    self.check_pattern(&text, pattern)?;
                }
                // A header value must not be able to end the header.
                if self.param.place == crate::endpoint::Place::Header
                    && !text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
                {
                    return Err(self.value_error("must be visible ASCII: it is sent as a header"));
                }
            }
            Kind::AddressText | Kind::Method | Kind::Stack | Kind::Scalar | Kind::Object => {}
        }
        Ok(CheckedValue::Text(text))
    }

    fn check_address(&self, text: &str) -> Result<(), Error> {
        address::parse(text).map(|_| ()).map_err(|error| self.at_parameter(error.into()))
    }

    fn hash(&self, text: &str, prefix: bool) -> Result<(), Error> {
        let parsed_hash = if prefix { hash::parse_prefixed(text) } else { hash::parse(text) };
        parsed_hash.map(|_| ()).map_err(|error| self.at_parameter(error.into()))
    }

    fn check_integer(&self, text: &str, min_value: i64, max_value: i64) -> Result<i64, Error> {
        let min = self.param.min.map_or(min_value, |min| i64::from(min).max(min_value));
        let max = self.param.max.map_or(max_value, |max| i64::from(max).min(max_value));
        match parse_int(text) {
            Some(number) if min <= number && number <= max => Ok(number),
            _ => Err(self.value_error(&fill("must be {}", &[&describe_bounds(min, max)]))),
        }
    }

    /// Accepts a shard as a decimal number, as in v2, or as hex, as in v3, and sends the spelling of the generation.
    fn check_shard<'a>(&self, text: Cow<'a, str>) -> Result<CheckedValue<'a>, Error> {
        let decimal = parse_int(&text).map(i64::cast_unsigned).or_else(|| parse_digits(&text, 10));
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        let hexadecimal = parse_digits(digits, 16).filter(|_| digits.len() <= 16);
        let is_v2 = self.param.kind == Kind::ShardDec;
        let (in_own_spelling, in_other_spelling) =
            if is_v2 { (decimal, hexadecimal) } else { (hexadecimal, decimal) };
        // Digits alone may be decimal or hex. A real shard ends with many zero bits, and its other reading with few: so
        // a text that is a shard only in the other spelling is a mistake.
        let in_other_spelling =
            in_other_spelling.filter(|bits| bits.trailing_zeros() >= 32 || text.starts_with('-'));
        let bits = match (in_own_spelling, in_other_spelling) {
            (Some(in_own_spelling), Some(in_other_spelling))
                if in_other_spelling.trailing_zeros() > in_own_spelling.trailing_zeros() =>
            {
                in_other_spelling
            }
            (Some(_), _) if !is_v2 || parse_int(&text).is_some() => return Ok(CheckedValue::Text(text)),
            (Some(bits), _) | (None, Some(bits)) => bits,
            (None, None) => {
                return Err(self.value_error(if is_v2 {
                    "must be the shard as a signed 64-bit decimal text, such as -9223372036854775808"
                } else {
                    "must be the shard as up to 16 hexadecimal digits, such as 8000000000000000"
                }));
            }
        };
        Ok(CheckedValue::Text(Cow::Owned(if is_v2 {
            write_int(bits.cast_signed())
        } else {
            fill("{}{}", &[&write_hex((bits >> 32) as u32), &write_hex(bits as u32)])
        })))
    }

    fn check_opcode(&self, text: &str) -> Result<(), Error> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let hex = (1..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hex || parse_int(text).and_then(as_u32).is_some() {
            return Ok(());
        }
        Err(self.value_error(
            "must be a 32-bit opcode: up to 8 hexadecimal digits (read first), or a decimal number",
        ))
    }

    fn check_choice<'a>(&self, text: &str) -> Result<CheckedValue<'a>, Error> {
        let choices = self.param.choices;
        if let Some(choice) = choices.iter().find(|choice| **choice == text) {
            return Ok(CheckedValue::Text(Cow::Borrowed(choice)));
        }
        let one_of = if choices.len() == 1 { "must be `" } else { "must be one of `" };
        let fault = fill("{}{}`", &[one_of, &join(choices.iter().copied(), "`, `")]);
        Err(self.value_error(&fault).suggest(near(text, choices.iter().copied())))
    }

    fn check_boc(&self, text: &str, or_hex: bool) -> Result<(), Error> {
        // The fee estimate for a deployed contract has no code and no data.
        if text.is_empty() && self.param.default.is_some() {
            return Ok(());
        }
        let expected_form =
            if or_hex { "a bag of cells in base64 or hex" } else { "a bag of cells in standard base64" };
        let magic = if or_hex && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            if text.len() % 2 == 1 {
                return Err(self.value_error(&fill(
                    "must be {}; the hex has an odd number of digits",
                    &[expected_form],
                )));
            }
            text.get(..8).and_then(|hex| parse_digits(hex, 16))
        } else {
            // Hex is also base64 if its length is a multiple of 4.
            if text.get(..8).and_then(|start| parse_digits(start, 16)).is_some_and(is_magic)
                && text.bytes().all(|byte| byte.is_ascii_hexdigit())
            {
                return Err(
                    self.value_error(&fill("must be {}; this is hex: convert its bytes", &[expected_form]))
                );
            }
            if let Err(index) = base64::check_standard_padded(text.as_bytes()) {
                let position = u32::try_from(index).unwrap_or(u32::MAX);
                let error = self.value_error(&fill(
                    "must be {}; character {} is wrong",
                    &[expected_form, &write_int(i64::from(position) + 1)],
                ));
                return Err(error.at(position));
            }
            base64::decode_prefix(text.as_bytes()).map(|magic| u32::from_be_bytes(magic).into())
        };
        if magic.is_some_and(is_magic) {
            return Ok(());
        }
        Err(self.value_error(&fill("must be {}; it does not begin with its magic number", &[expected_form])))
    }

    fn check_pattern(&self, text: &str, pattern: Pattern) -> Result<(), Error> {
        let (is_allowed, fault): (fn(u8) -> bool, _) = match pattern {
            Pattern::Digits => (|byte| byte.is_ascii_digit(), "must be decimal digits"),
            Pattern::Word => (
                |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'),
                "must be letters, digits, `_` and `.`",
            ),
        };
        if !text.is_empty() && text.bytes().all(is_allowed) { Ok(()) } else { Err(self.value_error(fault)) }
    }

    /// Reads objects, stacks and ids, which are sent as JSON unchanged.
    fn read_json<'a>(&self, arg: &'a Arg<'a>) -> Result<CheckedValue<'a>, Error> {
        let expected = self.describe_expected();
        match (self.param.kind, arg) {
            (Kind::Object, Arg::Json(json)) if json.starts_with('{') => {
                Ok(CheckedValue::Raw(Cow::Borrowed(json)))
            }
            (Kind::Stack, Arg::Json(json)) if json.starts_with('[') => {
                Ok(CheckedValue::Raw(Cow::Borrowed(json)))
            }
            (Kind::Scalar, Arg::Text(text)) => Ok(CheckedValue::Text(Cow::Borrowed(text))),
            (Kind::Scalar, Arg::Number(number)) => Ok(CheckedValue::Raw(Cow::Borrowed(number))),
            _ => Err(self.value_error(&fill("must be {}", &[expected]))),
        }
    }

    /// Describes the accepted values of a parameter.
    fn describe_expected(&self) -> &'static str {
        match self.param.kind {
            Kind::Address | Kind::AddressText => "an address",
            Kind::AddressOrNull => "an address, or the text `null`",
            Kind::AccountHash => "the hash part of an address",
            Kind::Hash => "a hash",
            Kind::Lt => "a logical time as decimal text",
            Kind::Int => "a whole number",
            Kind::Dec => "decimal digits",
            Kind::Utime => "Unix seconds",
            Kind::Bool => "true or false",
            Kind::Enum => "one of its values",
            Kind::String => "a text",
            Kind::ShardDec => "the shard as decimal text",
            Kind::ShardHex => "the shard as hex text",
            Kind::Opcode => "an opcode",
            Kind::Boc => "a bag of cells in standard base64",
            Kind::BocOrHex => "a bag of cells in base64 or hex",
            Kind::Method => "the name of a get-method, or its number",
            Kind::Stack => "an array of stack entries",
            Kind::Scalar => "a text or a number",
            Kind::Object => "an object",
        }
    }
}

/// Converts a signed or unsigned number to 32 bits.
fn as_u32(number: i64) -> Option<u32> {
    u32::try_from(number).ok().or_else(|| i32::try_from(number).ok().map(i32::cast_unsigned))
}

fn describe_bounds(min: i64, max: i64) -> String {
    match (min, max) {
        (0, i64::MAX) => String::from("a whole number from 0 to 9223372036854775807, as text"),
        (min, max) if min == i64::from(i32::MIN) && max == i64::from(i32::MAX) => {
            String::from("a whole number of 32 bits")
        }
        (min, max) => fill("a whole number from {} to {}", &[&write_int(min), &write_int(max)]),
    }
}

/// Reads the texts that both servers accept as a flag.
fn parse_flag(text: &str) -> Option<bool> {
    let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(&["true", "t", "1", "on"]) {
        Some(true)
    } else if is_one_of(&["false", "f", "0", "off"]) {
        Some(false)
    } else {
        None
    }
}
