// What became of a transaction: whether it failed, and the chain's reason.

const SKIPPED = { no_gas: "no gas to run", no_state: "no contract deployed", bad_state: "wrong contract state" };

/**
 * Without a contract there is nothing to run, and a value that does not bounce has arrived, although the chain marks such a transaction as
 * aborted.
 * @param {any} description of a transaction of v3
 */
export function isFailed(description) {
  if (!description) return false;
  const { aborted, compute_ph: compute, action, bounce } = description;
  if (compute?.skipped && compute.reason === "no_state" && !bounce) return false;
  return aborted === true || compute?.success === false || action?.success === false;
}

/** In a few words; empty if the chain gives no reason. @param {any} description of a transaction that failed */
export function reasonOf({ compute_ph: compute, action }) {
  if (compute?.skipped) return SKIPPED[compute.reason] ?? "not run";
  if (compute?.success === false) return `exit code ${compute.exit_code}`;
  return action?.success === false ? `action result ${action.result_code}` : "";
}
