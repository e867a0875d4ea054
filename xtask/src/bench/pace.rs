//! `cargo xtask bench pace`: how clients behave at an upstream that allows 1 request per second, ton-edge
//! beside others.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{Measured, ensure_packages};
use crate::shell::{Ui, say};
use crate::{build, python};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "pace", title: "The pace of clients" };

/// The clients.
const COLUMNS: [&str; 4] = ["ton-edge", "@ton/ton", "tonweb", "toncenter"];

/// The most time, as a multiple of the best schedule, for one client and for two that do not see each other.
const MOST: [f64; 2] = [1.15, 1.5];

/// Runs the trials and puts their figures into tables.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<Measured> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    python::ensure(ui)?;
    say("six limiters, one client and two: about six minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/pace.mjs")).current_dir(root);
    let measured: Value =
        serde_json::from_str(&ui.must("measuring the pace", &mut node)?).context("pace.mjs: not JSON")?;
    Ok(Measured { tables: tables(&measured)?, about: about(&measured), ..Measured::default() })
}

fn tables(measured: &Value) -> Result<Vec<Table>> {
    let calls = measured.get("calls").and_then(Value::as_f64).context("no number of calls")?;
    let mut right = Table::plain("Calls without the right result", &COLUMNS);
    let mut time = Table::plain("Time until the last right result, of the best schedule's", &COLUMNS);
    let mut refused = Table::plain("Requests that the service refused", &COLUMNS);
    for row in measured.get("rows").and_then(Value::as_array).context("Node measured nothing")? {
        let limiter = row.get("limiter").and_then(Value::as_str).context("a row without a limiter")?;
        let clients = row.get("clients").and_then(Value::as_f64).context("a row without clients")?;
        let of = |who: &str, key: &str| row.get(who).and_then(|found| found.get(key)).and_then(Value::as_f64);
        let name = match clients {
            1.0 => limiter.to_owned(),
            _ => format!("{limiter}, {clients} processes"),
        };
        let all = clients * calls;
        let cells =
            |figure: &dyn Fn(&str) -> Option<f64>| COLUMNS.map(|who| figure(who).map(Figure::from)).to_vec();
        let none = Some(Target::AtMost(0.0));
        let missing = cells(&|who| Some(all - of(who, "right")?));
        right.rows.push(Row { name: name.clone(), cells: missing, target: none });
        // Calls without a right result have no time.
        let of_best = cells(&|who| (of(who, "right")? == all).then_some(of(who, "seconds")? / (all - 1.0)));
        let most = if clients > 1.0 { MOST[1] } else { MOST[0] };
        time.rows.push(Row { name: name.clone(), cells: of_best, target: Some(Target::AtMost(most)) });
        let refusals = cells(&|who| of(who, "refused"));
        refused.rows.push(Row { name, cells: refusals, target: None });
    }
    Ok(vec![right, time, refused])
}

/// Notes for readers of the figures.
fn about(measured: &Value) -> Vec<String> {
    let text_of = |key: &str| measured.get(key).and_then(Value::as_str).unwrap_or("unknown");
    let number = |key: &str| measured.get(key).and_then(Value::as_f64).unwrap_or_default();
    let versions = ["@ton/ton", "tonweb", "toncenter"].map(|name| {
        let version =
            measured.get("versions").and_then(|versions| versions.get(name)).and_then(Value::as_str);
        format!("{name} {}", version.unwrap_or("unknown"))
    });
    vec![
        format!("{}, {}, Node {}", text_of("date"), text_of("cpu"), text_of("node")),
        format!("{}; each with its defaults, without a key", versions.join(", ")),
        format!(
            "{} calls at once in each process, over sockets; one request per second is taken; of two processes the second begins \
             {} s later, and they do not see one another",
            number("calls"),
            number("apart") / 1000.0,
        ),
        String::from(
            "a dash: not all calls had the right result; a refusal that a client passes on as a result is none",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn calls_without_a_right_result_have_no_time() {
        let all = json!({ "right": 24, "refused": 2, "seconds": 34.0 });
        let none = json!({ "right": 1, "refused": 23, "seconds": 1.0 });
        let row = json!({ "limiter": "leaky", "clients": 2, "ton-edge": all, "tonweb": none });
        let found = tables(&json!({ "calls": 12, "rows": [row] })).unwrap();
        assert_eq!(found.iter().map(Table::missed).sum::<usize>(), 0);
        let [right, time, refused] =
            found.iter().map(Table::markdown).collect::<Vec<_>>().try_into().unwrap();
        assert!(right.contains("| leaky, 2 processes | 0 | - | 23.0 | - | <= 0 | holds |"), "{right}");
        assert!(time.contains("| leaky, 2 processes | 1.5 | - | - | - | <= 1.5 | holds |"), "{time}");
        assert!(refused.contains("| 2.0 | - | 23.0 |"), "{refused}");
        assert!(tables(&json!({ "calls": 12 })).is_err());
    }
}
