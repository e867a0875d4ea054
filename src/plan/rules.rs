//! Rules between parameters. A parameter at its default counts as absent.

use super::check::Checked;
use crate::endpoint::{Endpoint, Op, Param, Value};
use crate::error::{Code, Error};

/// What the rules need to know of a parameter that was given.
pub(super) struct Given {
    name: &'static str,
    /// Differs from the default.
    set: bool,
    count: usize,
    number: Option<i64>,
    truthy: bool,
}

impl Given {
    pub(super) fn new(param: &'static Param, values: &[Checked<'_>]) -> Self {
        let first = values.first().map(Checked::text).unwrap_or_default();
        let at_default = values.len() == 1
            && match param.default {
                Some(Value::Int(default)) => first.parse() == Ok(default),
                Some(Value::Bool(default)) => first == if default { "true" } else { "false" },
                Some(Value::Text(default)) => first == default,
                Some(Value::Texts(_) | Value::EmptyObject {}) | None => false,
            };
        Self {
            name: param.name,
            set: !at_default,
            count: values.len(),
            number: first.parse().ok(),
            truthy: first == "true",
        }
    }
}

pub(super) fn check(endpoint: &Endpoint, given: &[Given]) -> Result<(), Error> {
    // What is not enforced has no effect, and a request without effect is the caller's to make.
    endpoint.rules.iter().filter(|rule| rule.enforced).try_for_each(|rule| hold(&rule.op, given))
}

fn hold(op: &Op, given: &[Given]) -> Result<(), Error> {
    let find = |name: &str| given.iter().find(|g| g.name == name);
    let set = |names: &[&'static str]| -> Vec<&'static str> {
        names.iter().copied().filter(|name| find(name).is_some_and(|g| g.set)).collect()
    };
    match *op {
        Op::ExactlyOne(names) => match set(names).as_slice() {
            [_] => Ok(()),
            [] => Err(conflict(names, format!("exactly one of {} is needed", list(names)))),
            several => Err(conflict(
                several,
                format!("exactly one of {} may be given, not {}", list(names), and(several)),
            )),
        },
        Op::AtLeastOne(names) => match set(names).as_slice() {
            [] => Err(conflict(names, format!("at least one of {} is needed", list(names)))),
            _ => Ok(()),
        },
        Op::AtMostOne(names) => match set(names).as_slice() {
            several @ [_, _, ..] => Err(conflict(
                several,
                format!("at most one of {} may be given, not {}", list(names), and(several)),
            )),
            _ => Ok(()),
        },
        Op::Together(names) => {
            let present = set(names);
            if present.is_empty() || present.len() == names.len() {
                return Ok(());
            }
            let missing: Vec<_> = names.iter().copied().filter(|name| !present.contains(name)).collect();
            Err(conflict(&missing, format!("{} needs {} with it", and(&present), and(&missing))))
        }
        Op::Requires(name, any_of) => {
            if find(name).is_some_and(|g| g.set) && set(any_of).is_empty() {
                return Err(conflict(&[name], format!("`{name}` needs {} with it", list(any_of))));
            }
            Ok(())
        }
        Op::SeveralNeedOne(name, need) => {
            let several = find(name).is_some_and(|g| g.count > 1);
            if several && find(need).map(|g| g.count) != Some(1) {
                let message = format!("more than one `{name}` needs exactly one `{need}`");
                return Err(conflict(&[name], message));
            }
            Ok(())
        }
        Op::Ordered(low, high) => match (find(low).and_then(|g| g.number), find(high).and_then(|g| g.number))
        {
            (Some(from), Some(to)) if from > to => {
                Err(conflict(&[low], format!("`{low}` must not be greater than `{high}`")))
            }
            _ => Ok(()),
        },
        Op::Cap(name, max, when) => {
            let over = find(name).and_then(|g| g.number).is_some_and(|number| number > max);
            if over && find(when).is_some_and(|g| g.truthy) {
                return Err(conflict(
                    &[name],
                    format!("`{name}` may be at most {max} while `{when}` is true"),
                ));
            }
            Ok(())
        }
    }
}

fn conflict(names: &[&'static str], message: String) -> Error {
    let error = Error::new(Code::ParameterConflict, message);
    match names.first() {
        Some(name) => error.parameter(*name),
        None => error,
    }
}

fn quoted(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

fn list(names: &[&str]) -> String {
    quoted(names).join(", ")
}

fn and(names: &[&str]) -> String {
    quoted(names).join(" and ")
}
