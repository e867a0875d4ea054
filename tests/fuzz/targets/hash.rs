//! Parses any bytes as a hash: accepted exactly if the naive rule accepts them, and then equal in every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::hash::{detect, parse, parse_bytes, parse_prefixed};
use ton_edge_fuzz::hash as naive;

fuzz_target!(|bytes: &[u8]| {
    let found = parse_bytes(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert!(found.is_err(), "bytes that are not text are not a hash");
        return;
    };
    assert_eq!(parse(text), found);
    assert_eq!(found.ok().map(|hash| hash.0.to_vec()), naive(text));
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 64);
    assert_eq!(parse_prefixed(text).ok(), digits.map_or(found, parse).ok());
    match found {
        Ok(hash) => {
            let all = detect(text).expect("as `parse`");
            assert_eq!(all, hash.detected());
            for form in [all.b64.as_str(), all.b64url.as_str(), all.hex.as_str()] {
                assert_eq!(parse(form), Ok(hash));
                assert_eq!(detect(form), Ok(all));
            }
            // No other text of this form means this hash.
            let same = match text.len() {
                64 => all.hex.eq_ignore_ascii_case(text),
                43 => all.b64url == text,
                _ => all.b64 == text.replace('-', "+").replace('_', "/").as_str(),
            };
            assert!(same, "{text}");
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 200, "{message}");
            assert!(message.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "visible ASCII: {message}");
            let units = text.encode_utf16().count();
            assert!(error.index.is_none_or(|index| index as usize <= units), "{:?} of {units}", error.index);
        }
    }
});
