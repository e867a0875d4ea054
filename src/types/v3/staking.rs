//! Types about nominator pools.

use super::accounts::AddressBook;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};
use crate::types::wire::rows;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    NominatorPoolInfo,
    ActiveNominatorInfo,
    NominatorPoolEventsResponse,
    NominatorPoolEvent,
    NominatorPoolsResponse,
    NominatorPoolPosition,
    NominatorRewardsResponse,
    NominatorReward,
    NominatorPoolValidatorEventsResponse,
    NominatorPoolValidatorEvent,
    NominatorPoolValidatorRewardsResponse,
    NominatorPoolValidatorReward,
    NominatorPoolEventKind,
    NominatorPoolValidatorEventKind
];

object!(
    /// Response of `/staking/nominatorPools/pool`.
    pub struct NominatorPoolInfo {
        /// Stake sent to the elector, in nanotons, as decimal text.
        pub stake_amount_sent: String,
        /// Stake of the validator, in nanotons, as decimal text.
        pub validator_amount: String,
        /// Validator, in raw form with upper-case hex.
        pub validator_address: String,
        /// Share of the rewards for the validator, in basis points.
        pub validator_reward_share: i64,
        /// State of the pool: 0 no stake sent, 1 sent, 2 in the elector.
        pub state: i64,
        /// Number of nominators.
        pub nominators_count: i64,
        /// Maximum number of nominators.
        pub max_nominators_count: i64,
        /// Minimum stake of the validator, in nanotons, as decimal text.
        pub min_validator_stake: String,
        /// Minimum stake of a nominator, in nanotons, as decimal text.
        pub min_nominator_stake: String,
        /// Nominators with stake in the pool.
        pub active_nominators: Option<Vec<ActiveNominatorInfo>>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A nominator of a pool.
    pub struct ActiveNominatorInfo {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Balance, in nanotons, as decimal text.
        pub balance: String,
        /// Stake that waits for the next cycle, in nanotons, as decimal text.
        pub pending_balance: String,
    }
);

object!(
    /// Response of `/staking/nominatorPools/nominatorEvents`.
    pub struct NominatorPoolEventsResponse {
        /// First time, in Unix seconds.
        #[optional]
        pub start_utime: Option<i64>,
        /// Last time, in Unix seconds.
        #[optional]
        pub end_utime: Option<i64>,
        /// Events.
        #[serde(deserialize_with = "rows")]
        pub events: Vec<NominatorPoolEvent>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// An event of a nominator.
    pub struct NominatorPoolEvent {
        /// Hash of the transaction, in base64.
        pub tx_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub tx_lt: String,
        /// Time, in Unix seconds.
        pub utime: i64,
        /// Pool, in raw form with upper-case hex.
        pub pool_address: String,
        /// Nominator, in raw form with upper-case hex.
        pub nominator_address: String,
        /// Kind of the event.
        #[serde(rename = "type")]
        pub kind: NominatorPoolEventKind,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: String,
        /// Change of the balance, signed, in nanotons, as decimal text.
        pub balance_delta: String,
        /// Change of the stake for the next cycle, signed, in nanotons, as decimal text.
        pub pending_balance_delta: String,
        /// Balance before the event, in nanotons, as decimal text.
        pub balance_before: String,
        /// Balance after the event, in nanotons, as decimal text.
        pub balance_after: String,
        /// Stake for the next cycle before the event, in nanotons, as decimal text.
        pub pending_balance_before: String,
        /// Stake for the next cycle after the event, in nanotons, as decimal text.
        pub pending_balance_after: String,
        /// Whether a withdrawal was requested before the event.
        pub withdraw_request_before: bool,
        /// Whether a withdrawal is requested after the event.
        pub withdraw_request_after: bool,
    }
);

object!(
    /// Response of `/staking/nominatorPools/nominator`.
    pub struct NominatorPoolsResponse {
        /// Pools.
        #[serde(deserialize_with = "rows")]
        pub nominator_pools: Vec<NominatorPoolPosition>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// Stake of a nominator in one pool.
    pub struct NominatorPoolPosition {
        /// Pool, in raw form with upper-case hex.
        pub pool_address: String,
        /// Balance, in nanotons, as decimal text.
        pub balance: String,
        /// Stake that waits for the next cycle, in nanotons, as decimal text.
        pub pending_balance: String,
    }
);

object!(
    /// Response of `/staking/nominatorPools/nominatorRewards`.
    pub struct NominatorRewardsResponse {
        /// First time, in Unix seconds.
        #[optional]
        pub start_utime: Option<i64>,
        /// Last time, in Unix seconds.
        #[optional]
        pub end_utime: Option<i64>,
        /// Sum of the rows of this page, in nanotons, as decimal text.
        pub total_on_page: String,
        /// Rewards.
        #[serde(deserialize_with = "rows")]
        pub rewards: Vec<NominatorReward>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A reward of a nominator.
    pub struct NominatorReward {
        /// Time, in Unix seconds.
        pub utime: i64,
        /// Reward, in nanotons, as decimal text.
        pub reward: String,
        /// Stake before the reward, in nanotons, as decimal text.
        pub stake_before: String,
        /// Hash of the transaction, in base64.
        pub tx_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub tx_lt: String,
    }
);

object!(
    /// Response of `/staking/nominatorPools/validatorEvents`.
    pub struct NominatorPoolValidatorEventsResponse {
        /// First time, in Unix seconds.
        #[optional]
        pub start_utime: Option<i64>,
        /// Last time, in Unix seconds.
        #[optional]
        pub end_utime: Option<i64>,
        /// Events.
        #[serde(deserialize_with = "rows")]
        pub events: Vec<NominatorPoolValidatorEvent>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// An event of a pool's validator.
    pub struct NominatorPoolValidatorEvent {
        /// Hash of the transaction, in base64.
        pub tx_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub tx_lt: String,
        /// Time, in Unix seconds.
        pub utime: i64,
        /// Pool, in raw form with upper-case hex.
        pub pool_address: String,
        /// Validator, in raw form with upper-case hex.
        pub validator_address: String,
        /// Kind of the event.
        #[serde(rename = "type")]
        pub kind: NominatorPoolValidatorEventKind,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: String,
        /// Change of the balance, signed, in nanotons, as decimal text.
        pub balance_delta: String,
        /// Balance before the event, in nanotons, as decimal text.
        pub balance_before: String,
        /// Balance after the event, in nanotons, as decimal text.
        pub balance_after: String,
        /// Query id that the sender chose, as decimal text.
        #[optional]
        pub query_id: Option<String>,
        /// Start of the validation cycle, in Unix seconds.
        #[optional]
        pub cycle_start: Option<i64>,
        /// Share of the rewards for the validator, in basis points.
        pub validator_reward_share: i64,
    }
);

object!(
    /// Response of `/staking/nominatorPools/validatorRewards`.
    pub struct NominatorPoolValidatorRewardsResponse {
        /// First time, in Unix seconds.
        #[optional]
        pub start_utime: Option<i64>,
        /// Last time, in Unix seconds.
        #[optional]
        pub end_utime: Option<i64>,
        /// Sum of the rows of this page, in nanotons, as decimal text.
        pub total_on_page: String,
        /// Rewards.
        #[serde(deserialize_with = "rows")]
        pub rewards: Vec<NominatorPoolValidatorReward>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A reward of a pool's validator.
    pub struct NominatorPoolValidatorReward {
        /// Time, in Unix seconds.
        pub utime: i64,
        /// Reward, in nanotons, as decimal text.
        pub reward: String,
        /// Balance before the event, in nanotons, as decimal text.
        pub balance_before: String,
        /// Hash of the transaction, in base64.
        pub tx_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub tx_lt: String,
        /// Start of the validation cycle, in Unix seconds.
        #[optional]
        pub cycle_start: Option<i64>,
        /// Query id that the sender chose, as decimal text.
        #[optional]
        pub query_id: Option<String>,
    }
);

open_set! {
    /// Kind of a nominator's event.
    NominatorPoolEventKind {
        Reward = "reward",
        Deposit = "deposit",
        Withdrawal = "withdrawal",
        PendingDepositActivation = "pending_deposit_activation",
        WithdrawalRequest = "withdrawal_request",
    }
}

open_set! {
    /// Kind of an event of a pool's validator.
    NominatorPoolValidatorEventKind {
        Reward = "reward",
        Penalty = "penalty",
        Deposit = "deposit",
        Withdrawal = "withdrawal",
    }
}
