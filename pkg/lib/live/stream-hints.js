// Hints from the stream of a gateway that something has happened. A hint causes a poll at once; without hints, polls are rare. Events are still read
// from v3, so a wrong or silent stream delays events, but loses none.

import { resolveApiKey } from "../util/api-key.js";
import { abortReason } from "../util/timers.js";
import { readServerSentEvents } from "./server-sent-events.js";

/** Milliseconds between two polls while the stream says that nothing happens. */
const LIVE_POLL_MS = 30_000;
/** Minimum milliseconds between two polls, however many hints there are. */
const LEAST_POLL_MS = 1000;
/** Milliseconds after which a stream that has ended or was refused for now is opened again; each consecutive failure doubles them. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** Statuses after which a retry may succeed; any other one means that the server has no such stream, or refuses it to this caller. */
const TRANSIENT_STATUSES = [408, 425, 429, 500, 502, 503, 504];

export class StreamHints {
  /** Whether the stream is open and the gateway has reported the state "live". */
  #isLive = false;
  /** Whether the gateway has reported the state "offline": its responses may then be older entries of its cache. */
  isOffline = false;
  /** Whether a hint has arrived since the last poll began. */
  #hasNews = false;
  /** Whether the last poll followed a hint. Then the next poll comes after the usual time, since the server may lag behind the stream. */
  #wasHinted = false;
  /** The newest transaction of each account that the stream has shown. @type {Map<string, bigint>} */
  #shownLts = new Map();
  #wake = () => {};
  #controller = new AbortController();
  #accounts;
  #settings;
  #time;

  /**
   * @param {any} settings of the client @param {string[]} accounts in raw form @param {{ now: () => number, sleep: (ms: number, signal: AbortSignal) =>
   *   Promise<void> }} time
   */
  constructor(settings, accounts, time) {
    this.#accounts = new Set(accounts);
    this.#settings = settings;
    this.#time = time;
    this.#follow(accounts).catch(() => {});
  }

  /**
   * Resolves when the next poll is due: after `ms`; sooner after a hint; later, but within `maxMs`, if the stream reports that nothing
   * happens. A response from a cache may lack a transaction that the stream has shown; then the poll is not delayed beyond `ms`.
   *
   * @param {number} ms @param {AbortSignal} signal @param {number} [maxMs]
   * @param {(account: string) => { lt: bigint } | undefined} [getPosition] the position that has been read
   */
  async wait(ms, signal, maxMs = Number.POSITIVE_INFINITY, getPosition = undefined) {
    const beginTime = this.#time.now();
    const isBehind =
      getPosition !== undefined && [...this.#shownLts].some(([account, lt]) => lt > (getPosition(account)?.lt ?? 0n));
    const isQuiet = this.#isLive && !this.#wasHinted && !isBehind;
    if (!this.#hasNews) await this.#sleep(Math.min(maxMs, isQuiet ? Math.max(ms, LIVE_POLL_MS) : ms), signal);
    const remainingMs = Math.min(ms, maxMs, LEAST_POLL_MS) - (this.#time.now() - beginTime);
    if (remainingMs > 0) await this.#time.sleep(remainingMs, signal);
    this.#wasHinted = this.#hasNews;
    this.#hasNews = false;
  }

  /** Closes the stream. */
  close() {
    this.#controller.abort();
  }

  /** Sleeps until a hint, the end of the time or an abort. @param {number} ms @param {AbortSignal} signal */
  async #sleep(ms, signal) {
    if (signal.aborted) throw abortReason(signal);
    const controller = new AbortController();
    const wakeUp = () => controller.abort();
    this.#wake = wakeUp;
    signal.addEventListener("abort", wakeUp, { once: true });
    try {
      await this.#time.sleep(ms, controller.signal);
    } catch {
      if (signal.aborted) throw abortReason(signal);
    } finally {
      signal.removeEventListener("abort", wakeUp);
    }
  }

  /** Follows the stream, and opens it again when it ends. @param {string[]} accounts */
  async #follow(accounts) {
    const { signal } = this.#controller;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const response = await this.#open(accounts);
        if (response.ok && /^text\/event-stream\b/.test(response.headers.get("content-type") ?? "")) {
          failures = 0;
          for await (const data of readServerSentEvents(
            /** @type {ReadableStream<Uint8Array>} */ (response.body),
            signal,
          ))
            this.#note(JSON.parse(data));
        } else {
          response.body?.cancel().catch(() => {});
          if (!TRANSIENT_STATUSES.includes(response.status)) return;
        }
      } catch {
        // There is no connection, or the stream broke off or cannot be read.
      }
      this.#setState(false, false);
      await this.#time.sleep(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures), signal);
      failures += 1;
    }
  }

  /** @param {string[]} accounts @returns {Promise<Response>} */
  async #open(accounts) {
    const { baseUrl, apiKeyIn, headers, fetch = globalThis.fetch } = this.#settings;
    const key = await resolveApiKey(this.#settings);
    const query = new URLSearchParams({ addresses: accounts.join(","), types: "transactions,account_state_change" });
    if (key !== undefined && apiKeyIn === "query") query.set("api_key", key);
    const { signal } = this.#controller;
    const request = new Request(`${baseUrl}/api/streaming/v2/sse?${query}`, { redirect: "manual", signal });
    for (const [name, value] of headers) request.headers.set(name, value);
    if (key !== undefined && apiKeyIn === "header") request.headers.set("x-api-key", key);
    return fetch(request);
  }

  /** @param {{ type?: string, state?: string, transactions?: { account: string, lt: string }[] }} event */
  #note({ type, state, transactions = [] }) {
    if (type === "state") this.#setState(state === "live", state === "offline");
    else if (type !== undefined) this.#noteHint();
    for (const { account, lt } of transactions) {
      const shownLt = BigInt(lt);
      if (this.#accounts.has(account) && shownLt > (this.#shownLts.get(account) ?? 0n))
        this.#shownLts.set(account, shownLt);
    }
  }

  /** Each change of the state is a hint, since the stream does not show events from before it was live or after it ended. @param {boolean} isLive @param {boolean} isOffline */
  #setState(isLive, isOffline) {
    if (isLive !== this.#isLive || isOffline !== this.isOffline) this.#noteHint();
    this.#isLive = isLive;
    this.isOffline = isOffline;
  }

  #noteHint() {
    this.#hasNews = true;
    this.#wake();
  }
}
