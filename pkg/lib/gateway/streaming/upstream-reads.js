// The requests of a hub to the upstreams: with failover, retries and the upstream key, within the budget, as those of callers.

import { readFinality } from "../../live/finality.js";
import { fail } from "../../util/error.js";
import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { discardBody } from "../http/reply.js";
import { readAnyText } from "../upstream/body.js";

/** Timeout of one attempt in milliseconds. It is short, because an upstream that hangs delays events. */
const TIMEOUT_MS = 5000;
/** Maximum bytes of a response: 1000 transactions take about 5 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** There is no caller whose signal could abort the request. */
const NO_CALLER = {};

/**
 * @param {(context: import("../request-context.js").RequestContext) => any} forward sends a request upstream
 * @param {import("../request-context.js").RequestContext} openingContext that of the stream for which the hub was made
 * @param {() => import("../gateway.js").Gateway} getGateway the current gateway
 * @param {() => Promise<void>} waitForTurn resolves when the next request may be sent
 * @param {{ sharedReads: import("./shared-reads.js").SharedReads, onRequest: (operation: string, attempts: number) => void }} parts
 *   `sharedReads`: what other processes have read; `onRequest` is called after each request
 */
export function createUpstreamReads(forward, openingContext, getGateway, waitForTurn, { sharedReads, onRequest }) {
  const { network } = openingContext.verdict;

  async function readRows(operation, params, name) {
    await waitForTurn();
    const key = `${operation}?${new URLSearchParams(params)}`;
    return sharedReads.read([key], async () => new Map([[key, await requestOperation(operation, params, name)]]));
  }

  /** Reads the states of accounts. Another process may already have read each of them. @param {string[]} accounts */
  async function readStates(accounts) {
    await waitForTurn();
    const requestAccounts = (names) =>
      requestOperation("accountStates", [...listPairs("address", names), ["include_boc", "false"]], "accounts");
    return sharedReads.read(accounts, async (missingAccounts) => {
      const rows = new Map(missingAccounts.map((account) => [account, /** @type {any[]} */ ([])]));
      for (const row of await requestAccounts(missingAccounts)) {
        // `AccountFeed` refuses rows about other accounts, so such a row is passed on.
        const list = rows.get(String(row?.address).toUpperCase()) ?? rows.get(missingAccounts[0]);
        list?.push(row);
      }
      return rows;
    });
  }

  async function requestOperation(operation, params, name) {
    const gateway = getGateway();
    const query = new URLSearchParams(params).toString();
    const verdict = {
      network,
      generation: "v3",
      endpoint: operation,
      reads: true,
      timeout: TIMEOUT_MS,
      url: `${gateway.networks[network].urls[0]}/api/v3/${operation}?${query}`,
      verb: "GET",
      headers: { accept: "application/json" },
    };
    const record = openingContext.record.detach();
    record.about = verdict;
    const context = openingContext.derive({
      gateway,
      record,
      verdict,
      request: NO_CALLER,
      minSeqno: undefined,
      minLt: undefined,
    });
    let reply;
    try {
      reply = await forward(context);
    } finally {
      onRequest(operation, record.attempts);
    }
    const { status, body } = reply;
    if (status !== 200) {
      discardBody(body);
      throw fail("upstream_unavailable", `the upstream responded to ${operation} with ${status}`, { status });
    }
    return readList(operation, await readBody(context, body), name);
  }

  const listPairs = (name, values) => values.map((value) => [name, value]);
  const readTraces = (name, values) =>
    readRows(
      "traces",
      [...listPairs(name, values), ["limit", String(values.length)], ["include_actions", "true"]],
      "traces",
    );

  return {
    readStates,
    readTransactions: ({ account: accounts, sort, start_lt: startLt, limit }) =>
      readRows(
        "transactions",
        [...listPairs("account", accounts), ["sort", sort], ["start_lt", startLt], ["limit", String(limit)]],
        "transactions",
      ),
    isFinal: (row) => readFinality(row) === "finalized",
    /** @param {string[]} ids */
    readTraces: (ids) => readTraces("trace_id", ids),
    /** @param {string[]} hashes of messages */
    readMessageTraces: (hashes) => readTraces("msg_hash", hashes),
    /** @param {string[]} ids of traces @param {number} offset @param {number} limit */
    readActions: (ids, offset, limit) =>
      readRows(
        "actions",
        [
          ...listPairs("trace_id", ids),
          ["include_accounts", "true"],
          ["sort", "asc"],
          ["offset", String(offset)],
          ["limit", String(limit)],
        ],
        "actions",
      ),
    /** @param {string[]} owners @param {number} offset @param {number} limit */
    readWallets: (owners, offset, limit) =>
      readRows(
        "jetton/wallets",
        [...listPairs("owner_address", owners), ["offset", String(offset)], ["limit", String(limit)]],
        "jetton_wallets",
      ),
    now: () => performance.now(),
  };
}

async function readBody(context, body) {
  if (body === null || typeof body === "string") return body ?? "";
  const memory = new BodyInMemory(getByteCounter(context), false);
  try {
    const { text } = await readAnyText(body, MAX_BYTES, memory);
    if (text === undefined) throw fail("overloaded", "there is no room for the response of the upstream");
    return text;
  } finally {
    memory.forget();
  }
}

function readList(operation, text, name) {
  let rows;
  try {
    rows = JSON.parse(text)?.[name];
  } catch (cause) {
    throw fail("invalid_response", `the response of ${operation} is not JSON`, { cause });
  }
  if (Array.isArray(rows)) return rows;
  throw fail("invalid_response", `the response of ${operation} has no list \`${name}\``);
}
