//! Turns the arguments of every call style into a plan, or into the gateway's own response.

use super::local;
use crate::endpoint::{Endpoint, Verb};
use crate::error::Error;
use crate::gateway::config::{Config, UnknownParameters};
use crate::gateway::request::compatibility::{
    AdaptedArgs, ParameterPlace, adapt_args, explain_plus, prepend_service_text,
};
use crate::plan::json::Args;
use crate::plan::{Arg, Plan, Unknown, check_bags, make_unknown_parameter_error, plan};

/// The next step after checking the arguments.
pub(in crate::gateway) enum ResolvedRequest {
    Local(local::LocalResponse),
    Plan(Plan),
}

/// Returns the gateway's own response or the plan of the request. Also returns the names of the ignored parameters, even
/// if the request is refused.
pub(in crate::gateway) fn resolve(
    config: &Config,
    endpoint: &'static Endpoint,
    (place, args): (ParameterPlace, Args<'_>),
    verb: Verb,
    tail: &str,
) -> (Result<ResolvedRequest, Error>, Vec<String>) {
    let AdaptedArgs { args, ignored } = if config.strict {
        AdaptedArgs { args, ignored: Vec::new() }
    } else {
        adapt_args(config.unknown_parameters, endpoint, place, args)
    };
    let resolved_call = check(config, endpoint, &args, verb, tail).map_err(|error| {
        let error = if config.strict { error } else { prepend_service_text(endpoint, place, &args, error) };
        explain_plus(endpoint, place, &args, error)
    });
    (resolved_call, ignored)
}

/// Checks parameter names, kinds, bounds and rules, for local responses and for plans.
fn check(
    config: &Config,
    endpoint: &'static Endpoint,
    args: &Args<'_>,
    verb: Verb,
    tail: &str,
) -> Result<ResolvedRequest, Error> {
    let unknown_policy = match config.unknown_parameters {
        UnknownParameters::Forward => Unknown::Forward,
        // With `Ignore`, `adapt_args` has already removed the parameters that the service ignores.
        UnknownParameters::Refuse | UnknownParameters::Ignore => Unknown::Refuse,
    };
    if unknown_policy == Unknown::Refuse {
        // A plan treats null as absent, since programs write null for a value that they leave out; but an unknown name
        // is a mistake even with null.
        if let Some((name, _)) =
            args.iter().find(|(name, arg)| *arg == Arg::Null && endpoint.param(name).is_none())
        {
            return Err(make_unknown_parameter_error(endpoint, name));
        }
    }
    let local = local::handle(endpoint, args, verb, tail);
    match local {
        Some(refusal) if refusal.status != 200 => Ok(ResolvedRequest::Local(refusal)),
        local => {
            let plan = plan(endpoint, args, unknown_policy)?;
            check_bags(endpoint, args)?;
            Ok(local.map_or(ResolvedRequest::Plan(plan), ResolvedRequest::Local))
        }
    }
}
