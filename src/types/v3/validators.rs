//! Validators and elections.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::accounts::AddressBook;
use crate::types::descriptor::{Type, types};
use crate::types::macros::open_set;
use crate::types::wire::{Unknown, rows};

/// The types of this file.
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

/// Answer of `/validators/events`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorEventsResponse {
    /// First time, unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub start_utime: Option<i64>,
    /// Last time, unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub end_utime: Option<i64>,
    /// Events.
    #[serde(deserialize_with = "rows")]
    pub events: Vec<ValidatorEvent>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// An event of a validator's stake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorEvent {
    /// Hash of the transaction. Base64.
    pub tx_hash: String,
    /// Logical time of the transaction. Decimal text.
    pub tx_lt: String,
    /// When it was, unix seconds.
    pub utime: i64,
    /// What kind it is.
    #[serde(rename = "type")]
    pub kind: ValidatorEventKind,
    /// Whose stake it is. Raw form, upper-case hex.
    pub stake_holder_address: String,
    /// Public key of the validator. 64 upper-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub validator_pubkey: Option<String>,
    /// ADNL address. 64 upper-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub adnl_addr: Option<String>,
    /// Id of the election: the start of its cycle, unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub election_id: Option<i64>,
    /// Query id that the sender chose. Decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub query_id: Option<String>,
    /// Amount, in the smallest units of what is moved. Decimal text.
    pub amount: String,
    /// Code of the elector when it refused a stake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub reason: Option<i64>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/validators/elections`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorElectionsResponse {
    /// Elections.
    #[serde(deserialize_with = "rows")]
    pub elections: Vec<ValidatorElection>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// An election.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorElection {
    /// Id of the election: the start of its cycle, unix seconds.
    pub election_id: i64,
    /// When the election closes, unix seconds.
    pub elect_close: i64,
    /// Least stake. Nanotons, decimal text.
    pub min_stake: String,
    /// Stake in all. Nanotons, decimal text.
    pub total_stake: String,
    /// Number of participants.
    pub total_participants: i64,
    /// The election failed.
    pub failed: bool,
    /// It is over.
    pub finished: bool,
    /// Participants. Only with `return_participants=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "Vec<ValidatorElectionParticipant>")]
    pub participants: Option<Vec<ValidatorElectionParticipant>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A participant of an election.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorElectionParticipant {
    /// Public key of the validator. 64 upper-case hex digits.
    pub validator_pubkey: String,
    /// Position in the validator set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub validator_index: Option<i64>,
    /// Stake. Nanotons, decimal text.
    pub stake: String,
    /// Greatest ratio of a stake to the least one, in 1/65536.
    pub max_factor: i64,
    /// Whose stake it is. Raw form, upper-case hex.
    pub stake_holder_address: String,
    /// ADNL address. 64 upper-case hex digits.
    pub adnl_addr: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/validators/cycles`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorCyclesResponse {
    /// Validation cycles.
    #[serde(deserialize_with = "rows")]
    pub cycles: Vec<ValidatorCycle>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A validation cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorCycle {
    /// Id of the election: the start of its cycle, unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub election_id: Option<i64>,
    /// Start of the validation cycle, unix seconds.
    pub cycle_start: i64,
    /// End of the validation cycle, unix seconds.
    pub cycle_end: i64,
    /// Number of validators.
    pub total: i64,
    /// Number of masterchain validators.
    pub main: i64,
    /// Weight of all validators. Decimal text.
    pub total_weight: String,
    /// Stake in all. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub total_stake: Option<String>,
    /// Length of a cycle, seconds.
    pub validators_elected_for: i64,
    /// Elections start this many seconds before the cycle starts.
    pub elections_start_before: i64,
    /// Elections end this many seconds before the cycle starts.
    pub elections_end_before: i64,
    /// Stakes are held for this many seconds after the cycle.
    pub stake_held_for: i64,
    /// Most validators.
    pub max_validators: i64,
    /// Most masterchain validators.
    pub max_main_validators: i64,
    /// Least number of validators.
    pub min_validators: i64,
    /// Least stake. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub min_stake: Option<String>,
    /// Greatest stake elected. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub max_stake: Option<String>,
    /// Least stake allowed. Nanotons, decimal text.
    pub min_stake_limit: String,
    /// Greatest stake allowed. Nanotons, decimal text.
    pub max_stake_limit: String,
    /// Least stake in all. Nanotons, decimal text.
    pub min_total_stake: String,
    /// Greatest ratio of a stake to the least one, in 1/65536.
    pub max_stake_factor: i64,
    /// Validators. Only with `return_validators=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "Vec<ValidatorCycleValidator>")]
    pub validators: Option<Vec<ValidatorCycleValidator>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A validator of a cycle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorCycleValidator {
    /// Position in the validator set.
    pub validator_index: i64,
    /// Public key of the validator. 64 upper-case hex digits.
    pub validator_pubkey: String,
    /// ADNL address. 64 upper-case hex digits.
    pub adnl_addr: String,
    /// Weight. Decimal text.
    pub weight: String,
    /// Whose stake it is. Raw form, upper-case hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub stake_holder_address: Option<String>,
    /// Stake. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub stake: Option<String>,
    /// Greatest ratio of a stake to the least one, in 1/65536.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub max_factor: Option<i64>,
    /// Complaints.
    pub complaints: Vec<ValidatorComplaint>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A complaint about a validator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorComplaint {
    /// Start of the validation cycle, unix seconds.
    pub cycle_start: i64,
    /// Id of the election: the start of its cycle, unix seconds.
    pub election_id: i64,
    /// Hash of the complaint. Base64.
    pub complaint_hash: String,
    /// Public key of the validator. 64 upper-case hex digits.
    pub validator_pubkey: String,
    /// ADNL address. 64 upper-case hex digits.
    pub adnl_addr: Option<String>,
    /// Whose stake it is. Raw form, upper-case hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub stake_holder_address: Option<String>,
    /// Description, bag of cells. Base64.
    pub description_boc: String,
    /// When it was created, unix seconds.
    pub created_at: i64,
    /// Severity.
    pub severity: i64,
    /// Who gets the reward for the complaint. Raw form, upper-case hex.
    pub reward_address: String,
    /// Deposit paid for the complaint. Nanotons, decimal text.
    pub paid: String,
    /// Fine suggested. Nanotons, decimal text.
    pub suggested_fine: String,
    /// Part of the stake suggested as fine, in 1/2^32.
    pub suggested_fine_part: i64,
    /// Validators that voted for it.
    pub voted_validators: Option<Vec<ValidatorComplaintVote>>,
    /// Id of the validator set. Base64.
    pub vset_id: String,
    /// Weight still needed to pass. Decimal text.
    pub weight_remaining: String,
    /// Part of the validators' weight that voted for it, in percent.
    pub approved_percent: f64,
    /// The complaint has passed.
    pub is_passed: bool,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A vote for a complaint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorComplaintVote {
    /// Position in the validator set.
    pub validator_index: i64,
    /// Public key of the validator. 64 upper-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub validator_pubkey: Option<String>,
    /// ADNL address. 64 upper-case hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub adnl_addr: Option<String>,
    /// Weight. Decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub weight: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/validators/complaints`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ValidatorComplaintsResponse {
    /// Complaints.
    #[serde(deserialize_with = "rows")]
    pub complaints: Vec<ValidatorComplaint>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

open_set! {
    /// Kind of a validator's event.
    ValidatorEventKind {
        StakeAccepted = "stake_accepted",
        StakeRejected = "stake_rejected",
        StakeRecovered = "stake_recovered",
    }
}
