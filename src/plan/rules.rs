//! Checks the rules between parameters. A parameter with its default value counts as absent.

use super::check::CheckedValue;
use crate::endpoint::{Endpoint, Op, Param, Value};
use crate::error::{Code, Error};
use crate::text::{fill, join, parse_int, write_int};

/// The facts that rules check about a parameter of the call.
pub(super) struct PresentParameter {
    name: &'static str,
    /// Whether the parameter differs from its default.
    set: bool,
    count: usize,
    number: Option<i64>,
    is_true: bool,
}

impl PresentParameter {
    pub(super) fn new(param: &'static Param, values: &[CheckedValue<'_>]) -> Self {
        let first_value = values.first().map(CheckedValue::text).unwrap_or_default();
        let is_default = values.len() == 1
            && match param.default {
                Some(Value::Int(default)) => parse_int(first_value) == Some(i64::from(default)),
                Some(Value::Bool(default)) => first_value == if default { "true" } else { "false" },
                Some(Value::Text(default)) => first_value == default,
                Some(Value::Texts(_) | Value::EmptyObject {}) | None => false,
            };
        Self {
            name: param.name,
            set: !is_default,
            count: values.len(),
            number: parse_int(first_value),
            is_true: first_value == "true",
        }
    }
}

pub(super) fn check(endpoint: &Endpoint, params: &[PresentParameter]) -> Result<(), Error> {
    // A rule that the server does not enforce only makes parameters ineffective, which the caller may accept.
    endpoint.rules.iter().filter(|rule| rule.enforced).try_for_each(|rule| check_rule(&rule.op, params))
}

fn check_rule(op: &Op, params: &[PresentParameter]) -> Result<(), Error> {
    let find = |name: &str| params.iter().find(|g| g.name == name);
    let list_set = |names: &[&'static str]| {
        let mut names = Vec::from(names);
        names.retain(|name| find(name).is_some_and(|g| g.set));
        names
    };
    match *op {
        Op::ExactlyOne(names) | Op::AtLeastOne(names) | Op::AtMostOne(names) => {
            let (quantity, min_count, max_count) = match op {
                Op::ExactlyOne(_) => ("exactly", 1, 1),
                Op::AtLeastOne(_) => ("at least", 1, names.len()),
                _ => ("at most", 0, 1),
            };
            let set_names = list_set(names);
            if set_names.len() < min_count {
                return Err(make_conflict_error(
                    names,
                    fill("{} one of {} is needed", &[quantity, &join_list(names)]),
                ));
            }
            if set_names.len() > max_count {
                let message = fill(
                    "{} one of {} is allowed, not {}",
                    &[quantity, &join_list(names), &join_with_and(&set_names)],
                );
                return Err(make_conflict_error(&set_names, message));
            }
            Ok(())
        }
        Op::Together(names) => {
            let set_names = list_set(names);
            if set_names.is_empty() || set_names.len() == names.len() {
                return Ok(());
            }
            let mut missing_names = Vec::from(names);
            missing_names.retain(|name| !set_names.contains(name));
            Err(make_conflict_error(
                &missing_names,
                fill("{} requires {}", &[&join_with_and(&set_names), &join_with_and(&missing_names)]),
            ))
        }
        Op::Requires(name, any_of) => {
            if find(name).is_some_and(|g| g.set) && list_set(any_of).is_empty() {
                let template = if any_of.len() > 1 { "`{}` requires one of {}" } else { "`{}` requires {}" };
                return Err(make_conflict_error(&[name], fill(template, &[name, &join_list(any_of)])));
            }
            Ok(())
        }
        Op::SeveralNeedOne(name, need) => {
            let has_several = find(name).is_some_and(|g| g.count > 1);
            if has_several && find(need).map(|g| g.count) != Some(1) {
                let message = fill("more than one `{}` needs exactly one `{}`", &[name, need]);
                return Err(make_conflict_error(&[name], message));
            }
            Ok(())
        }
        Op::Ordered(low, high) => match (find(low).and_then(|g| g.number), find(high).and_then(|g| g.number))
        {
            (Some(from), Some(to)) if from > to => {
                Err(make_conflict_error(&[low], fill("`{}` must not be greater than `{}`", &[low, high])))
            }
            _ => Ok(()),
        },
        Op::Cap(name, max, flag_name) => {
            let is_over = find(name).and_then(|g| g.number).is_some_and(|number| number > max);
            if is_over && find(flag_name).is_some_and(|g| g.is_true) {
                return Err(make_conflict_error(
                    &[name],
                    fill("`{}` may be at most {} while `{}` is true", &[name, &write_int(max), flag_name]),
                ));
            }
            Ok(())
        }
    }
}

fn make_conflict_error(names: &[&'static str], message: String) -> Error {
    let error = Error::new(Code::ParameterConflict, message);
    match names.first() {
        Some(name) => error.parameter(*name),
        None => error,
    }
}

fn join_list(names: &[&str]) -> String {
    fill("`{}`", &[&join(names.iter().copied(), "`, `")])
}

fn join_with_and(names: &[&str]) -> String {
    fill("`{}`", &[&join(names.iter().copied(), "` and `")])
}
