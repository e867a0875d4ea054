//! Resolves domains on chain: from the root resolver in the network's configuration through as many resolvers as needed (TEP-81).

use super::get::{GetOptions, NO_CODE_EXIT_CODES};
use super::response::{invalid_response, read_response};
use crate::address::{self, Address};
use crate::cell::{Cell, CellId, Cells, Limits, parse_text};
use crate::client::lock::lock;
use crate::client::{Client, Error, Transport};
use crate::error::{self, Code};
use crate::message::{DnsRecords, StackValue, encode_domain};
use crate::types::v2::GetConfigParamRequest;

/// The maximum number of resolvers of one name: each resolves at least one byte of the name, which has at most 127 bytes.
const MAX_HOPS: usize = 127;
/// The configuration parameter with the account of the root resolver.
const ROOT_PARAMETER: i32 = 4;
const NEXT_RESOLVER_TAG: u64 = 0xBA93;
/// The exit code of a contract without this get-method, which is not a resolver.
const NO_METHOD_EXIT_CODE: i32 = 11;

/// The result of a resolver.
struct ResolvedDomain {
    bits: i64,
    value: Option<CellId>,
}

impl<P: Transport> Client<P> {
    /// Returns the records of a domain; `None` if it does not exist. The result comes from the contracts of the domain, resolver by
    /// resolver, and does not depend on an index.
    ///
    /// # Errors
    /// As [`Client::get`]; `domain_is_address` for an address ([`Client::recipient`] takes both); `invalid_parameter` for a text that is not
    /// a domain; `invalid_response` if a resolver breaks the rules of TEP-81.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), ton_edge::client::Error> {
    /// if let Some(records) = client.dns("foundation.ton").await? {
    ///     println!("wallet {:?}, site {:?}", records.wallet, records.site);
    /// }
    /// # Ok(()) }
    /// ```
    pub async fn dns(&self, domain: &str) -> Result<Option<DnsRecords>, Error> {
        // If an address were resolved as a domain, the result would be "unknown", and the caller would think that the account is missing.
        if address::parse(domain).is_ok() {
            let message = "expected a domain, got an address: `Client::recipient` takes both";
            return Err(error::Error::new(Code::DomainIsAddress, message).parameter("domain").into());
        }
        let encoded_domain = encode_domain(domain).map_err(|error| {
            error::Error::new(Code::InvalidParameter, error.to_string()).parameter("domain")
        })?;
        let mut name = encoded_domain.as_slice();
        let mut resolver = self.root_resolver().await?;
        for _ in 0..MAX_HOPS {
            let mut cells = Cells::new();
            let Some(ResolvedDomain { bits, value: Some(value) }) =
                self.look_up(&mut cells, &resolver, name).await?
            else {
                return Ok(None);
            };
            if bits == 0 {
                return Ok(None);
            }
            let bytes = usize::try_from(bits).ok().filter(|bits| bits % 8 == 0).map(|bits| bits / 8);
            let Some(unresolved_name) = bytes.and_then(|bytes| name.get(bytes..)) else {
                return Err(invalid_response(format!(
                    "a resolver must resolve 8 to {} bits of the domain, in whole bytes, not {bits}",
                    8 * name.len()
                )));
            };
            if unresolved_name.is_empty() {
                let records = DnsRecords::load(&cells, Some(value));
                return records
                    .map(Some)
                    .map_err(|error| make_unreadable_error("records", &error.to_string()));
            }
            name = unresolved_name;
            let next_resolver = cells.get(value).ok_or("it is missing").and_then(read_resolver);
            resolver = next_resolver.map_err(|reason| make_unreadable_error("a next resolver", reason))?;
        }
        Err(invalid_response(format!("the domain needs more than {MAX_HOPS} resolvers")))
    }

    /// Returns the account that a domain names as its wallet; `None` if the domain does not exist or names none.
    ///
    /// # Errors
    /// As [`Client::dns`].
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), ton_edge::client::Error> {
    /// let wallet = client.resolve("foundation.ton").await?;
    /// # Ok(()) }
    /// ```
    pub async fn resolve(&self, domain: &str) -> Result<Option<Address>, Error> {
        Ok(self.dns(domain).await?.and_then(|records| records.wallet))
    }

    /// Returns the root resolver of the network. The client requests it once: the network's configuration almost never changes it.
    async fn root_resolver(&self) -> Result<Address, Error> {
        let root_resolver = *lock(&self.shared_state.actions.root_resolver);
        if let Some(root) = root_resolver {
            return Ok(root);
        }
        let request = GetConfigParamRequest { config_id: Some(ROOT_PARAMETER), ..Default::default() };
        let response = self.for_requests().send(&request).await?;
        let root = read_response("getConfigParam", || {
            let bag =
                parse_text(&response.config.bytes, &Limits::default()).map_err(|error| error.to_string())?;
            let mut slice =
                bag.root().map_err(|error| error.to_string())?.slice().map_err(|error| error.to_string())?;
            Ok(Address { workchain: -1, hash: slice.load_hash().map_err(|error| error.to_string())? })
        })?;
        *lock(&self.shared_state.actions.root_resolver) = Some(root);
        Ok(root)
    }

    /// Requests all records of a name from a resolver; `None` if the address has no resolver, as for a domain without
    /// an owner.
    async fn look_up(
        &self,
        cells: &mut Cells,
        resolver: &Address,
        name: &[u8],
    ) -> Result<Option<ResolvedDomain>, Error> {
        let domain = StackValue::bytes(cells, name)
            .map_err(|error| error::Error::new(Code::CellBuild, error.to_string()))?;
        let arguments = vec![domain, 0.into()];
        let account = resolver.to_raw();
        let result =
            match self.get(cells, account.as_str(), "dnsresolve", arguments, GetOptions::default()).await {
                Ok(result) => result,
                Err(error) if error.code == Code::GetMethodFailed => {
                    let is_no_resolver =
                        |code: i32| NO_CODE_EXIT_CODES.contains(&code) || code == NO_METHOD_EXIT_CODE;
                    return if error.exit_code.is_some_and(is_no_resolver) { Ok(None) } else { Err(error) };
                }
                Err(error) => return Err(error),
            };
        read_response("dnsresolve", || {
            let stack = &result.stack;
            let bits = stack.number(0).map_err(|error| error.to_string())?;
            let is_null = stack.is_null(1).map_err(|error| error.to_string())?;
            let value = if is_null { None } else { Some(stack.cell(1).map_err(|error| error.to_string())?) };
            Ok(Some(ResolvedDomain { bits, value }))
        })
    }
}

/// Makes the error of a cell that a resolver returned: the owner of a domain may write anything into it.
fn make_unreadable_error(content: &str, reason: &str) -> Error {
    invalid_response(format!("a resolver of the domain returned {content} that cannot be read: {reason}"))
}

/// Reads the next resolver that a contract names.
fn read_resolver(cell: Cell<'_>) -> Result<Address, &'static str> {
    const NO_RECORD: &str = "it is not a `dns_next_resolver` record of TEP-81";
    let mut slice = cell.slice().map_err(|_| NO_RECORD)?;
    if slice.load_u64(16) != Ok(NEXT_RESOLVER_TAG) {
        return Err(NO_RECORD);
    }
    slice.load_address().ok().flatten().ok_or("it names no account")
}
