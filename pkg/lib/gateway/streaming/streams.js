// All streams of a gateway: their number, their age, and the hub of each network.

import { readLogicalTime, showsLogicalTime } from "../cache/logical-time.js";
import { nameError } from "../ops/error-name.js";
import { listAccounts } from "../cache/recent-writes.js";
import { EventStream } from "./event-stream.js";
import { FrameStream } from "./frame-stream.js";
import { Hub } from "./hub.js";
import { readPosition } from "./position.js";
import { SharedReads } from "./shared-reads.js";
import { Socket } from "./socket.js";
import { Subscription } from "./subscription.js";
import { createUpstreamReads } from "./upstream-reads.js";

/** The operation whose response shows the last transaction of an account, but can change without one: with the time, or with the network's configuration. */
const GET_METHOD = "runGetMethod";
/** Intervals for which a poll counts as recent. */
const MAX_UNCONFIRMED_INTERVALS = 3;

/**
 * @typedef {object} Limits of streams, from the settings
 * @property {number} maxConnections @property {number} maxConnectionsPerCaller @property {number} maxAccounts @property {number} intervalMs
 * @property {number} maxBufferedBytes @property {number} maxAgeMs @property {"isolate" | "durable-object"} scope @property {number} shards
 * @typedef {{ code: string, status: number, message: string }} Refusal
 */

export class Streams {
  /** @type {Map<string, Hub>} */
  #hubs = new Map();
  /** @type {Set<import("./subscription.js").Stream>} */
  #openStreams = new Set();
  /** The number of streams, by caller. @type {Map<string, number>} */
  #connectionsByCaller = new Map();
  /** The number of events that were written to streams that have ended. */
  #endedEvents = 0;
  /** The WebSockets, with and without a subscription, by caller. @type {Map<string, number>} */
  #sockets = new Map();
  #socketCount = 0;
  /** The number of streams that have ended, by the reason. @type {Map<string, { count: number }>} */
  ends = new Map();
  /** The number of streams that were opened, by their kind. @type {Map<string, { count: number }>} */
  openings = new Map();
  /** The number of streams that were requested to continue an earlier one, by the result. @type {Map<string, { count: number }>} */
  resumes = new Map();
  /** The number of requests that the hubs sent upstream, by operation. @type {Map<string, { count: number }>} */
  upstreamRequests = new Map();
  /** The hubs of single streams, which have no other streams. @type {Set<Hub>} */
  #ownHubs = new Set();
  /** The last transaction that an entry shows. @type {WeakMap<object, bigint | undefined>} */
  #shownLts = new WeakMap();
  #limits;
  #isShared;
  #getGateway;

  /**
   * @param {Limits} limits @param {boolean} isShared whether streams share a hub: in workerd, requests must not share connections
   * @param {() => import("../gateway.js").Gateway} getGateway returns the gateway that sends the hubs' requests; another one after a reload
   */
  constructor(limits, isShared, getGateway) {
    this.#getGateway = getGateway;
    this.#limits = limits;
    this.#isShared = isShared;
  }

