//! Rules between parameters. A parameter at its default counts as absent.

use super::check::Checked;
use crate::endpoint::{Endpoint, Op, Param, Value};
use crate::error::{Code, Error};
use crate::text::{fill, join, number, whole};

/// The facts that rules check about a parameter of the call.
pub(super) struct Present {
    name: &'static str,
    /// Differs from the default.
    set: bool,
    count: usize,
    number: Option<i64>,
    truthy: bool,
}

impl Present {
    pub(super) fn new(param: &'static Param, values: &[Checked<'_>]) -> Self {
        let first = values.first().map(Checked::text).unwrap_or_default();
        let at_default = values.len() == 1
            && match param.default {
                Some(Value::Int(default)) => whole(first) == Some(i64::from(default)),
                Some(Value::Bool(default)) => first == if default { "true" } else { "false" },
                Some(Value::Text(default)) => first == default,
                Some(Value::Texts(_) | Value::EmptyObject {}) | None => false,
            };
        Self {
            name: param.name,
            set: !at_default,
            count: values.len(),
            number: whole(first),
            truthy: first == "true",
        }
    }
}

pub(super) fn check(endpoint: &Endpoint, present: &[Present]) -> Result<(), Error> {
    // A rule that the server does not enforce only makes parameters ineffective, which the caller may accept.
    endpoint.rules.iter().filter(|rule| rule.enforced).try_for_each(|rule| hold(&rule.op, present))
}

fn hold(op: &Op, present: &[Present]) -> Result<(), Error> {
    let find = |name: &str| present.iter().find(|g| g.name == name);
    let set = |names: &[&'static str]| {
        let mut names = Vec::from(names);
        names.retain(|name| find(name).is_some_and(|g| g.set));
        names
    };
    match *op {
        Op::ExactlyOne(names) | Op::AtLeastOne(names) | Op::AtMostOne(names) => {
            let (how, least, most) = match op {
                Op::ExactlyOne(_) => ("exactly", 1, 1),
                Op::AtLeastOne(_) => ("at least", 1, names.len()),
                _ => ("at most", 0, 1),
            };
            let several = set(names);
            if several.len() < least {
                return Err(conflict(names, fill("{} one of {} is needed", &[how, &list(names)])));
            }
            if several.len() > most {
                let message = fill("{} one of {} may be given, not {}", &[how, &list(names), &and(&several)]);
                return Err(conflict(&several, message));
            }
            Ok(())
        }
        Op::Together(names) => {
            let present = set(names);
            if present.is_empty() || present.len() == names.len() {
                return Ok(());
            }
            let mut missing = Vec::from(names);
            missing.retain(|name| !present.contains(name));
            Err(conflict(&missing, fill("{} needs {} with it", &[&and(&present), &and(&missing)])))
        }
        Op::Requires(name, any_of) => {
            if find(name).is_some_and(|g| g.set) && set(any_of).is_empty() {
                return Err(conflict(&[name], fill("`{}` needs {} with it", &[name, &list(any_of)])));
            }
            Ok(())
        }
        Op::SeveralNeedOne(name, need) => {
            let several = find(name).is_some_and(|g| g.count > 1);
            if several && find(need).map(|g| g.count) != Some(1) {
                let message = fill("more than one `{}` needs exactly one `{}`", &[name, need]);
                return Err(conflict(&[name], message));
            }
            Ok(())
        }
        Op::Ordered(low, high) => match (find(low).and_then(|g| g.number), find(high).and_then(|g| g.number))
        {
            (Some(from), Some(to)) if from > to => {
                Err(conflict(&[low], fill("`{}` must not be greater than `{}`", &[low, high])))
            }
            _ => Ok(()),
        },
        Op::Cap(name, max, when) => {
            let over = find(name).and_then(|g| g.number).is_some_and(|number| number > max);
            if over && find(when).is_some_and(|g| g.truthy) {
                return Err(conflict(
                    &[name],
                    fill("`{}` may be at most {} while `{}` is true", &[name, &number(max), when]),
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

fn list(names: &[&str]) -> String {
    fill("`{}`", &[&join(names.iter().copied(), "`, `")])
}

fn and(names: &[&str]) -> String {
    fill("`{}`", &[&join(names.iter().copied(), "` and `")])
}
