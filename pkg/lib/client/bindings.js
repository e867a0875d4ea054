// Calls into client.wasm. Arguments are passed as one text, and so is the result; src/abi.rs names the fields of both. The Rust
// counterparts are src/js/client_bindings.rs and args.rs.

import {
  ATTEMPTS,
  ATTEMPTS_AT,
  FAILED_ATTEMPT,
  FAILED_ATTEMPT_AT,
  MAX_ERROR_TEXT,
  NETWORK_URL,
  NUMBERS,
  OPERATIONS,
  PAGE_REQUEST,
  PAGE_CURSOR,
  PAGE_ENDS,
  PAGE_START,
  PAGE_ACCEPT,
  READING,
  REQUEST,
  SETTLE,
  SLOT,
  SLOT_AT,
  readAcceptedPage,
  readPlannedRequest,
  readStartedPagination,
  writeFailedPage,
  writeFetchedPage,
  writeOperation,
  writePaginationPosition,
  writePaginationStart,
  writeParamName,
  writePlannedCall,
  writeReceivedResponse,
} from "../../dist/client-abi.js";
import { isList, TonEdgeError } from "../util/error.js";
import { createExchange, readText, writeText } from "../wasm/exchange.js";
import { clock } from "./clock.js";
import { MAX_PARAMS_LENGTH, tooLongError, writeField, writeParams } from "./params.js";

/** The marks of an omitted value, and of a second list of parameters. */
const ABSENT_VALUE = "\x01\0";

/** @typedef {Parameters<typeof writeOperation>[0]} Operation */

/** Writes the values of records of src/abi.rs as fields. */
const writeFields = (...records) =>
  records
    .flat()
    .map((value) =>
      value === undefined ? ABSENT_VALUE : typeof value === "string" ? writeField(value) : `${Number(value)}\0`,
    )
    .join("");

/** Returns the beginning of a text: enough for a message, without copying megabytes. */
const clipText = (value, cleanText) =>
  typeof value === "string" ? cleanText(value.slice(0, MAX_ERROR_TEXT)).slice(0, 1000) : undefined;

/** Whether a result lacks both a list and null under that name; without a name, whether the result itself is neither. */
function lacksList(result, field) {
  const list = field === "" ? result : result?.[field];
  return list !== null && !isList(list);
}

/** Maximum number of characters of the arguments of a call. */
const MAX_TEXT_LENGTH = 4 * MAX_PARAMS_LENGTH;

