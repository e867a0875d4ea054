//! `Int`: texts, sizes and order, compared with the language's own numbers.

use proptest::prelude::*;
use std::str::FromStr;
use ton_edge::cell::{Int, IntError};

/// Powers of two and their neighbours, as texts; computed digit by digit.
pub(super) fn power(exponent: usize) -> String {
    let mut digits = vec![1_u8];
    for _ in 0..exponent {
        let mut carry = 0;
        for digit in &mut digits {
            let doubled_digit = *digit * 2 + carry;
            *digit = doubled_digit % 10;
            carry = doubled_digit / 10;
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect()
}

/// The number before a power of two, by its last digit: no power of two ends in 0.
pub(super) fn predecessor_of(power: &str) -> String {
    let mut digits = power.as_bytes().to_vec();
    *digits.last_mut().unwrap() -= 1;
    String::from_utf8(digits).unwrap()
}

#[test]
fn texts_at_every_power_of_two() {
    for exponent in 0..=256_u16 {
        let power = power(exponent.into());
        for text in [
            power.clone(),
            predecessor_of(&power),
            format!("-{power}"),
            format!("-{}", predecessor_of(&power)),
        ] {
            let int = Int::from_str(&text);
            if text == self::power(256) {
                assert_eq!(int, Err(IntError));
                continue;
            }
            let int = int.unwrap();
            let canonical_text = if text == "-0" { "0" } else { &text };
            assert_eq!(int.to_string(), canonical_text);
            assert_eq!(format!("{int:?}"), canonical_text);
            assert_eq!(int.is_negative(), canonical_text.starts_with('-'));
        }
        let [positive_result, negative_result] =
            [power.clone(), format!("-{power}")].map(|text| Int::from_str(&text));
        // 2^n has n + 1 bits, and one more with a sign; -2^n has n and its sign.
        if let Ok(int_above) = positive_result {
            assert_eq!(
                (int_above.bit_len(false), int_above.bit_len(true)),
                (Some(exponent + 1), Some(exponent + 2))
            );
        }
        assert_eq!(
            (negative_result.unwrap().bit_len(false), negative_result.unwrap().bit_len(true)),
            (None, Some(exponent + 1))
        );
        let predecessor = Int::from_str(&predecessor_of(&power)).unwrap();
        assert_eq!(predecessor.bit_len(false), Some(exponent));
    }
    assert_eq!(Int::from_str(&power(256)).ok(), None);
    assert_eq!(Int::MAX.to_string(), predecessor_of(&power(256)));
    assert_eq!(Int::MIN.to_string(), format!("-{}", power(256)));
    assert_eq!((Int::from(0_u8).bit_len(false), Int::from(0_u8).bit_len(true)), (Some(0), Some(0)));
    assert_eq!(Int::from(-1_i8).bit_len(true), Some(1));
}

#[test]
fn texts_that_are_not_integers_are_refused() {
    let too_large_texts = [
        power(256),
        power(257),
        format!("-{}", power(257)),
        format!("{}0", power(256)),
        format!("-{}1", power(256)),
        "9".repeat(1000),
    ];
    // 2^256 and a number that is 2^256 + 1 in 257 bits of two's complement.
    let number_above = power(256).replace("936", "937");
    for text in too_large_texts.iter().map(String::as_str).chain([
        number_above.as_str(),
        &format!("-{number_above}"),
        "",
        "-",
        "--1",
        "+1",
        " 1",
        "1 ",
        "1.0",
        "1e3",
        "0x10",
        "1_000",
        "١",
        "1-",
    ]) {
        assert_eq!(Int::from_str(text), Err(IntError), "{text}");
    }
    assert_eq!(IntError.to_string(), "it must be a whole decimal number of up to 257 bits");
    assert_eq!(Int::from_str(&"0".repeat(1000)), Ok(Int::from(0_u8)));
    assert_eq!(Int::from_str("-0"), Ok(Int::from(0_u8)));
    assert_eq!(Int::from_str("-007"), Ok(Int::from(-7_i8)));
}

#[test]
fn texts_can_be_padded() {
    assert_eq!(
        format!(
            "{:+}|{:>5}|{:05}|{:<4}|",
            Int::from(7_u8),
            Int::from(-7_i8),
            Int::from(-7_i8),
            Int::from(7_u8)
        ),
        "+7|   -7|-0007|7   |"
    );
}

proptest! {
    #[test]
    fn numbers_of_the_language(one in any::<i128>(), other in any::<i128>(), unsigned in any::<u128>(), shift in 0..128_u32) {
        let (one, other, unsigned) = (one >> shift, other >> (shift / 2), unsigned >> shift);
        let int = Int::from(one);
        prop_assert_eq!(int.to_string(), one.to_string());
        prop_assert_eq!(Int::from_str(&one.to_string()), Ok(int));
        prop_assert_eq!(int.to_i128(), Some(one));
        prop_assert_eq!(int.to_u128(), u128::try_from(one).ok());
        prop_assert_eq!(Int::from(unsigned).to_u128(), Some(unsigned));
        prop_assert_eq!(Int::from(unsigned).to_i128(), i128::try_from(unsigned).ok());
        prop_assert_eq!(Int::from(unsigned).to_string(), unsigned.to_string());
        prop_assert_eq!(int.cmp(&Int::from(other)), one.cmp(&other));
        prop_assert!(Int::MIN <= int && int <= Int::MAX);
    }

    #[test]
    fn long_texts_round_trip(digits in "-?[1-9][0-9]{39,76}") {
        prop_assert_eq!(Int::from_str(&digits).unwrap().to_string(), &digits[..]);
        let int = Int::from_str(&digits).unwrap();
        prop_assert_eq!(int.to_i128(), None);
        prop_assert_eq!(int.to_u128(), digits.parse().ok());
    }
}
