//! Detects an address that was written correctly and then damaged, because random bytes almost never have a valid checksum.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ton_edge::address::{
    Address, Detected, Flags, Form, GivenType, PackOptions, detect, pack, parse, unpack,
};
use ton_edge_fuzz::address as naive;

fuzz_target!(|bytes: &[u8]| {
    // Workchain, form and flags, hash, then positions and the characters for them.
    let Some((&[workchain, choice, ref hash @ ..], damage)) = bytes.split_first_chunk::<34>() else { return };
    let address = Address { workchain: workchain as i8, hash: *hash };
    let flags = Flags { bounceable: choice & 1 != 0, test_only: choice & 2 != 0, url_safe: choice & 4 != 0 };
    let text = match choice >> 3 & 3 {
        0 => address.to_raw().to_string(),
        1 => address.to_raw_lower().to_string(),
        _ => address.to_friendly(flags).to_string(),
    };
    check_forms(address, &text);

    let mut damaged = text.clone().into_bytes();
    for position_and_character in damage.chunks_exact(2).take(4) {
        let at = usize::from(position_and_character[0]) % damaged.len();
        damaged[at] = position_and_character[1];
    }
    let Ok(damaged) = String::from_utf8(damaged) else { return };
    assert_eq!(detect(&damaged).is_ok(), naive(&damaged).is_some(), "{damaged}");
    let changed: Vec<usize> =
        (0..text.len()).filter(|at| damaged.as_bytes()[*at] != text.as_bytes()[*at]).collect();
    // Two adjacent characters are 12 bits, and the checksum finds every error of up to 16 bits.
    let burst = match changed[..] {
        [_] => true,
        [first, second] => second == first + 1,
        _ => false,
    };
    if text.len() == 48
        && burst
        && let Ok(found) = parse(&damaged)
    {
        // The only changed character now belongs to the other alphabet.
        let same = damaged.replace('-', "+").replace('_', "/") == text.replace('-', "+").replace('_', "/");
        assert!(same && found.address == address, "{text} with {changed:?} changed is accepted: {damaged}");
    }
});

/// Checks that all forms agree with each other and with the original text.
fn check_forms(address: Address, text: &str) {
    let parsed = parse(text).expect("a text that the crate wrote");
    assert_eq!(parsed.address, address);
    let all = detect(text).expect("a text that the crate wrote");
    assert_eq!(all, Detected::new(&address, parsed.form));
    let (given, test_only) = match parsed.form {
        Form::Raw => (GivenType::RawForm, false),
        Form::Friendly(Flags { bounceable: true, test_only, .. }) => {
            (GivenType::FriendlyBounceable, test_only)
        }
        Form::Friendly(Flags { test_only, .. }) => (GivenType::FriendlyNonBounceable, test_only),
    };
    assert_eq!((all.given_type, all.test_only), (given, test_only));
    let forms = [
        (all.bounceable.b64, true, false),
        (all.bounceable.b64url, true, true),
        (all.non_bounceable.b64, false, false),
        (all.non_bounceable.b64url, false, true),
    ];
    let raw = unpack(text).expect("a text that the crate wrote");
    assert!(all.raw_form.eq_ignore_ascii_case(&raw));
    for (form, bounceable, url_safe) in forms {
        let options = PackOptions { bounceable: Some(bounceable), test_only: Some(test_only), url_safe };
        assert_eq!(pack(text, options), Ok(form));
        assert_eq!(pack(&raw, options), Ok(form));
        assert_eq!(unpack(&form), Ok(raw));
        let redetected = detect(&form).expect("a text that the crate wrote");
        assert_eq!((redetected.bounceable, redetected.non_bounceable), (all.bounceable, all.non_bounceable));
        assert_eq!(naive(&form).map(|(workchain, ..)| workchain), Some(address.workchain));
    }
}
