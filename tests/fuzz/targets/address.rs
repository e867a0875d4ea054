//! Parses any bytes as an address: accepted exactly if the naive rule accepts them, and then equal in every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::address::{AddressError, Flags, Form, detect, normalize, parse, parse_bytes};
use ton_edge_fuzz::address as naive;

fuzz_target!(|bytes: &[u8]| {
    let found = parse_bytes(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert!(found.is_err(), "bytes that are not text are not an address");
        return;
    };
    assert_eq!(parse(text), found);
    assert_eq!(detect(text).is_ok(), found.is_ok());
    let tag = |form| match form {
        Form::Raw => None,
        Form::Friendly(flags) => {
            Some(if flags.bounceable { 0x11 } else { 0x51 } | if flags.test_only { 0x80 } else { 0 })
        }
    };
    let seen = found.ok().map(|it| (it.address.workchain, it.address.hash.to_vec(), tag(it.form)));
    assert_eq!(seen, naive(text));
    match found {
        Ok(parsed) => {
            match parsed.form {
                Form::Raw => assert!(parsed.address.to_raw().eq_ignore_ascii_case(text)),
                // No other text means the same address.
                Form::Friendly(flags) => assert_eq!(parsed.address.to_friendly(flags), text),
            }
            let key = normalize(text);
            for written in [parsed.address.to_raw(), parsed.address.to_raw_lower()] {
                let reparsed = parse(&written).expect("a text that the crate wrote");
                assert_eq!((reparsed.address, reparsed.form), (parsed.address, Form::Raw));
                assert_eq!(normalize(&written), key);
            }
            for bits in 0..8 {
                let [bounceable, test_only, url_safe] = [bits & 1, bits & 2, bits & 4].map(|bit| bit != 0);
                let flags = Flags { bounceable, test_only, url_safe };
                let written = parsed.address.to_friendly(flags);
                let reparsed = parse(&written).expect("a text that the crate wrote");
                // A text that is equal in both alphabets counts as URL-safe.
                let url_safe = !written.contains(['+', '/']);
                let form = Form::Friendly(Flags { url_safe, ..flags });
                assert_eq!((reparsed.address, reparsed.form), (parsed.address, form));
                assert_eq!(normalize(&written), key);
            }
        }
        Err(error) => refusal(text, &error),
    }
});

fn refusal(text: &str, error: &AddressError) {
    let message = error.to_string();
    assert!(!message.is_empty() && message.len() < 200, "{message}");
    assert!(message.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "visible ASCII: {message}");
    let units: Vec<u16> = text.encode_utf16().collect();
    if let Some(index) = error.index {
        assert!(index as usize <= units.len(), "{index} of {}", units.len());
        assert_eq!(error.found.is_some(), (index as usize) < units.len());
    }
    if let Some(inside) = error.inside {
        // The text contains the proposed address, letter by letter.
        let proposed = match inside.form {
            Form::Raw => inside.address.to_raw_lower().to_string(),
            Form::Friendly(flags) => inside.address.to_friendly(flags).to_string(),
        };
        assert!(text.to_ascii_lowercase().contains(&proposed.to_ascii_lowercase()), "{proposed}");
    }
}
