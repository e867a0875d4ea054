// Previews a message: its transaction, and the transactions of the messages that follow from it.

import { flag, pickOptions, positive, readSignal } from "../util/options.js";
import { judgeOutcome } from "../actions/outcome.js";
import { changesOf } from "./balance-changes.js";
import { configOf, seconds, timeOf } from "./emulate.js";
import { readMessage } from "./message-cell.js";
import { ready } from "./emulator.js";
import { MessageRun } from "./message-run.js";
import { NetworkReader } from "./network-reader.js";
import { startStopwatch } from "./stopwatch.js";
import { tokensOf } from "./tokens.js";

const REQUEST_OPTIONS = ["queueTimeoutMs", "retry"];
const OPTIONS = [
  ...REQUEST_OPTIONS,
  "signal",
  "timeoutMs",
  "from",
  "now",
  "seqno",
  "config",
  "ignoreSignature",
  "allowNewerVersion",
  "maxTransactions",
  "tokens",
];
const TIMEOUT_MS = 30_000;
const MOST_TRANSACTIONS = 64;

/** The options, checked. */
function readOptions(written) {
  const read = pickOptions(written, OPTIONS, "previewTransfer", ["timeout", "timeoutMs"]);
  return {
    ...read,
    signal: readSignal(read.signal),
    timeoutMs: positive("timeoutMs", read.timeoutMs, TIMEOUT_MS),
    maxTransactions: Math.floor(positive("maxTransactions", read.maxTransactions, MOST_TRANSACTIONS)),
    withTokens: flag("tokens", read.tokens, true),
    ignoreSignatures: flag("ignoreSignature", read.ignoreSignature, false),
    allowNewer: flag("allowNewerVersion", read.allowNewerVersion, false),
    givenConfig: read.config === undefined ? undefined : configOf(read.config),
  };
}

/** The message whose logical time comes first. @param {import("./message-run.js").Waiting[]} waiting */
function takeFirst(waiting) {
  let first = 0;
  for (let at = 1; at < waiting.length; at += 1)
    if (waiting[at].info.createdLt < waiting[first].info.createdLt) first = at;
  return waiting.splice(first, 1)[0];
}

/** @param {any} client @param {any} boc @param {any} [written] */
export async function previewTransfer(client, boc, written = {}) {
  await ready();
  const options = readOptions(written);
  const now = timeOf(options.now, seconds());
  const message = readMessage(boc, "boc", options.from, now);
  const watch = startStopwatch(options);
  try {
    return await watch.until(start(client, message, options, now, watch));
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.stop();
  }
}

async function start(client, message, options, now, watch) {
  await watch.check();
  const { queueTimeoutMs, retry, timeoutMs, seqno } = options;
  const requests = { signal: watch.signal, timeoutMs, queueTimeoutMs, retry };
  for (const name of REQUEST_OPTIONS) if (requests[name] === undefined) delete requests[name];
  const reader = new NetworkReader(client, requests, seqno);
  const config = options.givenConfig ?? (await reader.config());
  return preview(new MessageRun(reader, config, now, options, watch), message);
}

/** @param {MessageRun} run @param {{ cell: any, info: any }} message */
async function preview(run, message) {
  const top = [];
  const waiting = [{ ...message, children: top }];
  while (waiting.length > 0) {
    const next = takeFirst(waiting);
    if (run.nodes.length < run.options.maxTransactions) {
      waiting.push(...(await run.receive(next)));
      run.readAhead(waiting);
      continue;
    }
    next.children.push({ account: next.info.dest, status: "unknown", reason: "max_transactions" });
    run.complete = false;
  }
  const [root] = top;
  if (root.status !== "done") return root;
  const tokens = run.options.withTokens ? await tokensOf(run) : { jettons: [], nfts: [], unread: [] };
  return {
    status: "done",
    complete: run.complete,
    isRandom: run.isRandom,
    ...judgeOutcome(run.nodes, run.complete ? null : "a message could not be followed to its end"),
    root,
    transactions: run.nodes,
    ...changesOf(run.accounts, run.nodes),
    ...tokens,
  };
}
