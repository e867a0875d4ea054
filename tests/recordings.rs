//! Every recorded answer as a TypeScript literal of its type: `tests/golden/recordings.check.ts`, compiled by
//! `tests/js/types.test.mjs`. A literal is held strictly: a member that no type names is an error there, so a recording
//! with a new member asks for it in the Rust types. (At run time such a member is just there.)

use serde_json::Value;
use ton_edge::endpoint::Generation::{self, V2, V3};
use ton_edge::types::{self, Answer};

use crate::golden;

const HEAD: &str = "\
// Every recorded answer as a literal of its type, read as the client reads it. Made by tests/recordings.rs: BLESS=1\n\
// writes it anew. A member that no type names is an error here.\n\
\n\
import type { v2, v3 } from \"ton-edge\";\n";

/// A served recording.
struct Recording {
    file: String,
    generation: Generation,
    path: String,
    good: bool,
    value: Value,
}

fn recordings() -> Vec<Recording> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let index: Value = serde_json::from_str(&read("index.json")).unwrap();
    let served = index["recordings"].as_array().unwrap().iter().filter(|each| each["served"] == true);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    served
        .map(|each| Recording {
            file: text(&each["file"]),
            generation: if each["generation"] == "v2" { V2 } else { V3 },
            path: text(&each["endpoint"]),
            good: each["status"] == 200,
            value: serde_json::from_str(&types::exact(&read(each["file"].as_str().unwrap()))).unwrap(),
        })
        .collect()
}

/// One constant: its comment, name, type and literal.
fn constant(recording: &Recording, suffix: &str, kind: &str, value: &Value) -> String {
    let name = recording.file.trim_end_matches(".json").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    format!("\n// {}\nexport const {name}{suffix}: {kind} = {value};\n", recording.file)
}

#[test]
fn the_types_take_every_recording() {
    let mut text = HEAD.to_owned();
    let all = recordings();
    assert!(all.len() >= 80, "{} recordings", all.len());
    for mut recording in all {
        let failure = if recording.generation == V2 { "v2.Failure" } else { "v3.IndexError" };
        if !recording.good {
            text += &constant(&recording, "", failure, &recording.value);
            continue;
        }
        let row = recording.generation.rows().iter().find(|row| row.path == recording.path).unwrap();
        let kind = Answer::of(row).typescript(recording.generation);
        if recording.generation == V2 {
            let result = recording.value["result"].take();
            text += &constant(&recording, "_envelope", "v2.Envelope", &recording.value);
            recording.value = result;
        }
        text += &constant(&recording, "", &kind, &recording.value);
    }
    golden::hold("recordings.check.ts", &text);
}
