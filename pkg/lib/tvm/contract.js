// Contracts whose get-methods run in tvm.wasm. The module keeps a few contracts open; others are opened again when needed.

import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { readFlagOption, isPlainObject, pickOptions, readPositiveOption } from "../util/options.js";
import { beginCell, buildDict, toCell } from "../message/cell.js";
import { explainExitCode } from "../message/get-methods.js";
import { stackToCell } from "../message/stack-cell.js";
import { encodeHex } from "../message/text.js";
import { core } from "../wasm/tvm.js";
import { readValues } from "./values.js";

const OPTIONS = [
  "code",
  "data",
  "address",
  "balance",
  "extraCurrencies",
  "libraries",
  "config",
  "now",
  "blockLt",
  "allowNewerVersion",
  "gasLimit",
  "workLimit",
];
const LIMITS = ["gasLimit", "workLimit"];

/** The default gas limit, as at TON Center. */
const GAS_LIMIT = 1_000_000;
/** The default limit of work, in units: a unit is the CPU time that most instructions take per unit of gas. As in `Limits` of `src/tvm.rs`. */
export const WORK_LIMIT = 2_000_000;
/** Maximum of the gas and work limits: the largest number that is exact in JavaScript, far more than a wallet or token needs. */
const MAX_LIMIT = Number.MAX_SAFE_INTEGER;

/** The key of a function that only configurations from this file have: it returns the configuration's number. */
export const CONFIG_NUMBER = /* @__PURE__ */ Symbol("config");
/** The key of a configuration's number and bag, for the emulator. */
export const CONFIG_BAG = /* @__PURE__ */ Symbol("config bag");

/** The empty arguments of most calls. */
const NO_ARGUMENTS = /* @__PURE__ */ new Uint8Array(0);

let lastNumber = 0;
const nextNumber = () => (lastNumber = (lastNumber + 1) >>> 0);

function readLimits(options, { gasLimit, workLimit }) {
  return {
    gasLimit: Math.min(readPositiveOption("gasLimit", options.gasLimit, gasLimit), MAX_LIMIT),
    workLimit: Math.min(readPositiveOption("workLimit", options.workLimit, workLimit), MAX_LIMIT),
  };
}

/** The first bytes of a bag of cells. */
const BOC_MAGIC = [0xb5, 0xee, 0x9c, 0x72];

/** Returns a bag for the module. Bytes are not parsed here, since the module checks them. */
export function readBag(value, parameter) {
  if (value instanceof Uint8Array && BOC_MAGIC.every((byte, index) => value[index] === byte)) return value.slice();
  try {
    return toCell(value).toBoc({ crc32c: false });
  } catch (cause) {
    if (!isTonEdgeError(cause)) throw cause;
    throw fail(cause.code, `\`${parameter}\`: ${cause.message}`, { parameter, cause });
  }
}

/** Reads a whole number, 0 or more, or undefined. Also accepts decimal digits, as in responses of the service. */
export function readWholeNumber(name, value, max) {
  if (value === undefined) return undefined;
  const isReadable = typeof value === "string" ? /^\d{1,80}$/.test(value) : Number.isSafeInteger(value);
  const number = isReadable ? BigInt(value) : value;
  if (typeof number === "bigint" && number >= 0n && number <= max) return number;
  throw fail("invalid_option", `\`${name}\` must be a whole number from 0 to ${max}`, { parameter: name });
}

/** Makes a bag with the dictionary of extra currency amounts by id; undefined if there are none. */
function buildExtraCurrencies(amounts) {
  const parameter = "extraCurrencies";
  if (!isPlainObject(amounts))
    throw fail("invalid_option", `\`${parameter}\` must be an object, not ${kindOf(amounts)}`, { parameter });
  const entries = Object.entries(amounts).map(([id, amount]) => {
    if (!/^\d{1,10}$/.test(id) || Number(id) >= 2 ** 32)
      throw fail("invalid_option", `\`${parameter}\` has an id that is not a 32-bit number`, { parameter });
    const value = readWholeNumber(`${parameter}.${id}`, amount ?? null, 2n ** 248n - 1n);
    const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
    return [
      BigInt(id),
      beginCell()
        .storeUint(bytes, 5)
        .storeUint(value, 8 * bytes),
    ];
  });
  return buildDict(32, entries)?.toBoc({ crc32c: false });
}

/** @param {any} boc */
export function openConfig(boc) {
  const bytes = readBag(boc, "config");
  const number = nextNumber();
  /** The number of the module instance in which the configuration is open. */
  let instanceNumber = 0;
  const config = {
    version: 0,
    [CONFIG_BAG]: { number, bytes },
    [CONFIG_NUMBER]() {
      if (instanceNumber !== core.instance()) {
        config.version = core.call("configure", number, bytes);
        instanceNumber = core.instance();
      }
      return number;
    },
  };
  config[CONFIG_NUMBER]();
  return config;
}

