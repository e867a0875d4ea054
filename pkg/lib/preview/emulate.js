// Runs a message on an account.

import { beginCell, parseBoc } from "../message/cell.js";
import { toBytes } from "../message/inputs.js";
import { decodeTransaction } from "../message/decode.js";
import { readBag, CONFIG_NUMBER, openConfig, readWholeNumber, WORK_LIMIT } from "../tvm/contract.js";
import { fail, isList, kindOf } from "../util/error.js";
import { readFlagOption, pickOptions, readPositiveOption } from "../util/options.js";
import { listSentMessages, ready, runMessage, explainMissingTransaction } from "./emulator.js";
import { readMessage } from "./message-cell.js";

const RUN_OPTIONS = ["from", "now", "lt", "randomSeed", "ignoreSignature", "workLimit"];
const OPTIONS = [...RUN_OPTIONS, "account", "message", "config", "libraries", "allowNewerVersion"];

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Returns the opened configuration. */
export function requireConfig(value) {
  if (value === undefined || value === null)
    throw fail("missing_parameter", "`config` is required: `config.bytes` of `client.v2.getConfigAll()`", {
      parameter: "config",
    });
  return value[CONFIG_NUMBER] ? value : openConfig(value);
}

/** Reads a time from the options, with a default. */
export const readTime = (now, fallback) => Number(readWholeNumber("now", now, 2n ** 32n - 1n) ?? fallback);

/** Reads the libraries from the options. */
function readLibraries(libraries = []) {
  if (!isList(libraries))
    throw fail("invalid_option", `\`libraries\` must be an array, not ${kindOf(libraries)}`, {
      parameter: "libraries",
    });
  return libraries.map((library) => readBag(library, "libraries"));
}

function readSeed(seed) {
  if (seed === undefined) return undefined;
  const bytes = toBytes(seed);
  if (bytes?.length === 32) return bytes;
  throw fail("invalid_option", "`randomSeed` must be 32 bytes", { parameter: "randomSeed" });
}

/** Reads the environment of a transaction (block, time, configuration) from the options. */
function readEnvironment(options, now) {
  return {
    config: requireConfig(options.config),
    now,
    lt: readWholeNumber("lt", options.lt, 2n ** 63n - 1n),
    seed: readSeed(options.randomSeed),
    ignoreSignatures: readFlagOption("ignoreSignature", options.ignoreSignature, false),
    allowNewer: readFlagOption("allowNewerVersion", options.allowNewerVersion, false),
    work: Math.min(readPositiveOption("workLimit", options.workLimit, WORK_LIMIT), Number.MAX_SAFE_INTEGER),
    libraries: readLibraries(options.libraries),
  };
}

function toOutcome(result) {
  const failure = explainMissingTransaction(result);
  if (failure) return failure;
  const cell = parseBoc(result.transaction);
  return {
    status: "done",
    transaction: decodeTransaction(cell),
    transactionCell: cell,
    account: parseBoc(result.account),
    messages: listSentMessages(cell),
    isRandom: result.isRandom,
  };
}

/** @param {any} rawOptions */
export async function emulate(rawOptions) {
  const options = pickOptions(rawOptions, OPTIONS, "emulate");
  await ready();
  if (options.account === undefined)
    throw fail("missing_parameter", "`account` is required; pass `null` for an account that does not exist", {
      parameter: "account",
    });
  const now = readTime(options.now, nowSeconds());
  const environment = readEnvironment(options, now);
  const message = readMessage(options.message, "message", options.from, now);
  const account = options.account === null ? undefined : readBag(options.account, "account");
  return toOutcome(runMessage(account, message.cell.toBoc({ crc32c: false }), environment));
}

/** Builds the cell of an account with a contract, without known storage statistics. */
function buildAccount({ address, balance, code, data }) {
  const account = beginCell().storeUint(1, 1).storeAddress(address);
  // Empty storage statistics, no storage payment so far, no debt, and no last transaction.
  account.storeUint(0, 3 + 3 + 3 + 32 + 1).storeUint(0, 64);
  account.storeCoins(readWholeNumber("balance", balance ?? 0n, 2n ** 120n - 1n)).storeUint(0, 1);
  // The account is active: a StateInit with code and data.
  account.storeUint(0b1_00_11_0, 6).storeRef(parseBoc(code)).storeRef(parseBoc(data));
  return account.endCell();
}

/** @param {any} contract the result of `openContract` @param {any} message @param {any} [rawOptions] */
export async function emulateContract(contract, message, rawOptions = {}) {
  const options = pickOptions(rawOptions, [...RUN_OPTIONS, "config"], "a contract's emulate");
  const { config, libraries, allowNewerVersion, now } = contract;
  return emulate({ config, libraries, allowNewerVersion, now, ...options, account: buildAccount(contract), message });
}
