//! Hashes through the public API: every single wrong character, stray bits, and the test vectors of other projects.

use proptest::prelude::*;
use ton_edge::error::{Code, Error};
use ton_edge::hash::{Hash, HashError, detect, parse, parse_bytes, parse_prefixed};

const HEX: &str = "da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f";
const B64: &str = "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=";
const B64URL: &str = "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8";

#[track_caller]
fn assert_refused(text: &str, code: Code, index: impl Into<Option<u32>>) -> HashError {
    let error = parse(text).expect_err(text);
    assert_eq!((error.code, error.index), (code, index.into()), "{text:?}");
    assert!(error.to_string().len() < 200);
    error
}

#[test]
fn every_form_of_one_hash() {
    let hash = parse(HEX).unwrap();
    for text in [HEX, &HEX.to_uppercase(), B64, B64URL, &format!("{B64URL}=")] {
        assert_eq!(parse(text), Ok(hash), "{text}");
        assert_eq!(parse_prefixed(text), Ok(hash), "{text}");
        assert_eq!(
            serde_json::to_string(&detect(text).unwrap()).unwrap(),
            format!(r#"{{"b64":"{B64}","b64url":"{B64URL}","hex":"{HEX}"}}"#)
        );
    }
    assert_eq!(parse_prefixed(&format!("0x{HEX}")), Ok(hash));
    assert_eq!(serde_json::to_string(&hash).unwrap(), format!("{B64:?}"));
    assert_eq!(serde_json::from_str::<Hash>(&format!("{HEX:?}")).unwrap(), hash);
    assert_eq!(hash.to_string(), B64);
}

#[test]
fn texts_that_are_not_hashes() {
    use Code::{
        HashCharset as Charset, HashEmpty, HashLength as Length, HashMixedAlphabet as Mixed,
        HashTrailingBits as Bits, HashWhitespace as Space,
    };
    assert_refused("", HashEmpty, None);
    assert_refused("abc", Length, 3);
    assert_refused(&HEX[..63], Length, 63);
    assert_refused(&format!("{HEX}0"), Length, 64);
    assert_refused(&format!("0x{HEX}"), Length, 64);
    assert_refused(&format!("{B64}="), Length, 45);
    assert_refused(&"é".repeat(40), Length, 40);
    assert_refused(&"A".repeat(1 << 20), Length, 64);
    assert_refused(&format!("{B64} "), Space, 44);
    assert_refused(&format!("😀\n{B64}"), Space, 2);
    assert_refused(&HEX.replace('2', " "), Space, 2);
    // Only the URL-safe form may be unpadded.
    assert_refused(&B64[..43], Charset, 32);
    assert_refused(&B64.replace('L', "-"), Mixed, 32);
    assert_refused(&B64[..43].replace('L', "-"), Mixed, 32);
    assert_refused(&B64.replace("8=", "8-"), Mixed, 43);
    assert_refused(&B64URL.replace("U8", "U8+"), Mixed, 43);
    // 33 and 31 bytes: TON Center's C++ server accepts both as hashes.
    assert_refused(&"A".repeat(44), Bits, 43);
    assert_refused(&format!("{}==", "A".repeat(42)), Bits, 42);
    assert_refused(&format!("{}=", "A".repeat(42)), Bits, 42);
    assert_refused(&B64.replace("8=", "9="), Bits, 42);
    assert_refused(&B64.replace("8=", "8!"), Charset, 43);
    assert_refused(&B64.replace("8=", "8é"), Charset, 43);
    assert_refused(&B64.replace("2i", "=i"), Charset, 0);
    assert_refused(&HEX.replace('b', "g"), Charset, 14);
    assert_refused(&HEX.replacen('8', "😀", 1), Charset, 3);
}

#[test]
fn a_prefix_moves_the_index() {
    let assert_refused = |text: &str, code, index| {
        let error = parse_prefixed(text).expect_err(text);
        assert_eq!((error.code, error.index), (code, index), "{text}");
    };
    assert_refused(&format!("0x{}", HEX.replace("da", "dg")), Code::HashCharset, Some(3));
    assert_refused(&format!("0x{}", HEX.replace("da", "d ")), Code::HashWhitespace, Some(3));
    assert_refused(&format!("0X{HEX}"), Code::HashLength, Some(64));
    assert_refused("0x", Code::HashLength, Some(2));
    assert_refused("", Code::HashEmpty, None);
    // 43 characters of base64 that begin with `0x`.
    let hash = parse("0xjAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8");
    assert!(hash.is_ok());
    assert_eq!(parse_prefixed("0xjAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8"), hash);
}

#[test]
fn every_single_wrong_character() {
    for form in [HEX, B64, B64URL] {
        for position in 0..form.len() {
            for character in (0..=0x17Fu32).filter_map(char::from_u32).chain(['😀']) {
                let text = format!("{}{character}{}", &form[..position], &form[position + 1..]);
                let is_valid_end = match form {
                    HEX => character.is_ascii_hexdigit(),
                    _ if position == 43 => character == '=',
                    // 43 characters have 258 bits, of which the last two are not part of the hash.
                    _ if position == 42 => {
                        character.is_ascii_alphanumeric() && "AEIMQUYcgkosw048".contains(character)
                    }
                    B64 => {
                        character.is_ascii_alphanumeric()
                            || "+/".contains(character)
                            || (position == 32 && "-_".contains(character))
                    }
                    _ => character.is_ascii_alphanumeric() || "-_".contains(character),
                };
                let result = parse(&text);
                assert_eq!(result.is_ok(), is_valid_end, "{text}");
                if let Err(error) = result {
                    // A character of the other alphabet is reported where that alphabet begins, which can be after the change.
                    assert!(
                        error.index == Some(position as u32) || error.code == Code::HashMixedAlphabet,
                        "{text}"
                    );
                }
            }
        }
    }
}

/// The text of each kind of error. Users read it, so it changes only on purpose.
#[test]
fn messages() {
    let cases = [
        (String::new(), "the hash is empty"),
        (
            HEX[1..].into(),
            "a hash has 64 hexadecimal digits, 44 characters of base64 with padding, or 43 of base64url without; \
             this text has 63",
        ),
        (HEX.replace("da", "dg"), "character 2, `g`, is not a hexadecimal digit"),
        (B64.replace("2i", "2!"), "character 2, `!`, is in neither base64 alphabet"),
        (
            B64[..43].into(),
            "character 33, `/`, is not in the alphabet for URLs; `+` and `/` need `=` at the end",
        ),
        (
            B64.replace("2i", "2_"),
            "character 33, `/`, is of another base64 alphabet than an earlier character: use either `+` and `/` or `-` and `_`",
        ),
        ("A".repeat(44), "character 44, `A`, cannot end a hash: this base64 does not hold exactly 32 bytes"),
        (format!("{HEX}\t"), "character 65 is a tab: a hash has no white space in it or around it"),
    ];
    for (text, message) in &cases {
        let error = parse(text).unwrap_err();
        assert_eq!(error.to_string(), *message);
        let general_error = Error::from(error);
        assert_eq!(
            (general_error.code, general_error.index, &*general_error.message),
            (error.code, error.index, *message)
        );
    }
    let codes: Vec<Code> = cases.iter().map(|(text, _)| parse(text).unwrap_err().code).collect();
    for code in Code::ALL.iter().filter(|code| code.as_str().starts_with("hash_")) {
        assert!(codes.contains(code), "this test has no message of {code}");
    }
}

#[derive(serde::Deserialize)]
struct Vector {
    input: String,
    source: String,
    valid: bool,
    computed: Option<Forms>,
}

#[derive(serde::Deserialize)]
struct Forms {
    b64: String,
    b64url: String,
    hex: String,
}

#[test]
fn vectors_of_other_projects() {
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("../fixtures/hashes.json")).unwrap();
    assert!(vectors.len() > 300);
    for Vector { input, source, valid, computed } in vectors {
        let result = detect(&input);
        assert_eq!(result.is_ok(), valid, "{input} of {source}: {result:?}");
        let (Ok(all), Some(forms)) = (result, computed) else { continue };
        assert_eq!(
            (&*all.b64, &*all.b64url, &*all.hex),
            (&*forms.b64, forms.b64url.trim_end_matches('='), &*forms.hex)
        );
    }
}

proptest! {
    #[test]
    fn round_trip(bytes: [u8; 32]) {
        let hash = Hash(bytes);
        let forms = hash.detected();
        for text in [forms.hex.as_str(), &forms.b64, &forms.b64url, &forms.hex.to_uppercase()] {
            prop_assert_eq!(parse(text), Ok(hash));
        }
        prop_assert_eq!(forms.hex.as_str(), bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        prop_assert_eq!(forms.b64url.replace('-', "+").replace('_', "/") + "=", forms.b64.as_str());
    }

    #[test]
    fn every_refusal_has_its_position(text in prop_oneof![".*", "[0-9a-g]{63,65}", "[A-Za-z0-9+/_-]{42,43}=?"]) {
        for result in [parse(&text), parse_prefixed(&text)] {
            let Err(error) = result else { continue };
            let units: Vec<u16> = text.encode_utf16().collect();
            if let Some(index) = error.index {
                let remaining_text = String::from_utf16(&units[index as usize..]).unwrap();
                prop_assert_eq!(error.found, remaining_text.chars().next());
            }
            prop_assert!(error.to_string().len() < 200);
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        prop_assert!(parse_bytes(&bytes).is_err());
    }
}
