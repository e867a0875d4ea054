// One message at one account.

import { beginCell, parseBoc } from "../message/cell.js";
import { bytesOf } from "../message/inputs.js";
import { decodeTransaction } from "../message/decode.js";
import { bagOf, CONFIG, openConfig, whole } from "../tvm/contract.js";
import { fail, isList, kindOf } from "../util/error.js";
import { flag, pickOptions, positive } from "../util/options.js";
import { messagesOf, ready, runMessage, withoutTransaction } from "./emulator.js";
import { readMessage } from "./message-cell.js";

/** Instructions of a transaction: the gas of one that is not of a special account ends before. */
export const STEP_LIMIT = 1_000_000;
const RUN_OPTIONS = ["from", "now", "lt", "randomSeed", "ignoreSignature", "stepLimit"];
const OPTIONS = [...RUN_OPTIONS, "account", "message", "config", "libraries", "allowNewerVersion"];

export const seconds = () => Math.floor(Date.now() / 1000);

/** The configuration, opened. */
export function configOf(value) {
  if (value === undefined || value === null)
    throw fail("missing_parameter", "`config` is required: `config.bytes` of `client.v2.getConfigAll()`", {
      parameter: "config",
    });
  return value[CONFIG] ? value : openConfig(value);
}

/** A time of the options, or another one. */
export const timeOf = (now, otherwise) => Number(whole("now", now, 2n ** 32n - 1n) ?? otherwise);

/** Libraries of the options. */
function librariesOf(libraries = []) {
  if (!isList(libraries))
    throw fail("invalid_option", `\`libraries\` must be an array, not ${kindOf(libraries)}`, {
      parameter: "libraries",
    });
  return libraries.map((library) => bagOf(library, "libraries"));
}

function seedOf(seed) {
  if (seed === undefined) return undefined;
  const bytes = bytesOf(seed);
  if (bytes?.length === 32) return bytes;
  throw fail("invalid_option", "`randomSeed` must be 32 bytes", { parameter: "randomSeed" });
}

/** The surroundings of a transaction (block, time, configuration), from the options. */
function surroundingsOf(read, now) {
  return {
    config: configOf(read.config),
    now,
    lt: whole("lt", read.lt, 2n ** 63n - 1n),
    seed: seedOf(read.randomSeed),
    ignoreSignatures: flag("ignoreSignature", read.ignoreSignature, false),
    allowNewer: flag("allowNewerVersion", read.allowNewerVersion, false),
    steps: Math.min(positive("stepLimit", read.stepLimit, STEP_LIMIT), Number.MAX_SAFE_INTEGER),
    libraries: librariesOf(read.libraries),
  };
}

function outcomeOf(answer) {
  const none = withoutTransaction(answer);
  if (none) return none;
  const cell = parseBoc(answer.transaction);
  return {
    status: "done",
    transaction: decodeTransaction(cell),
    transactionCell: cell,
    account: parseBoc(answer.account),
    messages: messagesOf(cell),
    isRandom: answer.isRandom,
  };
}

/** @param {any} written */
export async function emulate(written) {
  const read = pickOptions(written, OPTIONS, "emulate");
  await ready();
  if (read.account === undefined)
    throw fail("missing_parameter", "`account` is required; `null` is an account that does not exist", {
      parameter: "account",
    });
  const now = timeOf(read.now, seconds());
  const surroundings = surroundingsOf(read, now);
  const message = readMessage(read.message, "message", read.from, now);
  const account = read.account === null ? undefined : bagOf(read.account, "account");
  return outcomeOf(runMessage(account, message.cell.toBoc({ crc32c: false }), surroundings));
}

/** An account with a contract whose storage statistics are unknown. */
function accountOf({ address, balance, code, data }) {
  const account = beginCell().storeUint(1, 1).storeAddress(address);
  // No cells, no hash, never paid, no debt, no transaction.
  account.storeUint(0, 3 + 3 + 3 + 32 + 1).storeUint(0, 64);
  account.storeCoins(whole("balance", balance ?? 0n, 2n ** 120n - 1n)).storeUint(0, 1);
  // A StateInit of code and data.
  account.storeUint(0b1_00_11_0, 6).storeRef(parseBoc(code)).storeRef(parseBoc(data));
  return account.endCell();
}

/** @param {any} contract what `openContract` read @param {any} message @param {any} [written] */
export async function emulateContract(contract, message, written = {}) {
  const read = pickOptions(written, [...RUN_OPTIONS, "config"], "a contract's emulate");
  const { config, libraries, allowNewerVersion, now } = contract;
  return emulate({ config, libraries, allowNewerVersion, now, ...read, account: accountOf(contract), message });
}
