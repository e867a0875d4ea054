//! Get-methods of contracts, which run on the server: one, one of the table with typed arguments and result, or many.

use super::response::{Reading, read_hash, read_lt, read_response};
use super::{TransactionId, join_all, read_parameter};
use crate::cell::Cells;
use crate::client::lock::lock;
use crate::client::{Client, Error, Transport};
use crate::error::{self, Code};
use crate::hash::Hash;
use crate::message::{BlockId, GetMethod, ReadMethod, Stack, StackForm, StackValue, explain_exit_code};
use crate::types::Scalar;
use crate::types::v2::{InternalTransactionId, RunGetMethodRequest, RunGetMethodResult, TonBlockIdExt};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Exit codes that a liteserver returns for an account without code.
pub(super) const NO_CODE_EXIT_CODES: [i32; 2] = [-13, -256];

/// The maximum number of calls of [`Client::get_many`].
const MAX_CALLS: usize = 10_000;
/// The maximum number of arguments of all calls together, those within tuples and lists included.
const MAX_ARGUMENTS: usize = 1 << 18;
/// The maximum number of calls that run at the same time.
const MAX_CONCURRENT_CALLS: usize = 64;

/// Options of [`Client::get`], [`Client::read`] and [`Client::get_many`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GetOptions {
    /// The number of the masterchain block to which the state belongs. Default: the last one.
    pub seqno: Option<u32>,
}

/// The result of a get-method.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GetResult {
    /// The values that the get-method returned. Their cells are in the arena of the call.
    pub stack: Stack<'static>,
    /// 0 or 1: both mean success.
    pub exit_code: i32,
    /// The gas that was used.
    pub gas_used: u64,
    /// The masterchain block of the state; `None` from servers that do not return it.
    pub block: Option<BlockId>,
    /// The last transaction of the account; `None` from servers that do not return it.
    pub last_transaction: Option<TransactionId>,
}

/// A call of [`Client::get_many`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetCall {
    /// The contract, in any form.
    pub address: String,
    /// The name of the get-method, or its number.
    pub method: Scalar,
    /// The arguments, whose cells are in the arena of the call.
    pub arguments: Vec<StackValue>,
}

impl GetCall {
    /// Makes a call.
    #[must_use]
    pub fn new(address: impl Into<String>, method: impl Into<Scalar>, arguments: Vec<StackValue>) -> Self {
        Self { address: address.into(), method: method.into(), arguments }
    }
}

impl<P: Transport> Client<P> {
    /// Runs a get-method of a contract, by its name or number, and returns its stack. Arguments and results are values of a [`Stack`], whose
    /// cells are in `cells`.
    ///
    /// # Errors
    /// As [`Client::call`]; `get_method_failed` with the exit code, also for an account without a contract; `stack_invalid` for arguments
    /// that the service has no form for; `invalid_response` for a stack that cannot be read, or for another block than that of the options.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), Box<dyn std::error::Error>> {
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::StackValue;
    /// let (master, owner) = ("EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N");
    /// let mut cells = Cells::new();
    /// let arguments = vec![StackValue::address(&mut cells, Some(&owner.parse()?))?];
    /// let result = client.get(&mut cells, master, "get_wallet_address", arguments, Default::default()).await?;
    /// let wallet = result.stack.address(&cells, 0)?;
    /// # Ok(()) }
    /// ```
    pub async fn get(
        &self,
        cells: &mut Cells,
        address: &str,
        method: impl Into<Scalar>,
        arguments: Vec<StackValue>,
        options: GetOptions,
    ) -> Result<GetResult, Error> {
        let call = PlannedCall::new(cells, &GetCall::new(address, method, arguments), options)?;
        let response = self.run_get_method(&call).await?;
        call.read_result(cells, &response)
    }

    /// Runs a get-method of the table [`GET_METHODS`](crate::message::GET_METHODS), and decodes its result. Each get-method has a type that has its
    /// arguments as fields, such as [`GetWalletAddress`](crate::message::GetWalletAddress).
    ///
    /// # Errors
    /// As [`Client::get`]; `stack_invalid` with the item as `parameter` if the contract returned other values.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), Box<dyn std::error::Error>> {
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::{GetWalletAddress, GetWalletData};
    /// let (master, owner) = ("EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N");
    /// let (mut cells, options) = (Cells::new(), Default::default());
    /// let of_owner = GetWalletAddress { owner_address: owner.parse()? };
    /// let wallet = client.read(&mut cells, master, of_owner, options).await?.ok_or("there is no jetton wallet")?;
    /// let data = client.read(&mut cells, &wallet.to_string(), GetWalletData, options).await?;
    /// println!("{} units", data.balance);
    /// # Ok(()) }
    /// ```
    pub async fn read<M: ReadMethod>(
        &self,
        cells: &mut Cells,
        address: &str,
        method: M,
        options: GetOptions,
    ) -> Result<M::Output, Error> {
        let GetMethod { name, results, .. } = M::METHOD;
        let arguments = method.write_arguments(cells).map_err(|error| {
            error::Error::new(Code::CellBuild, format!("the arguments of `{name}`: {error}"))
        })?;
        let GetResult { stack, .. } = self.get(cells, address, name, arguments, options).await?;
        let build_stack_error = |parameter: String, message: String| {
            error::Error::new(Code::StackInvalid, message).parameter(parameter)
        };
        if stack.len() < results.len() {
            let message = format!("`{name}` returned {} items, not {}", stack.len(), results.len());
            return Err(build_stack_error(name.into(), message).into());
        }
        M::read_result(cells, &stack).map_err(|error| {
            let item = error.index.and_then(|index| results.get(index)).filter(|item| !item.name.is_empty());
            let item = item.map_or_else(|| name.to_owned(), |item| format!("{name}.{}", item.name));
            let item_error = build_stack_error(item.clone(), format!("`{item}`: {error}"));
            let index = error.index.and_then(|index| u32::try_from(index).ok());
            index.map_or_else(|| item_error.clone(), |index| item_error.clone().at(index)).into()
        })
    }

