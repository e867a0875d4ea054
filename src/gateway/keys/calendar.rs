//! Calendar days and months in UTC, and RFC 3339 times, as milliseconds since 1970. No clock is read.

const MS_PER_SECOND: i64 = 1000;
const MS_PER_DAY: i64 = 86_400 * MS_PER_SECOND;

/// A window of the calendar, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The first millisecond of the window.
    pub start: f64,
    /// The first millisecond after the window.
    pub end: f64,
}

/// Returns the calendar day of a time.
///
/// ```
/// use ton_edge::gateway::keys::calendar::{day, instant};
/// let now = instant("2026-12-31T23:59:59.999Z").unwrap();
/// assert_eq!(day(now).end, instant("2027-01-01T00:00:00Z").unwrap());
/// ```
#[must_use]
pub fn day(now: f64) -> Window {
    let start = (now as i64).div_euclid(MS_PER_DAY) * MS_PER_DAY;
    Window { start: start as f64, end: (start + MS_PER_DAY) as f64 }
}

/// Returns the calendar month of a time.
///
/// ```
/// use ton_edge::gateway::keys::calendar::{instant, month};
/// let february = month(instant("2028-02-29T12:00:00+14:00").unwrap());
/// assert_eq!(february.start, instant("2028-02-01T00:00:00Z").unwrap());
/// assert_eq!(february.end, instant("2028-03-01T00:00:00Z").unwrap());
/// ```
#[must_use]
pub fn month(now: f64) -> Window {
    let (year, month) = find_month((now as i64).div_euclid(MS_PER_DAY));
    // Month 13 is the next January.
    Window {
        start: (count_days(year, month, 1) * MS_PER_DAY) as f64,
        end: (count_days(year, month + 1, 1) * MS_PER_DAY) as f64,
    }
}

/// Parses an RFC 3339 time, `T` and `Z` in upper case.
///
/// ```
/// use ton_edge::gateway::keys::calendar::instant;
/// assert_eq!(instant("1970-01-01T01:00:00.25+01:00"), Some(250.0));
/// assert_eq!(instant("2026-02-29T00:00:00Z"), None);
/// assert_eq!(instant("2026-02-28"), None);
/// ```
#[must_use]
pub fn instant(text: &str) -> Option<f64> {
    let (date, rest) = text.split_once('T')?;
    let (year, month, day) = parse_triple(date, '-', [4, 2, 2])?;
    if !(1..=12).contains(&month) || day < 1 || day > count_days_of_month(year, month) {
        return None;
    }
    let zone_start = rest.find(['Z', '+', '-'])?;
    let (time, zone) = rest.split_at_checked(zone_start)?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let (hour, minute, second) = parse_triple(time, ':', [2, 2, 2])?;
    // A leap second (60) counts as the first second of the next minute.
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let millis = parse_millis(fraction)?;
    let offset = parse_offset(zone)?;
    let seconds = (hour * 60 + minute - offset) * 60 + second;
    Some((count_days(year, month, day) * MS_PER_DAY + seconds * MS_PER_SECOND + millis) as f64)
}

/// Reads how many minutes a zone is ahead of UTC.
fn parse_offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let (sign, rest) = match zone.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let (hours, minutes) = (parse_digits(hours, 2)?, parse_digits(minutes, 2)?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

fn parse_millis(fraction: &str) -> Option<i64> {
    if fraction.is_empty() || fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    fraction.bytes().chain(*b"00").take(3).try_fold(0, |sum, byte| Some(sum * 10 + i64::from(byte - b'0')))
}

fn parse_triple(text: &str, separator: char, lengths: [usize; 3]) -> Option<(i64, i64, i64)> {
    let [first_year, second, third] = lengths;
    let mut parts = text.split(separator);
    let numbers = (
        parse_digits(parts.next()?, first_year)?,
        parse_digits(parts.next()?, second)?,
        parse_digits(parts.next()?, third)?,
    );
    parts.next().is_none().then_some(numbers)
}

fn parse_digits(text: &str, length: usize) -> Option<i64> {
    (text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

fn count_days_of_month(year: i64, month: i64) -> i64 {
    let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days from 1970 to a date. The computation lets years begin in March, so that a leap day is the last day of
/// its year.
fn count_days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Returns year and month of a day since 1970.
fn find_month(day: i64) -> (i64, i64) {
    let day = day + 719_468;
    let (era, day_of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let year = year + era * 400;
    if month < 10 { (year, month + 3) } else { (year + 1, month - 9) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_four_centuries_is_in_its_month() {
        let (mut year, mut month_now, mut day_now) = (1970, 1, 1);
        for number in 0..146_097 {
            let now = (number * MS_PER_DAY + MS_PER_DAY / 2) as f64;
            assert_eq!(count_days(year, month_now, day_now), number);
            assert_eq!(find_month(number), (year, month_now));
            assert_eq!(day(now).start, (number * MS_PER_DAY) as f64);
            let window = month(now);
            assert_eq!(window.start, ((number - day_now + 1) * MS_PER_DAY) as f64);
            assert_eq!(window.end - window.start, (count_days_of_month(year, month_now) * MS_PER_DAY) as f64);
            day_now += 1;
            if day_now > count_days_of_month(year, month_now) {
                day_now = 1;
                month_now += 1;
            }
            if month_now > 12 {
                month_now = 1;
                year += 1;
            }
        }
        assert_eq!((year, month_now, day_now), (2370, 1, 1));
    }

    #[test]
    fn times_are_those_of_rfc_3339_and_nothing_else() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0.0),
            ("2026-01-02T03:04:05Z", 1_767_323_045_000.0),
            ("2026-01-02T03:04:05.123456789Z", 1_767_323_045_123.0),
            ("2026-01-02T03:04:05.5Z", 1_767_323_045_500.0),
            ("2026-01-02T08:34:05+05:30", 1_767_323_045_000.0),
            ("2026-01-01T19:04:05-08:00", 1_767_323_045_000.0),
            ("2026-01-03T03:03:05+23:59", 1_767_323_045_000.0),
            ("2000-02-29T00:00:00Z", 951_782_400_000.0),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000.0),
        ] {
            assert_eq!(instant(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "T",
            "2026",
            "2026-01-02",
            "2026-01-02T03:04:05",
            "2026-01-02 03:04:05Z",
            "2026-1-2T03:04:05Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "2026-04-00T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-01-02T24:00:00Z",
            "2026-01-02T03:60:00Z",
            "2026-01-02T03:04:61Z",
            "2026-01-02T03:04:05.Z",
            "2026-01-02T03:04:05.1x3Z",
            "2026-01-02T03:04:05.123xZ",
            "2026-01-02T03:04:05.1234567890Z",
            "2026-01-02T03:04:05z",
            "2026-01-02t03:04:05Z",
            "2026-01-02T03:04:05+0100",
            "2026-01-02T03:04:05+24:00",
            "2026-01-02T03:04:05+01:60",
            "2026-01-02T03:04:05Zx",
            " 2026-01-02T03:04:05Z",
            "2026-01-02T03:04Z",
            "+026-01-02T03:04:05Z",
            "２026-01-02T03:04:05Z",
            "1767323045",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }
}
