// Calls into client.wasm: the arguments cross as one text, and so does the result. See src/js/client_bindings.rs and args.rs.

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
} from "../../dist/client-abi.js";
import { isList, TonEdgeError } from "../util/error.js";
import { makeCodecs } from "../util/codecs.js";
import { ADVICE, isAsyncOnly, startError } from "../wasm/instance.js";
import { clock } from "./clock.js";
import { MAX_PARAMS_LENGTH, tooLongError, writeField, writeParams } from "./params.js";

/** The mark of an omitted value, and of a second list of parameters. */
const NONE = "\x01\0";

let encoder;
let decoder;

function fields(...values) {
  let text = "";
  for (const value of values)
    text += value === undefined ? NONE : typeof value === "string" ? writeField(value) : `${value}\0`;
  return text;
}

/** The beginning of a text: enough for a message, and never a copy of megabytes. */
const clipText = (value, clean) =>
  typeof value === "string" ? clean(value.slice(0, MAX_ERROR_TEXT)).slice(0, 1000) : undefined;

/** Whether a result has neither a list nor null under that name; without a name, whether it is neither. */
function lacksList(result, field) {
  const list = field === "" ? result : result?.[field];
  return list !== null && !isList(list);
}

/** The numbers that a step reads and writes. */
const numbersOf = (wasm) => new Float64Array(wasm.memory.buffer, wasm.numbers(), NUMBERS);

/** Writes the fields of a record, which are numbers, from there on. */
function writeRecord(numbers, at, fields, record) {
  for (const name of fields) numbers[at++] = record[name];
}

function readRecord(numbers, at, fields, record) {
  for (const name of fields) record[name] = numbers[at++];
}

/** Keeps the numbers of a pacer, in a plain list: a typed one would take longer to make and to collect than the step takes. */
function keepNumbers(numbers, pacer) {
  for (let at = 0; at < pacer.length; at += 1) pacer[at] = numbers[at];
}

/** Characters that cross at once. */
const MOST_TEXT = 4 * MAX_PARAMS_LENGTH;
/** An instance whose memory has grown beyond these bytes is not called again: wasm memory never shrinks. */
const MOST_MEMORY = 16 * 1024 * 1024;

/**
 * @param {{ start(): any, trapped(cause: unknown): Error }} module from `lib/wasm/`
 * @param {() => Promise<WebAssembly.Instance>} [load] for engines that make an instance asynchronously only
 */