    /// Runs up to 10000 get-methods, within the client's rate limit, and returns their results in the same order. An error of one contract or
    /// one request affects only its own call. Cells of arguments and results are in `cells`.
    ///
    /// # Errors
    /// Before the first request, if calls or options are invalid, with the position of the call in `parameter`: `stack_invalid`,
    /// `invalid_parameter`, `invalid_option`, errors of addresses, and `too_long` for more calls or arguments.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), Box<dyn std::error::Error>> {
    /// use ton_edge::cell::Cells;
    /// use ton_edge::client::GetCall;
    /// let wallets = ["EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs"];
    /// let calls = wallets.map(|address| GetCall::new(address, "seqno", Vec::new()));
    /// for (address, result) in wallets.iter().zip(client.get_many(&mut Cells::new(), &calls, Default::default()).await?) {
    ///     match result {
    ///         Ok(result) => println!("{address}: {}", result.stack.number::<u32>(0)?),
    ///         Err(error) => println!("{address}: {error}"),
    ///     }
    /// }
    /// # Ok(()) }
    /// ```
    pub async fn get_many(
        &self,
        cells: &mut Cells,
        calls: &[GetCall],
        options: GetOptions,
    ) -> Result<Vec<Result<GetResult, Error>>, Error> {
        let calls = plan_calls(cells, calls, options)?;
        let (next, responses) = (AtomicUsize::new(0), Mutex::default());
        let workers = (0..MAX_CONCURRENT_CALLS).map(|_| self.run_calls(&calls, &next, &responses)).collect();
        join_all(workers).await;
        let responses = core::mem::take(&mut *lock(&responses));
        let read = |(call, response): (&PlannedCall, Result<_, _>)| {
            response.and_then(|response| call.read_result(cells, &response))
        };
        Ok(calls.iter().zip(responses.into_values()).map(read).collect())
    }

    /// Runs one call after the other, until none is left.
    async fn run_calls(&self, calls: &[PlannedCall], next: &AtomicUsize, responses: &Mutex<Responses>) {
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let Some(call) = calls.get(position) else { return };
            let response = self.run_get_method(call).await;
            lock(responses).insert(position, response);
        }
    }

    /// Runs a get-method on the server. Its exit code is 0 or 1.
    async fn run_get_method(&self, call: &PlannedCall) -> Result<RunGetMethodResult, Error> {
        let response = self.for_requests().send(&call.request).await?;
        let (exit_code, gas_used) = read_counts(&response)?;
        if matches!(exit_code, 0 | 1) {
            Ok(response)
        } else {
            Err(get_method_failed(call.name(), exit_code, gas_used))
        }
    }
}

/// The responses to calls, by the positions of the calls.
type Responses = BTreeMap<usize, Result<RunGetMethodResult, Error>>;

/// A call whose address, arguments and options are checked.
struct PlannedCall {
    request: RunGetMethodRequest,
    seqno: Option<u32>,
}

impl PlannedCall {
    fn new(cells: &Cells, call: &GetCall, options: GetOptions) -> Result<Self, Error> {
        let GetCall { address, method, arguments } = call;
        read_parameter("address", address)?;
        let stack = Stack::new(arguments.clone()).to_entries(cells, StackForm::V2).map_err(|error| {
            let refusal = error::Error::new(Code::StackInvalid, error.to_string());
            match error.index.and_then(|index| u32::try_from(index).ok()) {
                Some(index) => refusal.at(index),
                None => refusal,
            }
        })?;
        let seqno = options.seqno.map(i32::try_from).transpose().map_err(|_| {
            error::Error::new(Code::InvalidOption, "`seqno` is above 2^31 - 1").parameter("seqno")
        })?;
        let request = RunGetMethodRequest { address: address.clone(), method: method.clone(), stack, seqno };
        Ok(Self { request, seqno: options.seqno })
    }

    fn name(&self) -> String {
        match &self.request.method {
            Scalar::Text(name) => name.clone(),
            Scalar::Number(number) => number.to_string(),
        }
    }