/**
 * @param {any} rawOptions
 * @param {() => Promise<{ emulateContract: Function }>} [loadPreview] loads the code of `emulate`; passed in, since that code imports
 *   this module
 */
export function openContract(rawOptions, loadPreview) {
  const contractOptions = pickOptions(rawOptions, OPTIONS, "openContract");
  const code = readBag(contractOptions.code, "code");
  const data = readBag(contractOptions.data, "data");
  const slice = beginCell().storeAddress(contractOptions.address).endCell().beginParse().skip(3);
  const workchain = slice.loadInt(8);
  const hash = slice.loadBytes(32);
  const config =
    contractOptions.config === undefined || contractOptions.config?.[CONFIG_NUMBER]
      ? contractOptions.config
      : openConfig(contractOptions.config);
  const libraries = contractOptions.libraries ?? [];
  if (!isList(libraries))
    throw fail("invalid_option", `\`libraries\` must be an array, not ${kindOf(libraries)}`, {
      parameter: "libraries",
    });
  const now = readWholeNumber("now", contractOptions.now, 2n ** 32n - 1n);
  const environment = {
    workchain,
    hash,
    balance: readWholeNumber("balance", contractOptions.balance, 2n ** 120n - 1n)?.toString(),
    extra: buildExtraCurrencies(contractOptions.extraCurrencies ?? {}),
    allowNewer: readFlagOption("allowNewerVersion", contractOptions.allowNewerVersion, false),
    now: now === undefined ? undefined : Number(now),
    lt: readWholeNumber("blockLt", contractOptions.blockLt, 2n ** 64n - 1n)?.toString(),
    libraries: libraries.map((library) => readBag(library, "libraries")),
  };
  const defaultLimits = readLimits(contractOptions, { gasLimit: GAS_LIMIT, workLimit: WORK_LIMIT });
  const number = nextNumber();
  let instanceOfConfig = 0;

  function openAgain() {
    // A trap in another contract's call may have replaced the instance; then the configuration must be opened again.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const configuration = config?.[CONFIG_NUMBER]();
      if (core.call("open", number, code, data, { ...environment, configuration })) {
        instanceOfConfig = core.instance();
        return;
      }
    }
    throw fail("internal", "internal error of ton-edge: cannot keep the configuration open");
  }

  function callMachine(method, stack, { gasLimit, workLimit }, asValues) {
    const id = typeof method === "string" ? core.call("methodId", method) : method;
    return core.call(asValues ? "getValues" : "get", number, id, stack, gasLimit, workLimit);
  }

  function runGetMethod(method, writeStack, options, asValues) {
    if (typeof method !== "string" && !(Number.isInteger(method) && method >= 0 && method < 2 ** 32))
      throw fail("invalid_parameter", "`method` must be a name, or a 32-bit number", { parameter: "method" });
    const runLimits = readLimits(pickOptions(options, LIMITS, "a get-method"), defaultLimits);
    const stack = writeStack();
    if (instanceOfConfig !== core.instance()) openAgain();
    let outcome = callMachine(method, stack, runLimits, asValues);
    if (outcome === undefined) {
      openAgain();
      outcome = callMachine(method, stack, runLimits, asValues);
    }
    return toResult(outcome, asValues);
  }

  openAgain();
  return {
    /** @param {string | number} method @param {any} [args] @param {any} [options] */
    get: (method, args = [], options = {}) => runGetMethod(method, () => argumentsBag(args), options, true),
    /** @param {string | number} method @param {any} stack @param {any} [options] */
    getBoc: (method, stack, options = {}) => runGetMethod(method, () => readBag(stack, "stack"), options, false),
    get codeHash() {
      return encodeHex(toCell(code).hash());
    },
    /** @param {any} message @param {any} [options] */
    async emulate(message, options) {
      const { emulateContract } = await loadPreview();
      return emulateContract({ ...contractOptions, code, data, config, now: environment.now }, message, options);
    },
  };
}

/** Returns the bag of arguments. */
const argumentsBag = (args) =>
  isList(args) && args.length === 0 ? NO_ARGUMENTS : stackToCell(args).toBoc({ crc32c: false });

/** Decodes a stack for the caller; undefined if it is nested deeper than `Stack` allows. */
function readStack(bytes, cells) {
  try {
    return readValues(bytes, cells);
  } catch (error) {
    if (!isTonEdgeError(error, "stack_invalid")) throw error;
    return undefined;
  }
}

/** Returns the result for the caller. */
function toResult({ reason, exitCode, gasUsed, steps, work, stack: bytes, cells, library }, asValues) {
  const failure = { status: "needs_upstream", reason, work };
  if (reason === undefined) {
    const stack = asValues ? readStack(bytes, cells) : bytes;
    return stack === undefined
      ? { ...failure, reason: "too_complex" }
      : { status: "done", exitCode, gasUsed, steps, work, stack };
  }
  if (reason === "exit_code") return { ...failure, exitCode, meaning: explainExitCode(exitCode) ?? null };
  return reason === "library" ? { ...failure, library: encodeHex(library) } : failure;
}
