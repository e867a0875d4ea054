//! Types about validators and elections.

use super::accounts::AddressBook;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};
use crate::types::wire::rows;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    ValidatorEventsResponse,
    ValidatorEvent,
    ValidatorElectionsResponse,
    ValidatorElection,
    ValidatorElectionParticipant,
    ValidatorCyclesResponse,
    ValidatorCycle,
    ValidatorCycleValidator,
    ValidatorComplaint,
    ValidatorComplaintVote,
    ValidatorComplaintsResponse,
    ValidatorEventKind
];

object!(
    /// Response of `/validators/events`.
    pub struct ValidatorEventsResponse {
        /// First time, in Unix seconds.
        #[optional]
        pub start_utime: Option<i64>,
        /// Last time, in Unix seconds.
        #[optional]
        pub end_utime: Option<i64>,
        /// Events.
        #[serde(deserialize_with = "rows")]
        pub events: Vec<ValidatorEvent>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// An event of a validator's stake.
    pub struct ValidatorEvent {
        /// Hash of the transaction, in base64.
        pub tx_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub tx_lt: String,
        /// Time, in Unix seconds.
        pub utime: i64,
        /// Kind of the event.
        #[serde(rename = "type")]
        pub kind: ValidatorEventKind,
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder_address: String,
        /// Public key of the validator: 64 upper-case hex digits.
        #[optional]
        pub validator_pubkey: Option<String>,
        /// ADNL address: 64 upper-case hex digits.
        #[optional]
        pub adnl_addr: Option<String>,
        /// Id of the election: the start of its cycle, in Unix seconds.
        #[optional]
        pub election_id: Option<i64>,
        /// Query id that the sender chose, as decimal text.
        #[optional]
        pub query_id: Option<String>,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: String,
        /// Code of the elector when it refused a stake.
        #[optional]
        pub reason: Option<i64>,
    }
);

object!(
    /// Response of `/validators/elections`.
    pub struct ValidatorElectionsResponse {
        /// Elections.
        #[serde(deserialize_with = "rows")]
        pub elections: Vec<ValidatorElection>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// An election.
    pub struct ValidatorElection {
        /// Id of the election: the start of its cycle, in Unix seconds.
        pub election_id: i64,
        /// When the election closes, in Unix seconds.
        pub elect_close: i64,
        /// Minimum stake that the elector accepts, in nanotons, as decimal text.
        pub min_stake: String,
        /// Total stake, in nanotons, as decimal text.
        pub total_stake: String,
        /// Number of participants.
        pub total_participants: i64,
        /// Whether the election failed.
        pub failed: bool,
        /// Whether the election has ended.
        pub finished: bool,
        /// Participants. Only with `return_participants=true`.
        #[optional]
        pub participants: Option<Vec<ValidatorElectionParticipant>>,
    }
);

object!(
    /// A participant of an election.
    pub struct ValidatorElectionParticipant {
        /// Public key of the validator: 64 upper-case hex digits.
        pub validator_pubkey: String,
        /// Position in the validator set.
        #[optional]
        pub validator_index: Option<i64>,
        /// Stake, in nanotons, as decimal text.
        pub stake: String,
        /// Maximum ratio of a stake to the smallest one, in 1/65536.
        pub max_factor: i64,
        /// Holder of the stake, in raw form with upper-case hex.
        pub stake_holder_address: String,
        /// ADNL address: 64 upper-case hex digits.
        pub adnl_addr: String,
    }
);

object!(
    /// Response of `/validators/cycles`.
    pub struct ValidatorCyclesResponse {
        /// Validation cycles.
        #[serde(deserialize_with = "rows")]
        pub cycles: Vec<ValidatorCycle>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A validation cycle.
    pub struct ValidatorCycle {
        /// Id of the election: the start of its cycle, in Unix seconds.
        #[optional]
        pub election_id: Option<i64>,
        /// Start of the validation cycle, in Unix seconds.
        pub cycle_start: i64,
        /// End of the validation cycle, in Unix seconds.
        pub cycle_end: i64,
        /// Number of validators.
        pub total: i64,
        /// Number of masterchain validators.
        pub main: i64,
        /// Weight of all validators, as decimal text.
        pub total_weight: String,
        /// Total stake, in nanotons, as decimal text.
        #[optional]
        pub total_stake: Option<String>,
        /// Length of a cycle, in seconds.
        pub validators_elected_for: i64,
        /// Elections start this many seconds before the cycle starts.
        pub elections_start_before: i64,
        /// Elections end this many seconds before the cycle starts.
        pub elections_end_before: i64,
        /// Stakes are held for this many seconds after the cycle.
        pub stake_held_for: i64,
        /// Maximum number of validators.
        pub max_validators: i64,
        /// Maximum number of masterchain validators.
        pub max_main_validators: i64,
        /// Minimum number of validators.
        pub min_validators: i64,
        /// Smallest stake elected, in nanotons, as decimal text.
        #[optional]
        pub min_stake: Option<String>,
        /// Largest stake elected, in nanotons, as decimal text.
        #[optional]
        pub max_stake: Option<String>,
        /// Minimum stake that the configuration allows, in nanotons, as decimal text.
        pub min_stake_limit: String,
        /// Maximum stake that the configuration allows, in nanotons, as decimal text.
        pub max_stake_limit: String,
        /// Minimum total stake, in nanotons, as decimal text.
        pub min_total_stake: String,
        /// Maximum ratio of a stake to the smallest one, in 1/65536.
        pub max_stake_factor: i64,
        /// Validators. Only with `return_validators=true`.
        #[optional]
        pub validators: Option<Vec<ValidatorCycleValidator>>,
    }
);

object!(
    /// A validator of a cycle.
    pub struct ValidatorCycleValidator {
        /// Position in the validator set.
        pub validator_index: i64,
        /// Public key of the validator: 64 upper-case hex digits.
        pub validator_pubkey: String,
        /// ADNL address: 64 upper-case hex digits.
        pub adnl_addr: String,
        /// Weight, as decimal text.
        pub weight: String,
        /// Holder of the stake, in raw form with upper-case hex.
        #[optional]
        pub stake_holder_address: Option<String>,
        /// Stake, in nanotons, as decimal text.
        #[optional]
        pub stake: Option<String>,
        /// Maximum ratio of a stake to the smallest one, in 1/65536.
        #[optional]
        pub max_factor: Option<i64>,
        /// Complaints.
        pub complaints: Vec<ValidatorComplaint>,
    }
);

object!(
    /// A complaint about a validator.
    pub struct ValidatorComplaint {
        /// Start of the validation cycle, in Unix seconds.
        pub cycle_start: i64,
        /// Id of the election: the start of its cycle, in Unix seconds.
        pub election_id: i64,
        /// Hash of the complaint, in base64.
        pub complaint_hash: String,
        /// Public key of the validator: 64 upper-case hex digits.
        pub validator_pubkey: String,
        /// ADNL address: 64 upper-case hex digits.
        pub adnl_addr: Option<String>,
        /// Holder of the stake, in raw form with upper-case hex.
        #[optional]
        pub stake_holder_address: Option<String>,
        /// Description: a bag of cells in base64.
        pub description_boc: String,
        /// Time of creation, in Unix seconds.
        pub created_at: i64,
        /// Severity.
        pub severity: i64,
        /// Receiver of the reward for the complaint, in raw form with upper-case hex.
        pub reward_address: String,
        /// Deposit paid for the complaint, in nanotons, as decimal text.
        pub paid: String,
        /// Fine suggested, in nanotons, as decimal text.
        pub suggested_fine: String,
        /// Part of the stake suggested as fine, in 1/2^32.
        pub suggested_fine_part: i64,
        /// Validators that voted for the complaint.
        pub voted_validators: Option<Vec<ValidatorComplaintVote>>,
        /// Id of the validator set, in base64.
        pub vset_id: String,
        /// Weight still needed to pass, as decimal text.
        pub weight_remaining: String,
        /// Part of the validators' weight that voted for it, in percent.
        pub approved_percent: f64,
        /// Whether the complaint has passed.
        pub is_passed: bool,
    }
);

object!(
    /// A vote for a complaint.
    pub struct ValidatorComplaintVote {
        /// Position in the validator set.
        pub validator_index: i64,
        /// Public key of the validator: 64 upper-case hex digits.
        #[optional]
        pub validator_pubkey: Option<String>,
        /// ADNL address: 64 upper-case hex digits.
        #[optional]
        pub adnl_addr: Option<String>,
        /// Weight, as decimal text.
        #[optional]
        pub weight: Option<String>,
    }
);

object!(
    /// Response of `/validators/complaints`.
    pub struct ValidatorComplaintsResponse {
        /// Complaints.
        #[serde(deserialize_with = "rows")]
        pub complaints: Vec<ValidatorComplaint>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

open_set! {
    /// Kind of a validator's event.
    ValidatorEventKind {
        StakeAccepted = "stake_accepted",
        StakeRejected = "stake_rejected",
        StakeRecovered = "stake_recovered",
    }
}
