// Previews a message: its transaction, and the transactions of all messages that it causes.

import { readFlagOption, pickOptions, readPositiveOption, readSignal } from "../util/options.js";
import { judgeOutcome } from "../actions/outcome.js";
import { listChanges } from "./balance-changes.js";
import { requireConfig, nowSeconds, readTime } from "./emulate.js";
import { readMessage } from "./message-cell.js";
import { ready } from "./emulator.js";
import { MessageRun } from "./message-run.js";
import { NetworkReader } from "./network-reader.js";
import { startStopwatch } from "./stopwatch.js";
import { readTokens } from "./tokens.js";

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
const DEFAULT_MAX_TRANSACTIONS = 64;

/** Returns the options, checked. */
function readOptions(rawOptions) {
  const options = pickOptions(rawOptions, OPTIONS, "previewTransfer", ["timeout", "timeoutMs"]);
  return {
    ...options,
    signal: readSignal(options.signal),
    timeoutMs: readPositiveOption("timeoutMs", options.timeoutMs, TIMEOUT_MS),
    maxTransactions: Math.floor(
      readPositiveOption("maxTransactions", options.maxTransactions, DEFAULT_MAX_TRANSACTIONS),
    ),
    withTokens: readFlagOption("tokens", options.tokens, true),
    ignoreSignatures: readFlagOption("ignoreSignature", options.ignoreSignature, false),
    allowNewer: readFlagOption("allowNewerVersion", options.allowNewerVersion, false),
    givenConfig: options.config === undefined ? undefined : requireConfig(options.config),
  };
}

/**
 * Removes and returns the message with the lowest logical time. @param {import("./message-run.js").WaitingMessage[]} waitingMessages
 */
function takeEarliestMessage(waitingMessages) {
  let earliestIndex = 0;
  for (let index = 1; index < waitingMessages.length; index += 1)
    if (waitingMessages[index].info.createdLt < waitingMessages[earliestIndex].info.createdLt) earliestIndex = index;
  return waitingMessages.splice(earliestIndex, 1)[0];
}

/** @param {any} client @param {any} boc @param {any} [rawOptions] */
export async function previewTransfer(client, boc, rawOptions = {}) {
  await ready();
  const options = readOptions(rawOptions);
  const now = readTime(options.now, nowSeconds());
  const message = readMessage(boc, "boc", options.from, now);
  const watch = startStopwatch(options);
  try {
    return await watch.until(startPreview(client, message, options, now, watch));
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.stop();
  }
}

async function startPreview(client, message, options, now, watch) {
  await watch.check();
  const { queueTimeoutMs, retry, timeoutMs, seqno } = options;
  const requestOptions = { signal: watch.signal, timeoutMs, queueTimeoutMs, retry };
  for (const name of REQUEST_OPTIONS) if (requestOptions[name] === undefined) delete requestOptions[name];
  const reader = new NetworkReader(client, requestOptions, seqno);
  const config = options.givenConfig ?? (await reader.config());
  return runPreview(new MessageRun(reader, config, now, options, watch), message);
}

/** @param {MessageRun} run @param {{ cell: any, info: any }} message */
async function runPreview(run, message) {
  const roots = [];
  const waitingMessages = [{ ...message, children: roots }];
  while (waitingMessages.length > 0) {
    const nextMessage = takeEarliestMessage(waitingMessages);
    if (run.nodes.length < run.options.maxTransactions) {
      waitingMessages.push(...(await run.receive(nextMessage)));
      run.readAhead(waitingMessages);
      continue;
    }
    nextMessage.children.push({ account: nextMessage.info.dest, status: "unknown", reason: "max_transactions" });
    run.complete = false;
  }
  const [root] = roots;
  if (root.status !== "done") return root;
  const tokens = run.options.withTokens ? await readTokens(run) : { jettons: [], nfts: [], unread: [] };
  return {
    status: "done",
    complete: run.complete,
    isRandom: run.isRandom,
    ...judgeOutcome(run.nodes, run.complete ? null : "a message could not be run"),
    root,
    transactions: run.nodes,
    ...listChanges(run.accounts, run.nodes),
    ...tokens,
  };
}
