//! The virtual machine: get-methods computed from the code and data of a contract, without a request.
//!
//! A result is returned only if the network certainly returns the same. Otherwise the outcome is
//! [`Outcome::NeedsUpstream`] with the reason: an unsuccessful exit code, an instruction that this machine lacks, or
//! information that the caller did not pass. The machine is the crate `tycho-vm`; it has the instructions of TVM version
//! 12. A run that reaches an instruction changed by version 13 or 14 ends with [`Reason::Version`].
//!
//! ```
//! use ton_edge::tvm::{Contract, Limits, Outcome, method_id};
//! // A contract that pushes 7 in every get-method: `SETCP0 7 PUSHINT`.
//! let code = [0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 5, 0, 0, 6, 0xff, 0, 0x77];
//! let data = [0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 2, 0, 0, 0];
//! let stack = [0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 5, 0, 0, 6, 0, 0, 0];
//! let contract = Contract::open(&code, &data, [0; 32])?;
//! let outcome = contract.get(method_id("seqno"), &stack, Limits::default())?;
//! assert!(matches!(outcome, Outcome::Done { exit_code: 0, .. }));
//! # Ok::<(), ton_edge::error::Error>(())
//! ```

mod contract;
mod dictionary;
pub mod emulate;
mod run;
#[cfg(feature = "js-tvm")]
pub(crate) mod values;
mod watch;
mod work;

pub use contract::{Configuration, Contract};

use crate::crc16::compute_crc16;

/// The newest version of TVM whose differences this module knows.
pub const NEWEST_VERSION: u32 = 14;

/// Returns the id of a get-method by its name.
///
/// ```
/// assert_eq!(ton_edge::tvm::method_id("seqno"), 85143);
/// ```
#[must_use]
pub fn method_id(name: &str) -> u32 {
    u32::from(compute_crc16(name.as_bytes())) | 0x1_0000
}

/// The limits of a run of a get-method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum gas. Default: 1000000, as at TON Center.
    pub gas: u64,
    /// The maximum work, which includes operations that cost no gas. A unit is the CPU that a usual instruction takes for a unit of
    /// gas. Default: 2000000.
    pub work: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { gas: 1_000_000, work: 2_000_000 }
    }
}

/// The result of a get-method that succeeded; `S` is the form in which its stack is written.
pub(crate) struct Done<S> {
    pub(crate) exit_code: i32,
    pub(crate) gas_used: u64,
    pub(crate) steps: u64,
    pub(crate) stack: S,
}

/// The outcome of a get-method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The get-method succeeded, and the network returns the same result for this state.
    Done {
        /// The exit code, 0 or 1.
        exit_code: i32,
        /// Gas that was used.
        gas_used: u64,
        /// Instructions that ran.
        steps: u64,
        /// Units of work that were done.
        work: u64,
        /// A bag with the stack (`VmStack`).
        stack: Vec<u8>,
    },
    /// Only the network can compute the result.
    NeedsUpstream(Reason),
}

/// Why the result of a get-method is not certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The get-method ended with this exit code; only success is certain.
    ExitCode(i32),
    /// The get-method uses an instruction that is invalid, or that this machine lacks.
    Instruction,
    /// The get-method uses an instruction that differs in other versions of TVM.
    Version,
    /// The get-method reads the configuration of the network, which was not passed.
    Configuration,
    /// The get-method reads previous blocks.
    PreviousBlocks,
    /// The get-method reads the time or the logical time of the block, which was not passed.
    Time,
    /// The get-method reads the balance of the contract, which was not passed.
    Balance,
    /// The get-method uses a random number.
    Random,
    /// The get-method reads its whole context (register c7).
    Context,
    /// The get-method runs a nested virtual machine.
    ChildMachine,
    /// The get-method catches an exception of the machine, which may be another exception on the network.
    Exception,
    /// The get-method returns a continuation, which the service cannot express.
    Continuation,
    /// The get-method needs the library with this hash.
    Library([u8; 32]),
    /// It exceeds the limit of work, or its result is nested too deeply.
    TooComplex,
}

impl Reason {
    /// Returns the name of the reason in the npm package.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ExitCode(_) => "exit_code",
            Self::Instruction => "instruction",
            Self::Version => "version",
            Self::Configuration => "configuration",
            Self::PreviousBlocks => "previous_blocks",
            Self::Time => "time",
            Self::Balance => "balance",
            Self::Random => "random",
            Self::Context => "context",
            Self::ChildMachine => "child_machine",
            Self::Exception => "exception",
            Self::Continuation => "continuation",
            Self::Library(_) => "library",
            Self::TooComplex => "too_complex",
        }
    }
}
