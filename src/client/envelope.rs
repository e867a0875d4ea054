//! Reads the result in the body of a response.

use crate::endpoint::Generation;
use crate::error::Error;
use crate::json::{Members, exact, lacks_list};
use crate::reply::{Facts, MAX_ERROR_TEXT, Payload, Shape, classify};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Returns the result as JSON, with whole numbers of 16 and more digits as texts, or an error.
/// `clean` removes the API key from a text before [`classify`] cuts the text to the length of a message: a cut could
/// leave half a key.
pub(super) fn read_result(
    (generation, list): (Generation, Option<&str>),
    status: u16,
    body: &str,
    clean_text: impl Fn(&str) -> String,
) -> Result<String, Error> {
    let clean_message =
        |text: Cow<'_, str>| clean_text(&text[..text.floor_char_boundary(MAX_ERROR_TEXT as usize)]);
    let body = body.trim_start_matches('\u{feff}');
    let json = exact(body);
    let shape = classify_body(&json);
    let members: Option<Members<'_>> =
        if shape == Shape::Object { serde_json::from_str(&json).ok() } else { None };
    let member = |name: &str| members.as_ref().and_then(|members| members.get(name));
    let error = member("error").and_then(|value| {
        let read_inner_text =
            || serde_json::from_str::<Members<'_>>(value.get()).ok()?.get("message").and_then(read_text);
        read_text(value).or_else(read_inner_text).map(clean_message)
    });
    let code: Option<i32> = member("code").and_then(|code| code.get().parse().ok());
    let is_refused = status >= 400 || code.is_some_and(|code| code >= 400);
    let text_result = if error.is_none() && is_refused {
        member("result").and_then(read_text).map(clean_message)
    } else {
        None
    };
    let facts = Facts {
        shape,
        ok: member("ok").map(|ok| ok.get() == "true"),
        error: error.as_deref(),
        has_result: member("result").is_some(),
        result: text_result.as_deref(),
        code,
        lacks_list: list.is_some_and(|name| {
            let payload = if generation == Generation::V2 {
                member("result").map(|result| result.get())
            } else {
                Some(json.trim())
            };
            lacks_list(payload.unwrap_or_default(), name)
        }),
    };
    Ok(match (classify(generation, status, &facts)?, member("result")) {
        (Payload::Result, Some(result)) => result.get().into(),
        _ => json.into_owned(),
    })
}

/// Returns the kind of the body. Parses the whole body, so that a truncated one counts as not JSON.
fn classify_body(json: &str) -> Shape {
    if json.is_empty() {
        return Shape::Empty;
    }
    match serde_json::from_str::<&RawValue>(json).map(|value| value.get().as_bytes().first()) {
        Ok(Some(b'{')) => Shape::Object,
        Ok(Some(b'[')) => Shape::Array,
        Ok(_) => Shape::Scalar,
        Err(_) => Shape::NotJson,
    }
}

