// Locally computed get-methods have the server's results: for every code of the local chain, and every get-method that one of the codes may
// have. If one cannot be computed, the call fails with `needs_upstream`, and with `auto` it has the server's response.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createClient } from "ton-edge";
import { stackToCell } from "ton-edge/message";

import { startDevnet } from "../upstream/devnet/server.mjs";

const IS_FULL = process.env.TESTS_FULL === "1";
const METHODS = [
  "seqno",
  "get_public_key",
  "get_subwallet_id",
  "is_signature_allowed",
  "get_plugin_list",
  "get_extensions",
  "get_timeout",
  "get_last_clean_time",
  "get_jetton_data",
  "get_wallet_data",
  "get_status",
  "get_nft_data",
  "get_collection_data",
  "royalty_params",
  "get_static_data",
  "get_authority_address",
  "get_revoked_time",
  "get_editor",
  "get_multisig_data",
  "get_order_data",
  "get_pool_data",
  "list_nominators",
  "list_votes",
  "has_withdraw_requests",
  "get_vesting_data",
  "get_whitelist",
  "get_sale_data",
  "get_auction_info",
  "get_domain",
  "get_full_domain",
  "get_last_fill_up_time",
  "participant_list",
  "participant_list_extended",
  "active_election_id",
  "past_elections",
  "past_elections_list",
  "list_proposals",
  "no_such_method",
  85143,
];
/** Get-methods with arguments; an address stands for the account itself. */
const METHODS_WITH_ARGUMENTS = /** @type {[string, (address: string) => any[]][]} */ ([
  ["get_wallet_address", (address) => [address]],
  ["get_nft_address_by_index", () => [1n]],
  ["get_order_address", () => [0n]],
  ["get_locked_amount", () => [1_800_000_000n]],
  ["is_whitelisted", (address) => [address]],
  ["get_nominator_data", () => [0n]],
  ["get_wallet_data", () => [5n]],
]);
/** The only reasons for which calls of this world may go upstream. */
const REASONS = ["exit_code", "balance", "child_machine", "random"];

/** @type {any} */
let devnet;
let client;
before(
  async () => {
    devnet = await startDevnet({ world: IS_FULL ? "full" : "small" });
    await devnet.ready;
    client = createClient({
      baseUrl: devnet.url,
      rateLimit: false,
      retry: false,
      timeoutMs: 240_000,
      tvm: () => import("ton-edge/tvm"),
    });
  },
  { timeout: 300_000 },
);
after(() => devnet?.close());

/** Returns one account per code; all accounts in a full run. */
function listAccounts() {
  const rows = devnet.db.all(
    "SELECT a.account, s.code_hash FROM accounts a JOIN account_states s ON s.hash = a.state_hash ORDER BY a.account",
  );
  const seenHashes = new Set();
  return rows
    .filter(({ code_hash: hash }) => IS_FULL || (!seenHashes.has(hash) && seenHashes.add(hash)))
    .map(({ account }) => account);
}

/** An outcome in a form that can be compared. */
function toComparable({ ok, value, error }) {
  if (!ok) return { code: error.code, message: error.message, exitCode: error.exitCode };
  const { stack, local, ...rest } = value;
  return { ...rest, stack: stackToCell(stack).toBase64() };
}

test("each locally computed result equals the server's", { timeout: 600_000 }, async () => {
  const calls = listAccounts().flatMap((address) => [
    ...METHODS.map((method) => ({ address, method })),
    ...METHODS_WITH_ARGUMENTS.map(([method, args]) => ({ address, method, args: args(address) })),
  ]);
  const upstreamResults = await client.getMany(calls, { local: "never" });
  const localOutcomes = await client.getMany(calls, { local: "only" });
  const auto = await client.getMany(calls);
  assert.equal(upstreamResults.length, calls.length);

  let computedCount = 0;
  const reasons = {};
  const methods = new Set();
  for (const [index, call] of calls.entries()) {
    const label = `${call.address} ${call.method}`;
    const [neverOutcome, localOutcome, autoOutcome] = [upstreamResults[index], localOutcomes[index], auto[index]];
    assert.deepEqual(toComparable(autoOutcome), toComparable(neverOutcome), label);
    if (localOutcome.error?.code === "needs_upstream") {
      assert.ok(REASONS.includes(localOutcome.error.reason), `${label}: ${localOutcome.error.message}`);
      if (localOutcome.error.reason !== "balance")
        assert.equal(neverOutcome.error?.code, "get_method_failed", `${label} failed: ${localOutcome.error.message}`);
      if (localOutcome.error.reason === "exit_code")
        assert.equal(localOutcome.error.exitCode, neverOutcome.error.exitCode, label);
      assert.equal(autoOutcome.value?.local ?? false, false, label);
      reasons[localOutcome.error.reason] = (reasons[localOutcome.error.reason] ?? 0) + 1;
      continue;
    }
    assert.deepEqual(toComparable(localOutcome), toComparable(neverOutcome), label);
    if (!localOutcome.ok) continue;
    assert.ok(localOutcome.value.local && autoOutcome.value.local && !neverOutcome.value.local, label);
    computedCount += 1;
    methods.add(call.method);
  }
  assert.ok(computedCount > 70 && methods.size > 30, `${computedCount} results of ${methods.size} methods`);
  assert.ok(reasons.exit_code > 100, JSON.stringify(reasons));
});
