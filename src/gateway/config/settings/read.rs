//! Reads a configuration by the list of settings and gathers all faults. A message never quotes a value, since any value
//! may be a secret.

use super::fault::{FUNCTION, describe_unknown_setting};
use super::service::{self, Service};
use super::setting::{Default, Kind, LEAST_TOKEN, MOST_SERVICES, Setting};
use super::{SETTINGS, SWITCHED_GROUPS, limits};
use crate::endpoint::Generation;
use crate::error::{Code, Error, near};
use crate::gateway::config::values::clients::{Block, ClientIpSource};
use crate::gateway::config::values::limits::Rate;
use crate::gateway::config::values::operation_selection::{Selection, nearest};
use crate::gateway::config::values::origin_pattern::OriginPattern;
use crate::network::Network;
use serde_json::{Map, Value};

/// The text that JavaScript writes in place of an object with a function `find`.
const STORE: &str = "\0store";
/// The text that JavaScript writes in place of a store that still has `ttl`, which was renamed to `ttlMs`.
const OLD_STORE: &str = "\0ttl";
/// The text that JavaScript writes in place of an object with functions `get` and `put`.
const CACHE: &str = "\0cache";

/// The text that JavaScript writes in place of an object with functions `take` and `lease`.
const LIMITER: &str = "\0limiter";

/// The text that JavaScript writes in place of an object with functions `begin` and `flush`.
const TELEMETRY: &str = "\0telemetry";

/// The text that JavaScript writes in place of an object with functions `look` and `save`.
const STREAM_STORE: &str = "\0stream-store";

/// The maximum number of faults that one error lists.
const MAX_FAULTS: usize = 40;

/// A configuration that is being read.
pub(in crate::gateway) struct Reader {
    members: Map<String, Value>,
    /// The groups that are on.
    groups: Vec<&'static str>,
    faults: Vec<String>,
}

impl Reader {
    /// Reads the settings of a configuration; unknown settings are faults.
    pub(in crate::gateway) fn new(json: &str) -> Result<Self, Error> {
        let Ok(Value::Object(members)) = serde_json::from_str(json) else {
            return Err(Error::new(Code::ConfigInvalid, "the configuration must be an object of settings"));
        };
        let mut reader = Self { members: Map::new(), groups: Vec::new(), faults: Vec::new() };
        for (name, value) in members {
            reader.store_value("", name, value);
        }
        Ok(reader)
    }

    /// Stores a value under the name of its setting. An object whose fields are settings is stored field by field.
    fn store_value(&mut self, parent: &'static str, name: String, value: Value) {
        let names_in_group = || SETTINGS.iter().filter_map(|setting| setting.name.strip_prefix(parent));
        let first_part =
            |names_in_group: &'static str| names_in_group.split('.').next().unwrap_or(names_in_group);
        if !names_in_group().any(|other| first_part(other) == name) {
            self.faults.push(describe_unknown_setting(
                parent,
                parent,
                &name,
                near(&name, names_in_group().map(first_part)),
            ));
            return;
        }
        let group = SETTINGS.iter().find_map(|setting| {
            let prefix_length = parent.len() + name.len() + 1;
            setting.name.get(..prefix_length).filter(|group| {
                group.starts_with(parent)
                    && group.ends_with('.')
                    && group.get(parent.len()..prefix_length - 1) == Some(name.as_str())
            })
        });
        match (group, value) {
            (None, value) => {
                self.members.insert(format!("{parent}{name}"), value);
            }
            (Some(_), Value::Null) => {}
            (Some(_), Value::Bool(is_on)) if SWITCHED_GROUPS.contains(&name.as_str()) => {
                self.groups.extend(SWITCHED_GROUPS.into_iter().filter(|group| is_on && *group == name));
            }
            (Some(group), Value::Object(members)) => {
                self.groups.extend(SWITCHED_GROUPS.into_iter().filter(|group| *group == name));
                for (name, value) in members {
                    self.store_value(group, name, value);
                }
            }
            (Some(_), _) => self.faults.push(format!("`{parent}{name}` must be an object of settings")),
        }
    }

    /// Returns all faults in one error, if there are any.
    pub(in crate::gateway) fn finish(self) -> Result<(), Error> {
        let Self { mut faults, .. } = self;
        if faults.is_empty() {
            return Ok(());
        }
        // A wrong configuration can have thousands of faults.
        let unlisted_count = faults.len().saturating_sub(MAX_FAULTS);
        if unlisted_count > 0 {
            faults.truncate(MAX_FAULTS);
            faults.push(format!("and {unlisted_count} more faults"));
        }
        Err(Error::new(Code::ConfigInvalid, faults.join("; ")))
    }

