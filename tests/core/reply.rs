//! Distinguishing results from errors: every irregular body that the service is known to send, and every status.

use crate::golden;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt::Write;
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::reply::{Facts, Payload, Shape, classify};

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    generation: String,
    status: u16,
    body: String,
}

type Members<'a> = BTreeMap<String, &'a RawValue>;

fn text(raw: Option<&&RawValue>) -> Option<String> {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok())
}

/// The facts about a body as the JavaScript layer determines them, by a second parser.
fn with_facts<T>(body: &str, run: impl FnOnce(&Facts<'_>) -> T) -> T {
    if body.is_empty() {
        return run(&Facts::bare(Shape::Empty));
    }
    if serde_json::from_str::<&RawValue>(body).is_err() {
        return run(&Facts::bare(Shape::NotJson));
    }
    let Ok(members) = serde_json::from_str::<Members<'_>>(body) else {
        let array = body.trim_start().starts_with('[');
        return run(&Facts::bare(if array { Shape::Array } else { Shape::Scalar }));
    };
    let error = text(members.get("error")).or_else(|| {
        let inner_members: Members<'_> = serde_json::from_str(members.get("error")?.get()).ok()?;
        text(inner_members.get("message"))
    });
    let result = text(members.get("result"));
    run(&Facts {
        shape: Shape::Object,
        ok: members.get("ok").map(|raw| raw.get() == "true"),
        error: error.as_deref(),
        has_result: members.contains_key("result"),
        result: result.as_deref(),
        code: members.get("code").and_then(|raw| serde_json::from_str(raw.get()).ok()),
        lacks_list: false,
    })
}

fn generation(text: &str) -> Generation {
    if text == "v2" { Generation::V2 } else { Generation::V3 }
}

#[test]
fn irregular_bodies_have_their_errors() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../fixtures/error_bodies.json")).unwrap();
    assert!(cases.len() > 40);
    let mut table = String::new();
    for case in &cases {
        let outcome =
            with_facts(&case.body, |facts| classify(generation(&case.generation), case.status, facts));
        match outcome {
            Ok(result) => writeln!(table, "{}\n  a result: {result:?}", case.name).unwrap(),
            Err(error) => {
                let (code, status) = (error.code, error.status.unwrap());
                writeln!(table, "{}\n  {code} {status}\n  {}", case.name, error.message).unwrap();
            }
        }
    }
    golden::compare_golden("replies.txt", &table);
}

#[test]
fn recorded_responses_are_classified_as_results_or_errors() {
    for entry in recorded::read().into_iter().filter(|entry| entry.served) {
        let body = std::fs::read_to_string(entry.path()).unwrap();
        let outcome = with_facts(&body, |facts| classify(generation(&entry.generation), 200, facts));
        if entry.file.contains("_errors/") {
            assert_eq!(outcome.unwrap_err().code, Code::LiteServerError, "{}", entry.file);
        } else {
            let expected_payload = if entry.generation == "v2" { Payload::Result } else { Payload::Whole };
            assert_eq!(outcome.unwrap(), expected_payload, "{}", entry.file);
        }
    }
}

#[test]
fn a_rejected_message_has_its_exit_code() {
    let error_code_of = |generation, text: &str| {
        let facts = Facts { error: Some(text), ..Facts::bare(Shape::Object) };
        classify(generation, 500, &facts).unwrap_err()
    };
    let not_accepted_text = "LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted\n\
                        Cannot run message on account: inbound external message rejected by transaction 2EB7C:\n";
    // The meaning of an exit code depends on the wallet, which the response does not name.
    for exit_code in [33, 133, 34, 134, 36, 135, 132, 35, 136, -14, 4711] {
        for generation in [Generation::V2, Generation::V3] {
            let text = format!(
                "{not_accepted_text}exitcode={exit_code}, steps=24, gas_used=0\nVM Log (truncated):\nPUSH secret"
            );
            let error = error_code_of(generation, &text);
            assert_eq!((error.code, error.exit_code), (Code::MessageRejected, Some(exit_code)));
            let long_prefix = format!(
                "the account did not accept the message: exit code {exit_code}; the service responded with 500: LITE_SERVER"
            );
            assert!(
                error.message.starts_with(&long_prefix) && !error.message.contains("PUSH"),
                "{}",
                error.message
            );
        }
    }
    for text in ["exitcode=", "exitcode=x", "exitcode=-", "exitcode=99999999999", "EXITCODE=é"] {
        let error = error_code_of(Generation::V2, &format!("{not_accepted_text}{text}"));
        assert_eq!((error.code, error.exit_code), (Code::MessageRejected, None), "{text}");
    }
    // v3 passes on the status of the server that it calls.
    let facts = Facts { error: Some(not_accepted_text), ..Facts::bare(Shape::Object) };
    for status in [400, 422, 500, 542] {
        assert_eq!(classify(Generation::V3, status, &facts).unwrap_err().code, Code::MessageRejected);
    }
    // The error of a failed get-method is not about a message.
    assert_eq!(error_code_of(Generation::V2, "LITE_SERVER_UNKNOWN: exitcode=33").code, Code::LiteServerError);
}

#[test]
fn success_of_v2_is_ok_without_an_error_code() {
    let code_of = |ok, code| {
        let facts = Facts { ok, code, has_result: true, result: Some("5"), ..Facts::bare(Shape::Object) };
        classify(Generation::V2, 200, &facts).map_err(|error| error.code)
    };
    for code in [None, Some(0), Some(200), Some(-1)] {
        assert_eq!(code_of(Some(true), code), Ok(Payload::Result), "{code:?}");
        assert_eq!(code_of(None, code), Err(Code::InvalidResponse), "{code:?}");
    }
    assert_eq!(code_of(Some(true), Some(429)), Err(Code::RateLimited));
    assert_eq!(code_of(None, Some(429)), Err(Code::RateLimited));
    assert_eq!(code_of(Some(true), Some(500)), Err(Code::ServerError));
    assert_eq!(code_of(Some(true), Some(i32::MAX)), Err(Code::BadRequest));
}

#[test]
fn every_status_has_a_code_and_none_is_data() {
    for generation in [Generation::V2, Generation::V3] {
        for status in (0..=199).chain(300..=999) {
            for facts in [
                Facts::bare(Shape::Empty),
                Facts::bare(Shape::NotJson),
                Facts { ok: Some(true), has_result: true, ..Facts::bare(Shape::Object) },
            ] {
                assert!(classify(generation, status, &facts).is_err(), "{status} {facts:?}");
            }
        }
    }
}

/// `tests/fixtures/recorded/index.json`.
mod recorded {
    use std::path::PathBuf;

    #[derive(serde::Deserialize)]
    struct Index {
        recordings: Vec<Entry>,
    }

    #[derive(serde::Deserialize)]
    pub(super) struct Entry {
        pub(super) file: String,
        pub(super) generation: String,
        /// Whether this is a complete response, not an emulator's or a shortened one.
        pub(super) served: bool,
    }

    impl Entry {
        pub(super) fn path(&self) -> PathBuf {
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded").join(&self.file)
        }
    }

    pub(super) fn read() -> Vec<Entry> {
        serde_json::from_str::<Index>(include_str!("../fixtures/recorded/index.json")).unwrap().recordings
    }
}