/** @param {Parameters<typeof createExchange>[0]} module */
export function createClientBindings(module) {
  const exchange = createExchange(module, writeText, readText);

  /** The input and the result of the last successful check, reused because most replies of a client are alike. */
  let lastCheck;
  let resultText;

  function call(number, text) {
    // The longest texts are two lists of parameters with every character escaped, and the rows of a page.
    if (text.length > MAX_TEXT_LENGTH) throw tooLongError(number === PAGE_ACCEPT ? "page" : "path");
    return exchange.call(number, text);
  }

  /**
   * Runs a step, which updates its arguments in place: the numbers of a pacer, if there is one, and records with their offsets and field
   * names.
   */
  const step = (number, text, pacer, records) =>
    exchange.run(text, (wasm, bytes) => {
      const numbers = new Float64Array(wasm.memory.buffer, wasm.numbers(), NUMBERS);
      if (pacer) numbers.set(pacer);
      for (const [start, names, record] of records)
        names.forEach((name, index) => {
          numbers[start + index] = record[name];
        });
      const result = wasm.step(number, bytes, clock(), pacer !== undefined);
      // A plain array: creating and collecting a typed array would take longer than the step.
      pacer?.forEach((_, index) => {
        pacer[index] = numbers[index];
      });
      for (const [start, names, record] of records)
        names.forEach((name, index) => {
          record[name] = numbers[start + index];
        });
      return result;
    });

  /** Reads the fields of a result. */
  const readFields = (number, text) => call(number, text).split("\0");

  /** Writes the parameters of an operation, followed by those that are sent unchecked. */
  function writeAllParams(operation, params, extraParams) {
    const getValueFormat = (name) => call(READING, writeFields(writeOperation(operation), writeParamName({ name })));
    const list = (of, isExtra) => writeParams(of, getValueFormat, isExtra);
    return (
      list(params) + (extraParams === undefined || extraParams === null ? "" : ABSENT_VALUE + list(extraParams, true))
    );
  }

  return {
    ready: exchange.ready,
    operations: () => call(OPERATIONS, ""),
    networkUrl: (network) => call(NETWORK_URL, writeField(network)),

    /** @param {Operation & Parameters<typeof writePaginationStart>[0]} start */
    pageStart: (start, params, extraParams = undefined) =>
      readStartedPagination(
        readFields(
          PAGE_START,
          writeFields(writeOperation(start), writePaginationStart(start)) + writeAllParams(start, params, extraParams),
        ),
      ),
    /**
     * Returns the parameters of the next page as JSON, empty at the end.
     *
     * @param {Operation & Parameters<typeof writePaginationPosition>[0]} position
     */
    pageRequest: (position) =>
      call(PAGE_REQUEST, writeFields(writeOperation(position), writePaginationPosition(position))),
    /** @param {Operation & Parameters<typeof writeFetchedPage>[0]} page */
    pageAccept: (page) =>
      readAcceptedPage(readFields(PAGE_ACCEPT, writeFields(writeOperation(page), writeFetchedPage(page)))),
    /** Whether the error means that the list has ended. @param {Parameters<typeof writeFailedPage>[0]} page */
    pageEnds: (page) => call(PAGE_ENDS, writeFields(writeFailedPage(page))) === "1",
    pageCursor: (state) => call(PAGE_CURSOR, writeField(state)),

    /**
     * Returns the next action of a call after an event, and updates `progress` and `pacer` in place. `failed`: message and numbers of a
     * failed attempt.
     */
    stepCall: (event, pacer, progress, failed) =>
      step(event, failed?.message ?? "", pacer?.numbers, [
        [ATTEMPTS_AT, ATTEMPTS, progress],
        [FAILED_ATTEMPT_AT, FAILED_ATTEMPT, failed ?? {}],
      ]),

    /** Runs a step of a pacer, which updates it in place. `slot` has the fields that src/abi.rs names for the step. */
    stepPacer: (number, pacer, slot, policy = "") => step(number, policy, pacer, [[SLOT_AT, SLOT, slot]]),

    /** Checks parameters and sends nothing. @param {Operation & Parameters<typeof writePlannedCall>[0]} operation */
    plan: (operation, params, extraParams = undefined) =>
      readPlannedRequest(
        readFields(
          REQUEST,
          writeFields(writePlannedCall(operation), writeOperation(operation)) +
            writeAllParams(operation, params, extraParams),
        ),
      ),

    /**
     * Returns the result in a reply, or throws. `shape`: 0 for an empty body, 1 for one that is not JSON, 2 for JSON in `body`, which is
     * not copied. `list`: the field with a list. `cleanText` removes secrets from a text. It runs before the text is cut, since half a
     * secret would not be recognized.
     *
     * @param {string} generation @param {{ status: number, shape: number, body: any, list?: string }} reply
     * @param {(text: string) => string} cleanText
     */
    judge(generation, { status, shape, body, list: field }, cleanText) {
      const list = shape === 2 && isList(body);
      const { ok, result, code, error } = list || typeof body !== "object" ? {} : (body ?? {});
      const message = clipText(error, cleanText) ?? clipText(error?.message, cleanText);
      // The core only needs to know whether this status means failure.
      const number = code > 0 && Number.isInteger(code) ? Math.min(code, 1000) : 0;
      const facts = writeFields(
        writeReceivedResponse({
          generation,
          status,
          shape: shape < 2 ? shape : list ? 3 : typeof body === "object" && body !== null ? 2 : 4,
          ok: ok === undefined ? 0 : ok === true ? 1 : 2,
          hasResult: result !== undefined,
          lacksList: field !== undefined && lacksList(generation === "v2" ? result : body, field),
          code: number,
          error: message,
          result: message === undefined && (status >= 400 || number >= 400) ? clipText(result, cleanText) : undefined,
        }),
      );
      if (facts !== lastCheck) {
        resultText = call(SETTLE, facts);
        lastCheck = facts;
      }
      return resultText === "1" ? result : body;
    },
  };
}
