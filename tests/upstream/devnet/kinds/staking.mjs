// Nominator pools with the contract of the TON Foundation: https://github.com/ton-blockchain/nominator-pool

/** Nominators are on the basechain, the validator is on the masterchain; a pool stores only their hashes. */
const makeAccount = (/** @type {number} */ workchain, /** @type {bigint} */ hash) =>
  `${workchain}:${hash.toString(16).toUpperCase().padStart(64, "0")}`;

/** @type {Record<string, import("./index.mjs").Kind>} */
export const KINDS = {
  // The name that the service gives to nominator pools.
  tv_pool: {
    probe: "get_pool_data",
    results: 17,
    followed: true,
    async read(contract) {
      const data = await contract.ask("get_pool_data");
      const [state, count, sentAmount, ownAmount, validator, rewardShare, maxNominators, minValidator, minNominator] =
        Array.from({ length: 9 }, () => data.integer());
      data.maybeCell();
      data.maybeCell();
      const stakeAt = data.integer();
      const nominators = (await contract.ask("list_nominators")).tuples().map((nominator) => ({
        address: makeAccount(0, nominator.integer()),
        balance: String(nominator.integer()),
        pending_balance: String(nominator.integer()),
        withdraws: nominator.flag(),
      }));
      nominators.sort((a, b) => (a.address < b.address ? -1 : 1));
      if (BigInt(nominators.length) !== count) return undefined;
      const address = makeAccount(-1, validator);
      return {
        owner: address,
        details: {
          stake_amount_sent: String(sentAmount),
          validator_amount: String(ownAmount),
          validator_address: address,
          validator_reward_share: Number(rewardShare),
          state: Number(state),
          nominators_count: Number(count),
          max_nominators_count: Number(maxNominators),
          min_validator_stake: String(minValidator),
          min_nominator_stake: String(minNominator),
          active_nominators: nominators.map(({ withdraws, ...nominator }) => nominator),
          // Not in v3, but needed for the events.
          withdraw_requests: nominators.filter(({ withdraws }) => withdraws).map(({ address: of }) => of),
          stake_at: Number(stakeAt),
        },
      };
    },
  },
};