fn read_text(value: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<String>(value.get()).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn the_result_comes_out_of_its_envelope_digit_by_digit() {
        let read_v2 =
            |status, body| read_result((Generation::V2, None), status, body, |text| text.to_owned());
        assert_eq!(
            read_v2(200, "\u{feff}{\"ok\":true,\"result\": [1, 12345678901234567890]}").unwrap(),
            "[1, \"12345678901234567890\"]"
        );
        assert_eq!(read_v2(200, "{\"ok\":true,\"result\":null,\"id\":\"1\"}").unwrap(), "null");
        assert_eq!(
            read_result((Generation::V3, None), 200, "{\"result\":1}", |text| text.to_owned()).unwrap(),
            "{\"result\":1}"
        );
    }

    #[test]
    fn failures_are_recognized_by_status_and_envelope() {
        let code = |generation, status, body| {
            read_result((generation, None), status, body, |text| text.to_owned()).unwrap_err().code
        };
        let limited_body = "{\"ok\":false,\"result\":\"Ratelimit exceed\",\"code\":429}";
        assert_eq!(code(Generation::V2, 200, limited_body), Code::RateLimited);
        let odd_body = "{\"ok\":true,\"result\":\"Ratelimit exceed\",\"code\":429}";
        let error = read_result((Generation::V2, None), 200, odd_body, |text| text.to_owned()).unwrap_err();
        assert_eq!((error.code, error.message.ends_with(": Ratelimit exceed")), (Code::RateLimited, true));
        assert_eq!(code(Generation::V2, 200, "{\"result\":\"5\"}"), Code::InvalidResponse);
        assert_eq!(code(Generation::V2, 200, "{\"ok\":\"true\",\"result\":\"5\"}"), Code::BadRequest);
        assert_eq!(code(Generation::V2, 200, "{\"error\":{\"message\":\"x\",\"code\":1}}"), Code::BadRequest);
        assert_eq!(code(Generation::V3, 200, "{\"transactions\":[{\"ha"), Code::InvalidResponse);
        assert_eq!(code(Generation::V3, 200, ""), Code::InvalidResponse);
        assert_eq!(code(Generation::V3, 502, "<html>"), Code::BadGateway);
        assert_eq!(code(Generation::V3, 302, ""), Code::Redirected);
    }

    #[test]
    fn a_list_that_is_missing_is_not_an_empty_one() {
        let lacks_list = |generation, list, body: &str| {
            let result = read_result((generation, Some(list)), 200, body, |text| text.to_owned());
            result.err().map(|error| error.code)
        };
        let expected = Some(Code::InvalidResponse);
        for body in ["{}", "[]", "{\"ok\":true}", "{\"rows\":{}}", "{\"rows\":\"\"}", "[{\"rows\":[]}]"] {
            assert_eq!(lacks_list(Generation::V3, "rows", body), expected, "{body}");
        }
        for body in ["{\"rows\":[]}", "{\"rows\": null}", "{\"a\":1,\"rows\":[{}]}"] {
            assert_eq!(lacks_list(Generation::V3, "rows", body), None, "{body}");
        }
        assert_eq!(lacks_list(Generation::V3, "", "{}"), expected);
        assert_eq!(lacks_list(Generation::V3, "", " []"), None);
        for (list, result) in [("", "{}"), ("rows", "[]"), ("rows", "null")] {
            let body = format!("{{\"ok\":true,\"result\":{result}}}");
            assert_eq!(lacks_list(Generation::V2, list, &body), expected, "{body}");
        }
        for (list, result) in [("", "[]"), ("", "null"), ("rows", "{\"rows\":null}")] {
            let body = format!("{{\"ok\":true,\"result\":{result}}}");
            assert_eq!(lacks_list(Generation::V2, list, &body), None, "{body}");
        }
    }

    #[test]
    fn the_key_is_taken_out_before_a_text_is_cut() {
        let key = "0123456789abcdef".repeat(4);
        let clean = |text: &str| crate::client::api_key::redact(text, std::slice::from_ref(&key));
        for (padding, visible) in [(280, &key[..20]), (0, &key[..20]), (295, &key[..5])] {
            let body = format!("{{\"error\":\"{}{key}\"}}", "x".repeat(padding));
            let message = read_result((Generation::V3, None), 500, &body, clean).unwrap_err().message.clone();
            assert!(!message.contains(visible), "{message}");
        }
        let broken_json = format!("{{\"error\":\"{}\\n  {}\"}}", &key[..40], &key[40..]);
        let message =
            read_result((Generation::V3, None), 500, &broken_json, clean).unwrap_err().message.clone();
        assert!(!message.contains(&key[..20]) && !message.contains(&key[44..]), "{message}");
        let long_body = format!("{{\"error\":\"{}\"}}", "é".repeat(200_000));
        assert!(
            read_result((Generation::V3, None), 500, &long_body, clean).unwrap_err().message.len() < 1000
        );
    }
}