    fn read_result(&self, cells: &mut Cells, response: &RunGetMethodResult) -> Result<GetResult, Error> {
        let (exit_code, gas_used) = read_counts(response)?;
        read_response("runGetMethod", || {
            Ok(GetResult {
                stack: Stack::from_entries(cells, &response.stack).map_err(|error| error.to_string())?,
                exit_code,
                gas_used,
                block: read_block_at(response, self.seqno)?,
                last_transaction: response
                    .last_transaction_id
                    .as_ref()
                    .map(read_transaction_id)
                    .transpose()?,
            })
        })
    }
}

/// Checks each call before the first request.
fn plan_calls(cells: &Cells, calls: &[GetCall], options: GetOptions) -> Result<Vec<PlannedCall>, Error> {
    let build_length_error = |message: String| error::Error::new(Code::TooLong, message);
    if calls.len() > MAX_CALLS {
        let refusal = build_length_error(format!("`calls` has more than {MAX_CALLS} calls"));
        return Err(refusal.parameter("calls").into());
    }
    let mut remaining_values = MAX_ARGUMENTS;
    let plan = |(position, call): (usize, &GetCall)| {
        let planned_call = match &call.method {
            Scalar::Text(name) if name.is_empty() => {
                Err(error::Error::new(Code::InvalidParameter, "the name of the get-method is empty").into())
            }
            _ => PlannedCall::new(cells, call, options),
        };
        let planned_call = planned_call.and_then(|planned_call| {
            let remaining_count = remaining_values.checked_sub(count_values(&call.arguments));
            let message = format!("the calls have more than {MAX_ARGUMENTS} arguments together");
            remaining_values = remaining_count.ok_or_else(|| build_length_error(message))?;
            Ok(planned_call)
        });
        planned_call.map_err(|refusal: Error| {
            if refusal.code == Code::InvalidOption {
                return refusal;
            }
            let message = format!("call {position} of `get_many`: {}", refusal.message);
            let error = error::Error::new(refusal.code, message).parameter(format!("calls[{position}]"));
            refusal.index.map_or_else(|| error.clone(), |index| error.clone().at(index)).into()
        })
    };
    calls.iter().enumerate().map(plan).collect()
}

/// Counts values with those in tuples and lists. Their nesting is bounded, since they have been written as entries.
fn count_values(values: &[StackValue]) -> usize {
    let inner_count = values.iter().map(|value| match value {
        StackValue::Tuple(items) | StackValue::List(items) => count_values(items),
        _ => 0,
    });
    values.len() + inner_count.sum::<usize>()
}

fn read_counts(response: &RunGetMethodResult) -> Result<(i32, u64), Error> {
    read_response("runGetMethod", || {
        let exit_code =
            i32::try_from(response.exit_code).map_err(|_| "`exit_code` is not a number of 32 bits")?;
        let gas_used = u64::try_from(response.gas_used).map_err(|_| "`gas_used` is negative")?;
        Ok((exit_code, gas_used))
    })
}

/// Makes the error of a get-method whose exit code is not 0 or 1.
fn get_method_failed(name: String, exit_code: i32, gas_used: u64) -> Error {
    let meaning = if NO_CODE_EXIT_CODES.contains(&exit_code) && gas_used == 0 {
        ": the account has no contract".into()
    } else {
        explain_exit_code(exit_code)
            .map_or_else(|| ", which the contract chose".into(), |meaning| format!(": {meaning}"))
    };
    let message = format!("`{name}` failed with exit code {exit_code}{meaning}");
    let mut error = error::Error::new(Code::GetMethodFailed, message).parameter(name);
    error.exit_code = Some(exit_code);
    error.into()
}

/// Returns the block of the response. Servers before 2.1 omit it.
fn read_block_at(response: &RunGetMethodResult, seqno: Option<u32>) -> Reading<Option<BlockId>> {
    let Some(id) = &response.block_id else { return Ok(None) };
    let block = read_block(id)?;
    match seqno.filter(|seqno| *seqno != block.seqno) {
        Some(seqno) => Err(format!("`block_id.seqno` is {}, but the request is about {seqno}", block.seqno)),
        None => Ok(Some(block)),
    }
}

fn read_block(id: &TonBlockIdExt) -> Reading<BlockId> {
    let shard = id.shard.parse::<i64>().map_err(|_| "`shard` is not a number of 64 bits")?;
    Ok(BlockId {
        workchain: i32::try_from(id.workchain).map_err(|_| "`workchain` is not a number of 32 bits")?,
        shard: shard.cast_unsigned(),
        seqno: u32::try_from(id.seqno).map_err(|_| "`seqno` is not a number of 32 bits")?,
        root_hash: read_hash("root_hash", &id.root_hash)?,
        file_hash: read_hash("file_hash", &id.file_hash)?,
    })
}

/// Reads the id of a transaction of v2. The id of no transaction has the logical time 0, and its hash may be empty.
pub(super) fn read_transaction_id(id: &InternalTransactionId) -> Reading<TransactionId> {
    let lt = read_lt("last_transaction_id.lt", &id.lt)?;
    let hash = if lt == 0 && id.hash.is_empty() {
        Hash([0; 32])
    } else {
        read_hash("last_transaction_id.hash", &id.hash)?
    };
    Ok(TransactionId { lt, hash })
}
