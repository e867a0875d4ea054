//! Runs the machine step by step, and stops before any instruction whose result is not certain.

use tycho_vm::{VmError, VmException, VmState};

use super::Reason;
use super::watch::{self, KnownContext};
use super::work::{Work, count_gas};

/// Runs the machine and returns the exit code, as contracts and documents write it. Counts the work, also of a run whose
/// result is not certain.
pub(super) fn run(vm: &mut VmState<'_>, knowledge: KnownContext, work: &mut Work) -> Result<i32, Reason> {
    if vm.throw_on_code_access {
        return Err(Reason::Instruction);
    }
    let result = loop {
        let next = watch::check_instruction(vm, knowledge, work)?;
        let gas_before = count_gas(&vm.gas);
        let step_result = vm.step().and_then(|result| {
            vm.gas.try_consume(next.more_gas)?;
            Ok(result)
        });
        work.add((count_gas(&vm.gas) - gas_before).saturating_mul(next.units_per_gas))?;
        let result = match step_result {
            Ok(result) => result,
            Err(error) if error.is_out_of_gas() => {
                vm.steps += 1;
                vm.throw_out_of_gas()
            }
            Err(error) => match *error {
                // A contract can catch this exception, although the network would have run the instruction.
                VmError::InvalidOpcode => return Err(Reason::Instruction),
                // Since version 14, the network does not throw here.
                VmError::ControlRegisterRedefined => return Err(Reason::Version),
                _ => end_by_exception(vm, knowledge, error.as_exception())?,
            },
        };
        if let Some(hash) = vm.gas.missing_library() {
            return Err(Reason::Library(hash.0));
        }
        if vm.parent.is_some() {
            return Err(Reason::ChildMachine);
        }
        if result != 0 {
            break result;
        }
    };
    // A run only succeeds if its data can be stored.
    if result | 1 == -1 && !vm.try_commit() {
        return Ok(VmException::CellOverflow as i32);
    }
    Ok(!result)
}

/// Ends the run with an exception. If the contract handles it, the result is not certain: the network may throw another
/// one.
fn end_by_exception(
    vm: &mut VmState<'_>,
    knowledge: KnownContext,
    exception: VmException,
) -> Result<i32, Reason> {
    vm.steps += 1;
    match vm.throw_exception(exception as i32) {
        Ok(0) if !knowledge.exceptions => Err(Reason::Exception),
        Ok(result) => Ok(result),
        Err(error) if error.is_out_of_gas() => Ok(vm.throw_out_of_gas()),
        Err(_) => Ok(exception.as_exit_code()),
    }
}
