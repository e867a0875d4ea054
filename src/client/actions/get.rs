//! Get-methods of contracts, which run on the server.

use super::response::{Reading, read_hash, read_lt, read_response};
use super::{TransactionId, read_parameter};
use crate::cell::Cells;
use crate::client::{Client, Error, Transport};
use crate::error::{self, Code};
use crate::hash::Hash;
use crate::message::{BlockId, Stack, StackForm, StackValue, explain_exit_code};
use crate::types::Scalar;
use crate::types::v2::{InternalTransactionId, RunGetMethodRequest, RunGetMethodResult, TonBlockIdExt};

/// Exit codes that a liteserver returns for an account without code.
pub(super) const NO_CODE_EXIT_CODES: [i32; 2] = [-13, -256];

/// Options of [`Client::get`].
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
        read_parameter("address", address)?;
        let stack = Stack::new(arguments).to_entries(cells, StackForm::V2).map_err(|error| {
            let refusal = error::Error::new(Code::StackInvalid, error.to_string());
            match error.index.and_then(|index| u32::try_from(index).ok()) {
                Some(index) => refusal.at(index),
                None => refusal,
            }
        })?;
        let seqno = options.seqno.map(i32::try_from).transpose().map_err(|_| {
            error::Error::new(Code::InvalidOption, "`seqno` is above 2^31 - 1").parameter("seqno")
        })?;
        let method = method.into();
        let name = match &method {
            Scalar::Text(name) => name.clone(),
            Scalar::Number(number) => number.to_string(),
        };
        let request = RunGetMethodRequest { address: address.into(), method, stack, seqno };
        let response = self.for_requests().send(&request).await?;
        let (exit_code, gas_used) = read_response("runGetMethod", || {
            let exit_code =
                i32::try_from(response.exit_code).map_err(|_| "`exit_code` is not a number of 32 bits")?;
            let gas_used = u64::try_from(response.gas_used).map_err(|_| "`gas_used` is negative")?;
            Ok((exit_code, gas_used))
        })?;
        if !matches!(exit_code, 0 | 1) {
            return Err(get_method_failed(name, exit_code, gas_used));
        }
        read_response("runGetMethod", || {
            Ok(GetResult {
                stack: Stack::from_entries(cells, &response.stack).map_err(|error| error.to_string())?,
                exit_code,
                gas_used,
                block: read_block_at(&response, options.seqno)?,
                last_transaction: response
                    .last_transaction_id
                    .as_ref()
                    .map(read_transaction_id)
                    .transpose()?,
            })
        })
    }
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
