//! Amounts: exact conversion between decimal text and whole units, such as coins and nanocoins.

use crate::cell::Int;
use crate::error::{Code, Error};

/// The decimals of the coin TON: a coin is 10^9 nanocoins.
const NANO_DECIMALS: u8 = 9;
/// The maximum number of decimals; TEP-64 stores it in a byte.
pub const MAX_DECIMALS: u8 = 255;
/// The maximum number of decimal digits of an integer of 257 bits.
pub(crate) const MAX_DIGITS: usize = 78;

/// Reads an amount as whole units: `"1.5"` with 9 decimals is 1500000000.
///
/// Accepts exactly `-?[0-9]+(\.[0-9]+)?` with at most `decimals` decimals and without zeros before
/// other digits. Nothing is rounded.
///
/// # Errors
/// [`Code::AmountInvalid`] with the position of the first wrong character, or, if the amount has more decimals than the unit or
/// more than 257 bits, a message that says so.
///
/// ```
/// use ton_edge::amount::to_units;
/// assert_eq!(to_units("1.5", 9)?.to_u128(), Some(1_500_000_000));
/// assert_eq!(to_units("0.000001", 6)?.to_u128(), Some(1));
/// let error = to_units("1,000", 9).unwrap_err();
/// assert_eq!((error.code.as_str(), error.index), ("amount_invalid", Some(1)));
/// assert!(to_units("0.0000001", 6).is_err());
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
pub fn to_units(text: &str, decimals: u8) -> Result<Int, Error> {
    let build_error =
        |message: &'static str, index: usize| Error::new(Code::AmountInvalid, message).at(index as u32);
    let bytes = text.as_bytes();
    let digits_start = usize::from(bytes.first() == Some(&b'-'));
    let digits = bytes.get(digits_start..).unwrap_or_default();
    let whole_digits = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if whole_digits == 0 {
        return Err(build_error("an amount must begin with a digit", digits_start));
    }
    if whole_digits > 1 && digits.first() == Some(&b'0') {
        return Err(build_error("an amount must not have zeros in front", digits_start));
    }
    let fraction_digits = digits.get(whole_digits..).unwrap_or_default();
    let fraction = match fraction_digits {
        [] => fraction_digits,
        [b'.', fraction @ ..] => fraction,
        _ => {
            return Err(build_error(
                "an amount must have only digits and one decimal point",
                digits_start + whole_digits,
            ));
        }
    };
    let point = digits_start + whole_digits;
    if let Some(bad_index) = fraction.iter().position(|byte| !byte.is_ascii_digit()) {
        return Err(build_error(
            "an amount must have only digits and one decimal point",
            point + 1 + bad_index,
        ));
    }
    if fraction.is_empty() && !fraction_digits.is_empty() {
        return Err(build_error("an amount must have digits after its decimal point", bytes.len()));
    }
    if fraction.len() > decimals.into() {
        return Err(build_error(
            "the amount has more decimals than its unit",
            point + 1 + usize::from(decimals),
        ));
    }
    let build_range_error = || build_error("the amount has more than 257 bits", 0);
    let significant_digits = digits.get(..whole_digits).unwrap_or_default().iter().chain(fraction);
    let zeros = usize::from(decimals) - fraction.len();
    let mut units: String =
        significant_digits.map(|byte| char::from(*byte)).skip_while(|digit| *digit == '0').collect();
    if units.is_empty() {
        return Ok(Int::from(0_u8));
    }
    if units.len() + zeros > MAX_DIGITS {
        return Err(build_range_error());
    }
    units.extend(std::iter::repeat_n('0', zeros));
    if digits_start == 1 {
        units.insert(0, '-');
    }
    units.parse().map_err(|_| build_range_error())
}

/// Writes whole units as an amount, without zeros at the end: 1500000000 with 9 decimals is `"1.5"`.
///
/// ```
/// use ton_edge::amount::from_units;
/// assert_eq!(from_units(1_500_000_000_u64, 9), "1.5");
/// assert_eq!(from_units(-1, 9), "-0.000000001");
/// assert_eq!(from_units(20, 0), "20");
/// ```
#[must_use]
pub fn from_units(units: impl Into<Int>, decimals: u8) -> String {
    let text = units.into().write_text();
    let (sign, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => ("-", digits),
        digits => ("", digits),
    };
    let decimals = usize::from(decimals);
    let mut padded_digits = vec![b'0'; (decimals + 1).saturating_sub(digits.len())];
    padded_digits.extend_from_slice(digits);
    let (whole_digits, fraction) =
        padded_digits.split_at_checked(padded_digits.len() - decimals).unwrap_or_default();
    let zeros = fraction.iter().rev().take_while(|digit| **digit == b'0').count();
    let fraction = fraction.get(..fraction.len() - zeros).unwrap_or_default();
    let point: &[u8] = if fraction.is_empty() { b"" } else { b"." };
    let digits = [whole_digits, point, fraction].concat();
    [sign, &digits.into_iter().map(char::from).collect::<String>()].concat()
}

/// Reads an amount of coins as nanocoins: [`to_units`] with 9 decimals.
///
/// # Errors
/// As [`to_units`].
///
/// ```
/// use ton_edge::amount::to_nano;
/// assert_eq!(to_nano("1.5")?.to_u128(), Some(1_500_000_000));
/// assert_eq!(to_nano("0.0000000001").unwrap_err().index, Some(11));
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
pub fn to_nano(text: &str) -> Result<Int, Error> {
    to_units(text, NANO_DECIMALS)
}

/// Writes nanocoins as an amount of coins, without zeros at the end: [`from_units`] with 9 decimals.
///
/// ```
/// use ton_edge::amount::from_nano;
/// assert_eq!(from_nano(1_500_000_000_u64), "1.5");
/// assert_eq!(from_nano(u128::MAX), "340282366920938463463374607431.768211455");
/// ```
#[must_use]
pub fn from_nano(nanocoins: impl Into<Int>) -> String {
    from_units(nanocoins, NANO_DECIMALS)
}
