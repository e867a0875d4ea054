//! Error codes never change, because programs compare with them.

use std::path::Path;
use ton_edge::endpoint::Generation;
use ton_edge::error::{Code, Source};
use ton_edge::example::Recordings;
use ton_edge::openapi::json;

#[test]
fn no_code_is_renamed_moved_or_removed() {
    let texts: String = Code::ALL.iter().map(|code| format!("{}\n", code.as_str())).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/codes.txt");
    let golden_text = std::fs::read_to_string(path).unwrap();
    assert!(texts.starts_with(&golden_text), "new codes come after the old ones, and no old one changes");
    assert_eq!(texts, golden_text, "`cargo xtask generate` adds new codes to the list");
}

#[test]
fn every_code_has_a_cause_and_a_remedy() {
    for code in Code::ALL {
        for text in [code.cause(), code.remedy()] {
            assert!(text.ends_with('.') && text.len() > 8, "{code}: {text}");
            // These texts are inserted into cells of tables and into TypeScript comments.
            assert!(!text.contains('|') && !text.contains("*/") && !text.contains('\n'), "{code}: {text}");
        }
        assert!(!code.sources().is_empty(), "{code}");
        let gateway = code.sources().contains(&Source::Gateway);
        assert!(gateway || code.gateway_status().is_none(), "{code} is a response of the gateway");
        // A cause that begins with a status must have the gateway's status.
        let status = code.cause().split_once(": ").and_then(|(status, _)| status.parse().ok());
        assert!(status.is_none() || !gateway || status == code.gateway_status(), "{code}: {status:?}");
    }
}

/// A client that is generated from the OpenAPI documents knows every status that it can get.
#[test]
fn the_openapi_documents_have_every_status_of_the_gateway() {
    // Codes of requests that no operation of the documents has: unknown verbs, and operators' endpoints.
    let undocumented_codes = [Code::MethodNotAllowed, Code::AdminTokenWrong];
    let body_statuses = [408, 413, 415];
    let no_recordings = Recordings::read(r#"{"recordings":[]}"#, |_| None).unwrap();
    for generation in [Generation::V2, Generation::V3] {
        let document: serde_json::Value = serde_json::from_str(&json(generation, &no_recordings)).unwrap();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (verb, operation) in item.as_object().unwrap() {
                let responses = operation["responses"].as_object().unwrap();
                for code in Code::ALL.iter().filter(|code| !undocumented_codes.contains(code)) {
                    let Some(status) = code.gateway_status() else { continue };
                    let expected = verb == "post" || !body_statuses.contains(&status);
                    let has_status = responses.contains_key(&status.to_string());
                    assert_eq!(has_status, expected, "{verb} {path}: {status} {code}");
                }
            }
        }
    }
}
