//! Amounts, compared with `toNano` and `fromNano` of `@ton/core` and with arithmetic on digits.

use super::rows;
use proptest::prelude::*;
use ton_edge::amount::{MAX_DECIMALS, from_nano, from_units, to_nano, to_units};
use ton_edge::cell::Int;
use ton_edge::error::Code;

#[test]
fn amounts_are_those_of_ton_core() {
    for row in rows("amounts", "nano", 100) {
        let [text, units] = [0, 1].map(|at| row[at].as_str().unwrap());
        assert_eq!(to_nano(text).unwrap().to_string(), units, "{text}");
    }
    for row in rows("amounts", "units", 100) {
        let [units, text] = [0, 1].map(|at| row[at].as_str().unwrap());
        let units: Int = units.parse().unwrap();
        assert_eq!(from_nano(units), text);
        assert_eq!(to_nano(text), Ok(units));
        assert_eq!((from_units(units, 9), to_units(text, 9)), (text.to_owned(), Ok(units)));
    }
}

#[test]
fn inputs_that_ton_core_refuses_are_refused() {
    for row in rows("amounts", "refused", 10) {
        let text = row.as_str().unwrap();
        assert_eq!(to_units(text, 9).unwrap_err().code, Code::AmountInvalid, "{text}");
    }
}

/// Each text with the position of its first wrong character.
#[test]
fn other_texts_are_refused() {
    let texts = [
        ("", 0),
        ("-", 1),
        ("+1", 0),
        (".5", 0),
        ("-.5", 1),
        ("1.", 2),
        ("-1.", 3),
        ("01", 0),
        ("-01", 1),
        ("00", 0),
        ("--1", 1),
        ("1,000", 1),
        ("1.5,0", 3),
        ("1.5.0", 3),
        ("1e9", 1),
        ("1.5e1", 3),
        ("0x1", 1),
        (" 1", 0),
        ("1 ", 1),
        ("1\n", 1),
        ("1\0", 1),
        ("1_000", 1),
        ("٣", 0),
        ("1٣", 1),
        ("1.٣", 2),
        ("−1", 0),
        ("１", 0),
        ("NaN", 0),
        ("Infinity", 0),
        ("null", 0),
        ("1n", 1),
        ("1.0000000001", 11),
        ("1.0000000000", 11),
        ("0.12345678901234567890", 11),
    ];
    for (text, at) in texts {
        let error = to_units(text, 9).unwrap_err();
        assert_eq!((error.code, error.index), (Code::AmountInvalid, Some(at)), "{text:?}: {error}");
        let message = error.to_string();
        assert!(message.len() < 120 && message.is_ascii(), "{message}");
    }
}

/// An amount has 257 bits with a sign, for any number of decimals.
#[test]
fn bounds_of_integers() {
    let max_integer = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let min_integer = "-115792089237316195423570985008687907853269984665640564039457584007913129639936";
    for (text, right) in [
        (max_integer, true),
        (min_integer, true),
        ("115792089237316195423570985008687907853269984665640564039457584007913129639936", false),
        ("-115792089237316195423570985008687907853269984665640564039457584007913129639937", false),
    ] {
        match to_units(text, 0) {
            Ok(units) => assert!(right && from_units(units, 0) == text, "{text}"),
            Err(error) => assert!(!right && error.code == Code::AmountInvalid, "{text}"),
        }
        // The same digits as decimals.
        let digits = text.trim_start_matches('-');
        let sign = if text.starts_with('-') { "-" } else { "" };
        let fraction = format!("{sign}0.{digits}");
        assert_eq!(to_units(&fraction, 78).is_ok(), right, "{fraction}");
    }
    assert_eq!(to_units("1", 77).unwrap().to_string(), format!("1{}", "0".repeat(77)));
    for decimals in [78, 79, MAX_DECIMALS] {
        assert!(to_units("1", decimals).is_err(), "{decimals}");
        assert_eq!(to_units("0", decimals), Ok(Int::from(0_u8)));
        assert_eq!(to_units(&format!("0.{}", "0".repeat(decimals.into())), decimals), Ok(Int::from(0_u8)));
        let smallest_amount = format!("0.{}1", "0".repeat(usize::from(decimals) - 1));
        assert_eq!(to_units(&smallest_amount, decimals), Ok(Int::from(1_u8)));
        assert_eq!(from_units(1_u8, decimals), smallest_amount);
    }
    assert_eq!(to_units("-0", 9).unwrap().to_string(), "0");
    assert_eq!(to_units("-0.000", 9).unwrap().to_string(), "0");
    // Long texts are refused at once.
    assert!(to_units(&"9".repeat(1 << 20), 9).is_err());
    assert!(to_units(&format!("0.{}", "0".repeat(1 << 20)), MAX_DECIMALS).is_err());
}

/// Moves the decimal point in the digits before and after it.
fn move_point(whole: u64, fraction: &str, decimals: u8) -> String {
    let digits = format!("{whole}{fraction:0<width$}", width = usize::from(decimals));
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
}

proptest! {
    #[test]
    fn any_decimals(whole: u64, fraction in "[0-9]{0,40}", decimals in 0..=57_u8, negative: bool) {
        let point = if fraction.is_empty() { "" } else { "." };
        let sign = if negative { "-" } else { "" };
        let text = format!("{sign}{whole}{point}{fraction}");
        let result = to_units(&text, decimals);
        if fraction.len() > decimals.into() {
            let error = result.unwrap_err();
            prop_assert_eq!(error.index, Some((sign.len() + whole.to_string().len() + 1 + usize::from(decimals)) as u32));
        } else {
            let units = result.unwrap();
            let expected = move_point(whole, &fraction, decimals);
            let sign = if expected == "0" { "" } else { sign };
            prop_assert_eq!(units.to_string(), format!("{sign}{expected}"));
            // The written text is the same amount without trailing zeros.
            let amount_text = from_units(units, decimals);
            prop_assert_eq!(to_units(&amount_text, decimals), Ok(units));
            prop_assert!(!amount_text.contains('.') || !amount_text.ends_with(['0', '.']), "{}", amount_text);
        }
    }

    #[test]
    fn any_text(text: String, decimals: u8) {
        let is_valid_amount = |text: &str| {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let text = text.strip_prefix('-').unwrap_or(text);
            let (whole, fraction) = text.split_once('.').map_or((text, None), |(one, other)| (one, Some(other)));
            digits(whole) && (whole == "0" || !whole.starts_with('0')) && fraction.is_none_or(digits)
        };
        if to_units(&text, decimals).is_ok() {
            prop_assert!(is_valid_amount(&text), "{}", text);
        }
    }

    #[test]
    fn nearly_right_text(text in "-?[0-9]{0,3}[.,e _]?[0-9]{0,3}[.x]?", decimals in 0..6_u8) {
        let parts = text.strip_prefix('-').unwrap_or(&text);
        let (whole, fraction) = parts.split_once('.').map_or((parts, None), |(one, other)| (one, Some(other)));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_valid = digits(whole)
            && (whole == "0" || !whole.starts_with('0'))
            && fraction.is_none_or(|fraction| digits(fraction) && fraction.len() <= decimals.into());
        let units = to_units(&text, decimals);
        prop_assert_eq!(units.is_ok(), is_valid, "{}", text);
        if let Err(error) = units {
            let index = error.index.unwrap() as usize;
            prop_assert!(index <= text.len(), "{} of {:?}", index, text);
        }
    }
}