    /// Adds a fault that concerns more than one setting.
    pub(in crate::gateway) fn add_fault(&mut self, message: &str) {
        self.faults.push(String::from(message));
    }

    fn add_setting_fault(&mut self, setting: &Setting) {
        self.faults.push(format!("`{}` must be {}", setting.name, setting.kind.allowed()));
    }

    /// Takes the value of a setting; `null` counts as absent.
    fn take_value(&mut self, name: &str) -> (Option<&'static Setting>, Option<Value>) {
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        (setting, self.members.remove(name).filter(|value| !value.is_null()))
    }

    /// Reads a word of a [`Kind::Choice`].
    pub(in crate::gateway) fn choice(&mut self, name: &str) -> &'static str {
        match SETTINGS.iter().find(|setting| setting.name == name).map(|setting| setting.default) {
            Some(Default::Word(default)) => self.choice_or(name, default),
            _ => "",
        }
    }

    /// Reads a word of a [`Kind::Choice`]; `default` if the setting is absent.
    pub(in crate::gateway) fn choice_or(&mut self, name: &str, default: &'static str) -> &'static str {
        let (Some(setting @ Setting { kind: Kind::Choice(words), .. }), Some(value)) = self.take_value(name)
        else {
            return default;
        };
        words.iter().find(|choice| value == **choice).copied().unwrap_or_else(|| {
            self.add_setting_fault(setting);
            default
        })
    }

    /// Reads a word of a [`Kind::Adapter`]; `"own"` for the operator's own store.
    pub(in crate::gateway) fn adapter(&mut self, name: &str) -> &'static str {
        let (
            Some(setting @ Setting { kind: Kind::Adapter(words), default: Default::Word(default), .. }),
            value,
        ) = self.take_value(name)
        else {
            return "";
        };
        let Some(value) = value else { return default };
        if value == CACHE {
            return "own";
        }
        words.iter().find(|choice| value == **choice).copied().unwrap_or_else(|| {
            self.add_setting_fault(setting);
            default
        })
    }

    /// Reads a number of a [`Kind::Whole`].
    pub(in crate::gateway) fn whole_number(&mut self, name: &str) -> u32 {
        let (
            Some(
                setting @ Setting {
                    kind: Kind::Whole { min, max }, default: Default::Number(default), ..
                },
            ),
            value,
        ) = self.take_value(name)
        else {
            return 0;
        };
        let Some(value) = value else { return *default };
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.filter(|number| (min..=max).contains(&number)).unwrap_or_else(|| {
            self.add_setting_fault(setting);
            *default
        })
    }

    /// Reads a flag; `default` if the setting is absent.
    pub(in crate::gateway) fn flag(&mut self, name: &str, default: bool) -> bool {
        let (Some(setting), Some(value)) = self.take_value(name) else { return default };
        value.as_bool().unwrap_or_else(|| {
            self.add_setting_fault(setting);
            default
        })
    }

    /// Returns whether a setting of the kind [`Kind::Share`] is present; adds a fault if its value is not a share.
    pub(in crate::gateway) fn is_share_present(&mut self, name: &str) -> bool {
        let (Some(setting), Some(value)) = self.take_value(name) else { return false };
        if !value.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)) {
            self.add_setting_fault(setting);
        }
        true
    }

    /// Reads addresses and ranges; `None` if the setting is absent.
    pub(in crate::gateway) fn blocks(&mut self, name: &str) -> Option<Vec<Block>> {
        self.list(name, |text| {
            Block::parse(text).ok_or("must be an address or a range such as \"192.0.2.0/24\"")
        })
    }

    /// Reads host names; `None` if the setting is absent.
    pub(in crate::gateway) fn host_names(&mut self, name: &str) -> Option<Vec<String>> {
        self.list(name, |host| {
            // The colons of an IPv6 address are inside brackets; a colon after them would begin a port.
            let name_only = if host.starts_with('[') { host.ends_with(']') } else { !host.contains(':') };
            let has_no_port = name_only && !host.contains('*');
            let is_valid = has_no_port && OriginPattern::parse(&format!("https://{host}")).is_ok();
            is_valid
                .then(|| String::from(host))
                .ok_or("must be a host name in lower case, without scheme, port and path")
        })
    }

    /// Returns whether a group of [`SWITCHED_GROUPS`] is on.
    pub(in crate::gateway) fn is_group_on(&self, name: &str) -> bool {
        self.groups.contains(&name)
    }

    /// Reads names of headers.
    pub(in crate::gateway) fn header_names(&mut self, name: &str) -> Vec<String> {
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        self.list(name, |header| {
            let is_valid = (1..=64).contains(&header.len()) && header.bytes().all(is_token);
            is_valid.then(|| String::from(header)).ok_or("must be a header name such as \"X-App-Origin\"")
        })
        .unwrap_or_default()
    }

    /// Reads operations. An unknown name is a fault: if it were ignored, a mistyped operation would stay allowed.
    pub(in crate::gateway) fn operations(&mut self, name: &str) -> Selection {
        let names = self.list(name, |text| Ok(String::from(text))).unwrap_or_default();
        for unknown_name in Selection::parse(&names).err().into_iter().flatten() {
            let excerpt: String = unknown_name.chars().take(64).collect();
            let hint = nearest(&unknown_name)
                .map(|suggestion| format!("; did you mean {suggestion:?}?"))
                .unwrap_or_default();
            self.faults
                .push(format!("`{name}`: {excerpt:?} is not an operation, a category or a generation{hint}"));
        }
        Selection::of(&names)
    }

    /// Reads a list of texts. `parse` reads each text, or returns what is wrong with it.
    fn list<T>(&mut self, name: &str, parse: impl Fn(&str) -> Result<T, &'static str>) -> Option<Vec<T>> {
        let (Some(setting), Some(value)) = self.take_value(name) else { return None };
        let Value::Array(list) = value else {
            self.add_setting_fault(setting);
            return Some(Vec::new());
        };
        let mut items = Vec::new();
        for (index, value) in list.iter().enumerate() {
            match value.as_str().ok_or("must be a text").and_then(&parse) {
                Ok(item) => items.push(item),
                Err(reason) => self.faults.push(format!("`{name}[{index}]` {reason}")),
            }
        }
        Some(items)
    }

    /// Returns whether a function or a store is set; adds a fault for any other value.
    pub(in crate::gateway) fn is_present(&mut self, name: &str) -> bool {
        let (Some(setting), Some(value)) = self.take_value(name) else { return false };
        if value == OLD_STORE {
            self.faults.push(describe_unknown_setting("apiKeys.", "apiKeys.", "ttl", None));
            return true;
        }
        let is_valid = match setting.kind {
            Kind::Store => value == STORE,
            Kind::Telemetry => value == TELEMETRY,
            Kind::StreamStore => value == STREAM_STORE,
            Kind::Functions => {
                value.as_array().is_some_and(|list| list.iter().all(|function| function == FUNCTION))
            }
            Kind::Scope => value == LIMITER || value == "isolate" || value == "durable-object",
            _ => value == FUNCTION,
        };
        if !is_valid {
            self.add_setting_fault(setting);
        }
        true
    }

    /// Returns whether a [`Kind::Token`] or a [`Kind::Secret`] is set; adds a fault for any other value.
    pub(in crate::gateway) fn is_token_present(&mut self, name: &str) -> bool {
        let (Some(setting), Some(value)) = self.take_value(name) else { return false };
        let is_valid_secret =
            |text: &str| text.len() >= LEAST_TOKEN && text.bytes().all(|byte| byte.is_ascii_graphic());
        let is_function = |text: &str| text == FUNCTION && setting.kind == Kind::Token;
        if !value.as_str().is_some_and(|text| is_function(text) || is_valid_secret(text)) {
            self.add_setting_fault(setting);
        }
        true
    }

    /// Reads a network's upstreams, in order of use; none if the network is switched off.
    pub(in crate::gateway) fn services(&mut self, name: &str) -> Vec<Service> {
        let (Some(setting), value) = self.take_value(name) else { return Vec::new() };
        let mut read_service =
            |path: &str, upstream: &Value| service::read_service(path, upstream, setting, &mut self.faults);
        let services: Vec<Service> = match value {
            None => vec![Service::default()],
            Some(value) if value == "off" => Vec::new(),
            Some(Value::Array(list)) if list.is_empty() || list.len() > MOST_SERVICES => {
                self.add_setting_fault(setting);
                vec![Service::default()]
            }
            Some(Value::Array(list)) => list
                .iter()
                .enumerate()
                .map(|(index, value)| read_service(&format!("{name}[{index}]"), value))
                .collect(),
            Some(value) => vec![read_service(name, &value)],
        };
        let weights = || services.iter().filter_map(|service| service.weight);
        if weights().next().is_some() && weights().all(|weight| weight == 0) {
            self.add_fault(&format!("`{name}` must have an upstream with a `weight` above 0"));
        }
        services
    }

    /// Reads a setting if it is present. `parse` reads the value, or adds its faults to the list.
    fn read_present<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str, &Value, &mut Vec<String>) -> Option<T>,
    ) -> Option<T> {
        let (_, value) = self.take_value(name);
        parse(name, &value?, &mut self.faults)
    }

    /// Reads a rate, by default that of the setting; `None` for no limit.
    pub(in crate::gateway) fn rate(&mut self, name: &str) -> Option<Rate> {
        let (Some(setting), value) = self.take_value(name) else { return None };
        match (value, setting.default) {
            (Some(value), _) => limits::read_rate(name, &value, &mut self.faults).flatten(),
            (None, Default::Number(rate)) => Some(Rate::of(f64::from(rate))),
            (None, _) => None,
        }
    }

    /// Reads a rate; `default` if the setting is absent, `None` for no limit.
    pub(in crate::gateway) fn rate_or(&mut self, name: &str, default: Rate) -> Option<Rate> {
        self.read_present(name, limits::read_rate).unwrap_or(Some(default))
    }

    /// Reads a URL that begins with `https://`, with a final slash.
    pub(in crate::gateway) fn https_url(&mut self, name: &str) -> Option<String> {
        let (Some(_), Some(value)) = self.take_value(name) else { return None };
        let is_url = |url: &&str| {
            url.starts_with("https://")
                && url.len() > "https://".len()
                && url.bytes().all(|byte| byte.is_ascii_graphic())
                && !url.contains(['?', '#'])
        };
        let Some(url) = value.as_str().filter(is_url) else {
            self.faults.push(format!("`{name}` must be a URL that begins with https://, without a query"));
            return None;
        };
        Some([url.strip_suffix('/').unwrap_or(url), "/"].concat())
    }

    /// Reads a budget in requests per second; 0 for no limit.
    pub(in crate::gateway) fn budget(&mut self, name: &str) -> Option<f64> {
        self.read_present(name, limits::read_budget)
    }

    /// Reads the rates of plans, by their names.
    pub(in crate::gateway) fn plans(&mut self, name: &str) -> Vec<(String, Rate)> {
        self.read_present(name, limits::read_plans).unwrap_or_default()
    }

    /// Reads the costs of operations.
    pub(in crate::gateway) fn costs(&mut self, name: &str) -> Vec<(Generation, &'static str, u32)> {
        self.read_present(name, limits::read_costs).unwrap_or_default()
    }

    /// Reads the source of the client IP. JavaScript has already set the default of its runtime.
    pub(in crate::gateway) fn client(&mut self, name: &str) -> ClientIpSource {
        self.read_present(name, limits::read_client).unwrap_or(ClientIpSource::Socket)
    }

    /// Reads host names and their networks.
    pub(in crate::gateway) fn hosts(&mut self, name: &str) -> Vec<(String, Network)> {
        let (Some(setting), Some(value)) = self.take_value(name) else { return Vec::new() };
        let Value::Object(members) = value else {
            self.add_setting_fault(setting);
            return Vec::new();
        };
        let mut hosts = Vec::new();
        for (host, network) in members {
            let excerpt: String = host.chars().take(100).collect();
            let network = Network::ALL.into_iter().find(|known_network| network == known_network.as_str());
            // The host of a request is compared in lower case and without its port.
            if OriginPattern::parse(&format!("https://{host}")).is_err() || host.contains([':', '*']) {
                self.faults.push(format!(
                    "`{name}`: {excerpt:?} must be a host name in lower case, without scheme, port and path"
                ));
            }
            match network {
                Some(network) => hosts.push((host, network)),
                None => self.faults.push(format!("`{name}`: {excerpt:?} must be \"mainnet\" or \"testnet\"")),
            }
        }
        hosts
    }

    /// Reads origins; `None` for every origin.
    pub(in crate::gateway) fn origins(&mut self, name: &str) -> Option<Vec<OriginPattern>> {
        self.list(name, OriginPattern::parse)
    }
}
