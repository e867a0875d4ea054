// Calls into gateway.wasm. Only this file and src/js/gateway.rs know the order of their arguments.

import { writeMeasuredAttempt } from "../../../dist/gateway-abi.js";
import { core } from "../../wasm/gateway.js";

/** Returns the core's response while no upstream may be used; needs no configuration. */
export const describeUnavailable = ({ generation, network, problem = false }, waitMs) =>
  JSON.parse(core.call("unavailable", generation === "v3", network === "testnet", problem, waitMs));

/**
 * Returns the core's response to a caller over a rate limit; needs no configuration.
 *
 * @param {{ generation: string, problem?: boolean }} verdict @param {number} waitMs @param {string} [quota] the used-up quota of the API key
 */
export const describeLimited = ({ generation, problem = false }, waitMs, quota = undefined) =>
  JSON.parse(core.call("limited", generation === "v3", problem, waitMs, quota));

/**
 * Returns the core's error response to a read whose required masterchain block no upstream has reached.
 *
 * @param {{ generation: string, problem?: boolean }} verdict @param {number} required @param {number} [reached] the newest block that any
 *   upstream has shown
 */
export const describeUpstreamBehind = ({ generation, problem = false }, required, reached) =>
  JSON.parse(core.call("behind", generation === "v3", problem, required, reached));

/**
 * Returns the core's error response to a read whose required transaction no response has shown.
 *
 * @param {{ generation: string, problem?: boolean }} verdict @param {bigint} required @param {bigint} [shownLt] the logical time of the latest one
 *   that a response has shown; negative if the account had none
 */
export const describeBehindAccount = ({ generation, problem = false }, required, shownLt) =>
  JSON.parse(
    core.call(
      "behindAccount",
      generation === "v3",
      problem,
      String(required),
      shownLt >= 0n ? String(shownLt) : undefined,
    ),
  );

/**
 * Returns the core's error response to a read that requires a transaction, although the responses of its operation do not show one.
 *
 * @param {{ generation: string, problem?: boolean }} verdict
 */
export const describeNoLogicalTime = ({ generation, problem = false }) =>
  JSON.parse(core.call("noLogicalTime", generation === "v3", problem));

/**
 * Returns the core's response to a request for a picture that cannot be served.
 *
 * @param {{ problem?: boolean }} verdict @param {string} reason
 */
export const describeImageRefusal = ({ problem = false }, reason) =>
  JSON.parse(core.call("refuseImage", problem, reason));

/** The core with the settings of one gateway. */
export class GatewayCore {
  #settings;
  /** The id of these settings in the current wasm instance. */
  #number = 0;
  #instance = 0;

  /** @param {string} settings as JSON */
  constructor(settings) {
    this.#settings = settings;
  }

  /** Passes the settings to the wasm instance first if it is new: after a trap the module is instantiated again. */
  #call(functionName, ...facts) {
    const instance = core.instance();
    if (this.#instance !== instance) {
      this.#number = core.call("configure", this.#settings);
      this.#instance = instance;
    }
    return JSON.parse(core.call(functionName, this.#number, ...facts));
  }

  /** Checks the settings, and returns those that the JavaScript code needs. */
  deriveSettings() {
    return this.#call("settled");
  }

  /** Names of the request headers that the core reads, and of the upstream's response headers that the gateway returns. */
  readHeaderNames() {
    return JSON.parse(core.call("headers"));
  }

  /** Returns the settings of the cache. */
  readCacheSettings() {
    return this.#call("caching");
  }

  /** Returns the client, `{ name, allowed }`, from the lines that `Clients.describe` writes. @param {string} lines */
  readClient(lines) {
    return this.#call("client", lines);
  }

  /** Returns the response to a request that is refused before its content is read; null if the request is served nevertheless. */
  refuse(text, { code, waitMs }) {
    return this.#call("refuse", text, code, waitMs);
  }

  /**
   * Returns `{ about, verdict }` for a request. Called again with its body, and with the record of its API key, once they are known.
   *
   * @param {{ text: string, bytes: number }} description @param {{ body?: string, lookup?: string, isTooLarge?: boolean }} facts
   */
  decide({ text, bytes }, { body, lookup, isTooLarge = false }) {
    return isTooLarge ? this.#call("decideTooLarge", text, bytes) : this.#call("decide", text, bytes, body, lookup);
  }

  /**
   * Returns what is wrong with a response's body, if anything, and how long the body may be cached.
   *
   * @param {string | undefined} key its cache key, if it may be cached @param {{ status: number, cacheControl?: string, text: string }}
   *   response
   */
  inspect(key, { status, cacheControl, text }) {
    return this.#call("inspect", key, status, cacheControl, text);
  }

  /**
   * Picks the upstream of the first attempt, by the breakers and weights of its network.
   *
   * @param {{ name: string, breakers: Float64Array }} network @param {number} lagging bits of the upstreams that lag
   */
  pickFirst({ name, breakers }, lagging) {
    return this.#call("begin", name === "testnet", breakers, lagging, Date.now(), Math.random());
  }

  /**
   * Picks another upstream for a hedged read.
   *
   * @param {{ name: string, breakers: Float64Array }} network @param {import("../upstream/attempt.js").UpstreamPick} pick the attempt at
   *   the upstream that already has the request @param {number} lagging bits of the upstreams that lag
   */
  pickSecond({ name, breakers }, { upstream, first }, lagging) {
    return this.#call("hedge", name === "testnet", breakers, lagging, upstream, first, Date.now());
  }

  /**
   * Decides after an attempt: returns the response, or the next attempt.
   *
   * @param {{ generation: string, network: string, problem?: boolean }} verdict
   * @param {{ breakers: Float64Array, pick: import("../upstream/attempt.js").UpstreamPick, reads: boolean, failure?: string,
   *   status: number, waitMs?: number, attempts: number, elapsedMs: number, keys: number, began?: number, random: number,
   *   counts: boolean, lagging: number }} attempt
   */
  judgeAttempt({ generation, network, problem = false }, attempt) {
    const { pick, breakers } = attempt;
    const now = Date.now();
    const numbers = writeMeasuredAttempt({
      ...attempt,
      isV3: Number(generation === "v3"),
      isTestnet: Number(network === "testnet"),
      problem: Number(problem),
      reads: Number(attempt.reads),
      upstream: pick.upstream,
      keyIndex: pick.keyIndex,
      tried: pick.tried ?? 0,
      refusals: pick.refusals ?? 0,
      first: pick.first ?? 0,
      waitMs: attempt.waitMs ?? Number.NaN,
      began: attempt.began ?? now,
      now,
      counts: Number(attempt.counts),
    });
    return this.#call("finish", attempt.failure, numbers, breakers);
  }

  /** Returns the next step of a readiness check: a request, or the state of the upstream. */
  stepReadiness(network, responses) {
    return this.#call("checkReadiness", network === "testnet", JSON.stringify(responses), Date.now());
  }

  /** Returns the response of `/readyz`, from the states of all upstreams. */
  reportReadiness(networks) {
    return this.#call("report", JSON.stringify(networks));
  }
}