  /**
   * Counts for the metrics: open streams, WebSockets with and without a subscription, the accounts that hubs poll, buffered bytes, and all
   * events that were written.
   */
  count() {
    let bytes = 0;
    let events = this.#endedEvents;
    let frameStreams = 0;
    for (const stream of this.#openStreams) {
      if (stream instanceof FrameStream) frameStreams += 1;
      bytes += stream.heldBytes;
      events += stream.eventCount;
    }
    return {
      streams: { sse: this.#openStreams.size - frameStreams, ws: frameStreams },
      sockets: this.#socketCount,
      accounts: [...this.#hubs.values(), ...this.#ownHubs].reduce((sum, { size }) => sum + size, 0),
      bytes,
      events,
    };
  }

  /** Whether a stream or a WebSocket is open. */
  get hasConnections() {
    return this.#openStreams.size + this.#socketCount > 0;
  }

  /**
   * Opens a stream, or returns the refusal.
   *
   * @param {import("../request-context.js").RequestContext} context @param {(context: import("../request-context.js").RequestContext) => any} forward sends
   *   a request upstream @param {import("../http/byte-counter.js").ByteCounter} byteCounter
   * @returns {{ body: ReadableStream<Uint8Array> | null, end: () => void } | Refusal} `end` ends the stream of a caller who has left; there is no body if
   *   the events are messages on a WebSocket
   */
  open(context, forward, byteCounter) {
    const { verdict, record, ctx } = context;
    const { maxConnections, maxConnectionsPerCaller, maxAccounts, maxBufferedBytes } = this.#limits;
    /** @type {Socket | undefined} */
    const socket = ctx?.socket;
    // On a WebSocket, each subscription replaces the previous one.
    const replacedSubscription = socket?.subscription;
    const request =
      verdict.socket === "unsubscribe"
        ? reduceRequest(replacedSubscription, verdict.subscription)
        : verdict.subscription;
    if (request === undefined) {
      socket?.unsubscribe();
      socket?.reply({ id: verdict.subscription.id, status: "unsubscribed" });
      return { body: null, end: () => {} };
    }
    const callerName = nameCaller(context);
    const callerConnectionCount =
      (this.#connectionsByCaller.get(callerName) ?? 0) - (socket?.stream?.callerName === callerName ? 1 : 0);
    if (callerConnectionCount >= maxConnectionsPerCaller)
      return createRefusal(
        "too_many_in_flight",
        429,
        `connection limit reached: ${callerConnectionCount} active connections`,
      );
    if (this.#openStreams.size - (replacedSubscription ? 1 : 0) >= maxConnections)
      return createRefusal("overloaded", 503, "the gateway has reached its limit of streams; try again later");
    const resumePositions = request.resume === undefined ? new Map() : readPosition(request.resume, request.accounts);
    const positions =
      resumePositions &&
      new Map([...listKeptSubscriptions(replacedSubscription, request.accounts), ...resumePositions]);
    if (positions === undefined) {
      addCount(this.resumes, "malformed");
      return createRefusal(
        "invalid_parameter",
        400,
        "the position to resume from is not the id of an event of a stream",
      );
    }
    const hub = this.#getHub(context, forward);
    if (hub.size + hub.countNew(request) > maxAccounts)
      return createRefusal("overloaded", 503, "the gateway has reached its limit of watched accounts; try again later");
    if (!this.#isShared) this.#ownHubs.add(hub);
    const handleEnd = () => {
      hub.remove(subscription);
      this.#ownHubs.delete(hub);
      if (subscription.isResuming) addCount(this.resumes, "unfinished");
      this.#forget(stream, callerName);
    };
    const stream = socket
      ? new FrameStream(socket, callerName, handleEnd)
      : new EventStream({ byteCounter, maxBytes: maxBufferedBytes, server: ctx?.server, onOver: handleEnd });
    const subscription = new Subscription(request, positions, stream, (result) => addCount(this.resumes, result));
    if (resumePositions?.size === 0 && request.resume !== undefined) subscription.endResuming("unrelated");
    addCount(this.openings, socket ? "ws" : "sse");
    for (const owner of replacedSubscription?.owedOwners ?? [])
      if (subscription.has("jettons_change") && request.accounts.includes(owner)) subscription.owedOwners.add(owner);
    this.#connectionsByCaller.set(callerName, (this.#connectionsByCaller.get(callerName) ?? 0) + 1);
    this.#openStreams.add(stream);
    hub.add(subscription);
    // The old subscription ends only after the new one has joined, so that the hub continues to poll the accounts of both.
    if (stream instanceof FrameStream) socket?.replaceSubscription(subscription, stream);
    return { body: stream instanceof EventStream ? stream.body : null, end: () => stream.end("closed") };
  }

  /**
   * Returns the refusal if no further WebSocket can be opened; undefined if one can.
   *
   * @param {import("../request-context.js").RequestContext} context @returns {Refusal | undefined}
   */
  findSocketRefusal(context) {
    const { maxConnections, maxConnectionsPerCaller } = this.#limits;
    const count = this.#sockets.get(nameCaller(context)) ?? 0;
    if (count >= maxConnectionsPerCaller)
      return createRefusal("too_many_in_flight", 429, `connection limit reached: ${count} active connections`);
    if (this.#socketCount >= maxConnections)
      return createRefusal("overloaded", 503, "the gateway has reached its limit of streams; try again later");
    return undefined;
  }

  /**
   * Connects an open WebSocket with the streams.
   *
   * @param {import("./socket.js").Connection} connection @param {import("../request-context.js").RequestContext} context of the handshake
   * @param {import("../http/byte-counter.js").ByteCounter} byteCounter
   */
  acceptSocket(connection, context, byteCounter) {
    const name = nameCaller(context);
    this.#sockets.set(name, (this.#sockets.get(name) ?? 0) + 1);
    this.#socketCount += 1;
    const handleEnd = () => {
      this.#socketCount -= 1;
      subtractOne(this.#sockets, name);
    };
    return new Socket(connection, context, {
      getGateway: this.#getGateway,
      byteCounter,
      limits: this.#limits,
      onOver: handleEnd,
    });
  }

  /**
   * Whether a cached response is still that of the upstream, because an account that streams watch has not changed: it shows the account's last
   * transaction, and a moment ago there was no later one.
   *
   * @param {{ network: string, generation: string, endpoint: string, cacheUse: { key: string } }} verdict @param {import("../../../gateway.js").CacheEntry} entry
   */
  keepsFreshEntry({ network, generation, endpoint, cacheUse }, entry) {
    const hub = this.#hubs.get(network);
    if (!hub || endpoint === GET_METHOD || !showsLogicalTime({ generation, endpoint })) return false;
    const accounts = listAccounts(cacheUse.key);
    if (accounts.length !== 1) return false;
    // Rows that another process has read are at most one interval old.
    const intervals = this.#getGateway().streamStore ? MAX_UNCONFIRMED_INTERVALS - 1 : MAX_UNCONFIRMED_INTERVALS;
    const lt = hub.getCurrentLt(accounts[0], intervals * this.#limits.intervalMs);
    if (lt === undefined) return false;
    if (!this.#shownLts.has(entry)) this.#shownLts.set(entry, readLogicalTime({ generation, endpoint }, entry.body));
    return this.#shownLts.get(entry) === lt;
  }

  /** @param {import("../request-context.js").RequestContext} context @param {(context: import("../request-context.js").RequestContext) => any} forward */
  #getHub(context, forward) {
    const { network } = context.verdict;
    const existingHub = this.#isShared ? this.#hubs.get(network) : undefined;
    if (existingHub) return existingHub;
    const onFailure = (error) =>
      this.#getGateway().log.alert({
        level: "warn",
        code: "stream_store_unavailable",
        message: `\`streaming.store\` fails, so this process reads by itself: ${nameError(error)}`,
      });
    const sharedReads = new SharedReads(
      () => this.#getGateway().streamStore,
      network,
      this.#limits.intervalMs,
      onFailure,
    );
    const hub = new Hub(
      (waitForTurn) =>
        createUpstreamReads(forward, context, this.#getGateway, waitForTurn, {
          sharedReads,
          onRequest: (operation, attempts) => addCount(this.upstreamRequests, operation, attempts),
        }),
      this.#limits,
      (account) => this.#getGateway().cache?.writes.noteChange(network, account),
    );
    if (this.#isShared) this.#hubs.set(network, hub);
    return hub;
  }

  /** @param {import("./subscription.js").Stream} stream @param {string} callerName */
  #forget(stream, callerName) {
    const { ending: endReason, eventCount } = stream;
    this.#openStreams.delete(stream);
    this.#endedEvents += eventCount;
    addCount(this.ends, endReason);
    subtractOne(this.#connectionsByCaller, callerName);
  }
}

/** @param {import("../request-context.js").RequestContext} context */
const nameCaller = ({ verdict: { caller }, record }) => (caller ? `key:${caller.id}` : `ip:${record.client?.name}`);

/** @param {Map<string, { count: number }>} counts @param {string} name */
function addCount(counts, name, amount = 1) {
  const entry = counts.get(name);
  if (entry) entry.count += amount;
  else counts.set(name, { count: amount });
}

/** @param {Map<string, number>} counts @param {string} name */
function subtractOne(counts, name) {
  const count = /** @type {number} */ (counts.get(name)) - 1;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/** The positions of a replaced subscription for the accounts that the next one has, too. @param {Subscription | undefined} replacedSubscription @param {string[]} accounts */
const listKeptSubscriptions = (replacedSubscription, accounts) =>
  [...(replacedSubscription?.positions ?? [])].filter(([account]) => accounts.includes(account));

/**
 * Returns a subscription without the removed accounts and traces; undefined if none remain.
 *
 * @param {Subscription | undefined} replacedSubscription @param {{ accounts: string[], traces?: string[], id?: string }} removedSubjects
 */
function reduceRequest(replacedSubscription, removedSubjects) {
  if (replacedSubscription === undefined) return undefined;
  const { request } = replacedSubscription;
  const accounts = request.accounts.filter((account) => !removedSubjects.accounts.includes(account));
  const traces = (request.traces ?? []).filter((trace) => !removedSubjects.traces?.includes(trace));
  const types = request.types.filter((type) => (type === "trace" ? traces : accounts).length > 0);
  if (types.length === 0) return undefined;
  return { ...request, accounts, traces, types, id: removedSubjects.id, resume: undefined, status: "unsubscribed" };
}

/** @returns {Refusal} */
const createRefusal = (code, status, message) => ({ code, status, message });