export function createClientBindings(module, load) {
  /** An instance that no call is in: one that a trap or the end of the stack broke off does not come back here. */
  let idle;
  let loading;

  function start() {
    if (idle) return idle;
    try {
      return module.start();
    } catch (error) {
      if (load && isAsyncOnly(error.cause)) {
        loading ??= load().then(
          ({ exports }) => {
            idle = exports;
            loading = undefined;
          },
          (cause) => {
            loading = undefined;
            throw startError(cause, ADVICE);
          },
        );
        // This call cannot wait for it; a later one finds it.
        loading.catch(() => {});
      }
      throw error;
    }
  }

  /** Has the module do `work` with a text: its exports and the length of the text in bytes come in. */
  function within(text, work, what) {
    // Two lists of parameters with every character escaped, or the rows of a page.
    if (text.length > MOST_TEXT) throw tooLongError(what === PAGE_ACCEPT ? "page" : "path");
    const wasm = start();
    idle = undefined;
    if (!encoder) [encoder, decoder] = makeCodecs();
    let result;
    try {
      // Reserve the space first, three bytes per UTF-16 unit: growing the memory replaces its buffer.
      const most = 3 * text.length;
      const place = text && wasm.room(most) >>> 0;
      result = work(
        wasm,
        text && encoder.encodeInto(text, new Uint8Array(wasm.memory.buffer, place, most)).written,
        what,
      );
    } catch (cause) {
      throw module.trapped(cause);
    }
    idle = wasm;
    if (wasm.memory.buffer.byteLength > MOST_MEMORY) {
      try {
        idle = module.start();
      } catch {
        // None can be made now: the old one goes on.
      }
    }
    return result;
  }

  /** The input and the result of the last good check: most replies of a client are alike. */
  let good;
  let inside;

  /** The length of the last result; below 0, with all its bits inverted, when it is a failure. */
  let length;
  function callAndRead(wasm, bytes, what) {
    length = wasm.call(what, bytes);
    return (
      length && decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.result() >>> 0, length < 0 ? ~length : length))
    );
  }

  function call(what, text) {
    const said = within(text, callAndRead, what) || "";
    if (length < 0) throw new TonEdgeError(JSON.parse(said));
    return said;
  }

  function read(generation, path, params, extra) {
    const list = (of, isExtra) => writeParams(of, (name) => call(READING, fields(generation, path, name)), isExtra);
    return list(params) + (extra === undefined || extra === null ? "" : NONE + list(extra, true));
  }

  return {
    /** Undefined once the module can be called: else a promise of that, where the engine compiles it asynchronously only. */
    ready() {
      try {
        idle = start();
      } catch (error) {
        if (loading) return loading;
        throw error;
      }
    },

    operations: () => call(OPERATIONS, ""),
    networkUrl: (network) => call(NETWORK_URL, fields(network)),

    /** @param {{ pageSize?: number, mode: string, cursor?: string, network: string, baseUrl: string }} start */
    pageStart: (generation, path, start, params, extra = undefined) =>
      call(
        PAGE_START,
        fields(generation, path, start.pageSize, start.mode, start.cursor, start.network, start.baseUrl) +
          read(generation, path, params, extra),
      ),
    pageRequest: (...given) => call(PAGE_REQUEST, fields(...given)),
    /** @param {{ limit: number, count: number, next?: string, ids: string, keys: string }} page */
    pageAccept: (generation, path, state, page) =>
      call(PAGE_ACCEPT, fields(generation, path, state, page.limit, page.count, page.next, page.ids, page.keys)),
    pageEnds: (...given) => call(PAGE_ENDS, fields(...given)) === "1",
    pageCursor: (state) => call(PAGE_CURSOR, fields(state)),

    /** The next action of a call after an event, in place; of a failure, its message and numbers. */
    stepCall(event, pacer, progress, failed) {
      return within(failed?.message ?? "", (wasm, bytes) => {
        const numbers = numbersOf(wasm);
        if (pacer) numbers.set(pacer.numbers);
        writeRecord(numbers, ATTEMPTS_AT, ATTEMPTS, progress);
        if (failed) writeRecord(numbers, FAILED_ATTEMPT_AT, FAILED_ATTEMPT, failed);
        const action = wasm.step(event, bytes, clock(), pacer !== undefined);
        if (pacer) keepNumbers(numbers, pacer.numbers);
        readRecord(numbers, ATTEMPTS_AT, ATTEMPTS, progress);
        return action;
      });
    },

    /** A step of a pacer, in place; the record of its slot has what src/abi.rs names for the step. */
    stepPacer: (step, pacer, slot, policy = "") =>
      within(policy, (wasm, bytes) => {
        const numbers = numbersOf(wasm);
        numbers.set(pacer);
        writeRecord(numbers, SLOT_AT, SLOT, slot);
        const done = wasm.step(step, bytes, clock(), false);
        keepNumbers(numbers, pacer);
        readRecord(numbers, SLOT_AT, SLOT, slot);
        return done;
      }),

    /** Checks parameters and sends nothing: the request as plain data, and whether it only reads. */
    plan(generation, path, verb, params, extra) {
      const message = call(REQUEST, fields(verb, generation, path) + read(generation, path, params, extra));
      const end = message.indexOf("\n\n");
      const lines = (end < 0 ? message : message.slice(0, end)).split("\n");
      const [repeatable, method, target, list] = lines.shift().split(" ");
      const headers = lines.length || end >= 0 ? lines.map((line) => line.split(/: (.*)/, 2)) : undefined;
      if (end >= 0) headers.push(["content-type", "application/json"]);
      return {
        method,
        target,
        headers,
        body: end < 0 ? undefined : message.slice(end + 2),
        reads: repeatable === "1",
        list,
      };
    },

    /**
     * The result in a reply, or throws. `shape` is 0 empty, 1 not JSON, 2 JSON in `body`, of which nothing is copied. `list`: the field
     * that has one. `clean` takes secrets out of a text: before it is cut, which would leave the half of one.
     *
     * @param {string} generation @param {{ status: number, shape: number, body: any, list?: string }} reply
     * @param {(text: string) => string} clean
     */
    settle(generation, { status, shape, body, list: field }, clean) {
      const list = shape === 2 && isList(body);
      const { ok, result, code, error } = list || typeof body !== "object" ? {} : (body ?? {});
      const kind = shape < 2 ? shape : list ? 3 : typeof body === "object" && body !== null ? 2 : 4;
      const said = clipText(error, clean) ?? clipText(error?.message, clean);
      const known = ok === undefined ? 0 : ok === true ? 1 : 2;
      // Only a status is of interest there, and whether it is one of failure.
      const number = code > 0 && Number.isInteger(code) ? Math.min(code, 1000) : 0;
      const inResult = said === undefined && (status >= 400 || number >= 400) ? clipText(result, clean) : undefined;
      const lacks = Number(field !== undefined && lacksList(generation === "v2" ? result : body, field));
      const facts = fields(
        generation,
        status,
        kind,
        known,
        Number(result !== undefined),
        lacks,
        number,
        said,
        inResult,
      );
      if (facts !== good) {
        inside = call(SETTLE, facts);
        good = facts;
      }
      return inside === "1" ? result : body;
    },
  };
}
