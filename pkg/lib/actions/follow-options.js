// The options of calls that follow a message.

import { readChoiceOption, readFlagOption, pickOptions, readPositiveOption, readSignal } from "../util/options.js";
import { openPollTimer } from "./poll-timer.js";
import { toRawAddress } from "./raw-address.js";
import { getTime } from "./time.js";

const WAIT_VALUES = ["accepted", "executed", "trace"];
export const FINALITY = ["confirmed", "finalized"];
export const GENERATIONS = ["v3", "v2"];
export const FOLLOW_OPTIONS = [
  "wait",
  "finality",
  "generation",
  "signal",
  "timeoutMs",
  "pollIntervalMs",
  "stream",
  "validUntil",
  "account",
  "since",
];
export const SEND_OPTIONS = FOLLOW_OPTIONS.filter((name) => name !== "account" && name !== "since");

/**
 * Default timeouts. A request to a wallet is valid for a minute, and a block takes seconds. The messages that a request causes take longer.
 */
export const TIMEOUT_MS = { accepted: 30_000, executed: 90_000, trace: 180_000 };
const POLL_MS = 1500;
/** Seconds after `validUntil` for which a message that was executed in time may still be missing in responses. */
export const GRACE_SECONDS = 30;
/** Maximum age in seconds that is assumed for a message of unknown age. */
const LOOK_BACK_SECONDS = 600;
/** @param {import("./time.js").Time} time */
export const nowSeconds = (time) => Math.floor(time.now() / 1000);

/** Returns the options, checked, with the `time` that the call uses. */
export function readOptions(client, rawOptions, optionNames, callName, defaultWait) {
  const time = getTime(client);
  const options = pickOptions(rawOptions, optionNames, callName, ["timeout", "timeoutMs"]);
  const wait = readChoiceOption("wait", options.wait, WAIT_VALUES, defaultWait);
  const stream = readFlagOption("stream", options.stream, false);
  const timeoutMs = readPositiveOption("timeoutMs", options.timeoutMs, TIMEOUT_MS[wait]);
  return {
    wait,
    finality: readChoiceOption("finality", options.finality, FINALITY, "confirmed"),
    generation: readChoiceOption("generation", options.generation, GENERATIONS, undefined),
    signal: readSignal(options.signal),
    timeoutMs,
    time,
    until: time.now() + timeoutMs,
    pollIntervalMs: readPositiveOption("pollIntervalMs", options.pollIntervalMs, POLL_MS),
    /** Opens the timer of the polls; the stream shows what happens on the account that executes the message, if it is known. */
    openTimer: (account) => openPollTimer(client, account === undefined ? [] : [toRawAddress(account)], stream),
    validUntil: readPositiveOption("validUntil", options.validUntil, undefined),
    account: options.account,
    since: readPositiveOption("since", options.since, nowSeconds(time) - LOOK_BACK_SECONDS, true),
    isSinceGiven: options.since !== undefined,
  };
}
