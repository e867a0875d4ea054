// A gateway: its parts, each created once from the settings. Steps read them from this object by name.

import { WORKERD } from "../util/runtime.js";
import { createCache } from "./cache/create-cache.js";
import { GatewayCore } from "./core/gateway-core.js";
import { Clients } from "./http/client-ip.js";
import { createBaseHeaders } from "./http/response.js";
import { LazyImages } from "./images/load.js";
import { createForwardedKeys } from "./keys/forwarded-keys.js";
import { createKeyLookup } from "./keys/lookup.js";
import { watchKeyStore } from "./keys/watched-store.js";
import { Admission } from "./limits/admission.js";
import { createLimits } from "./limits/create-limits.js";
import { createIsolateLimiter } from "./limits/isolate-limiter.js";
import { createQuotaCounts } from "./limits/quota-counts.js";
import { createLazyGetMethods } from "./local-get-methods/load.js";
import { createClientDigests } from "./ops/client-digests.js";
import { Log } from "./ops/log.js";
import { createAggregate } from "./ops/metrics-aggregate.js";
import { createMeter } from "./ops/metrics.js";
import { createRecentAlerts } from "./ops/recent-alerts.js";
import { readSettings } from "./read-settings.js";
import { LazyStreams } from "./streaming/load.js";
import { createReadiness } from "./upstream/readiness.js";
import { createNetwork } from "./upstream/upstreams.js";
import { createVerdictCache } from "./verdict-cache.js";

/** A part that the settings turn off is undefined, so steps that use it skip it. */
export class Gateway {
  /** Parts that a gateway after a reload inherits, by name, each with the settings from which it was created. */
  #inheritable = new Map();

  /**
   * @param {unknown} settings as the operator wrote them
   * @param {Gateway} [predecessor] the gateway that this one replaces at a reload; parts that the new settings do not change are
   *   inherited
   */
  constructor(settings, predecessor) {
    const { config, json, trustsCloudflare } = readSettings(settings);
    const core = new GatewayCore(json);
    const derivedSettings = core.deriveSettings();
    const { budgets, deadline, retries, probeWait, behindWait, maxBehind, breakerFailures, firstByteTimeout } =
      derivedSettings;
    const urls = { mainnet: derivedSettings.mainnet, testnet: derivedSettings.testnet };
    const isKeyed = Boolean(config.apiKeys);
    const forwardsKeys = config.callerKeys === "forward";
    // Metrics are counted only if an operator can read them.
    const isCounted = Boolean(config.adminToken);
    /** @type {import("./ops/metrics.js").Meter | undefined} */
    const earlierMeter = predecessor?.meter;
    const alerts = isCounted ? (earlierMeter?.alerts ?? createRecentAlerts()) : undefined;
    const { logClient } = derivedSettings;
    const logSalt = config.logSalt ?? undefined;
    const digestClient = this.#inherit(predecessor, "client digests", { logClient, logSalt }, () =>
      createClientDigests(logClient, logSalt),
    );
    const log = new Log(config, { alerts, digestClient });
    // The counts of quotas survive every reload, so that a used-up quota does not start again.
    const quotas = this.#inherit(predecessor, "quotas", {}, createQuotaCounts);
    const { entries } = budgets;
    const localLimiter = this.#inherit(predecessor, "rates of callers", { entries }, () =>
      createIsolateLimiter(entries, quotas),
    );
    const limits = createLimits({ scope: config.limits?.scope, budgets, urls, localLimiter }, log);
    const meter = isCounted ? (earlierMeter ?? createMeter(createAggregate(limits.shared), alerts)) : undefined;
    const createUpstreams = (name) =>
      createNetwork(name, config[name], { urls: urls[name], forwardsKeys, meter }, predecessor?.networks[name]);
    const { read: readNames, returned: returnedNames } = core.readHeaderNames();

    /** The Rust core, which decides about requests, with these settings. */
    this.core = core;
    this.version = derivedSettings.version;
    this.isWorkerd = WORKERD;
    this.log = log;
    /** Counts requests and attempts, if an operator can read the metrics. */
    this.meter = meter;
    /** Records traces, and exports them and the log. */
    this.telemetry = config.telemetry ?? undefined;

    /** Names of the request headers that the core reads. */
    this.readHeaders = new Set(readNames);
    /** The greatest length of a URL, and of all headers, that any settings allow. */
    this.maxUrlLength = derivedSettings.mostUrl;
    this.maxHeaderBytes = derivedSettings.mostHeaders;
    /** Finds the client of a request by its client IP. */
    this.clients = new Clients(
      { core, log },
      { header: derivedSettings.client ?? undefined, trustsCloudflare, isWorkerd: WORKERD },
    );
    /** Decides which requests are admitted. */
    this.admission = new Admission(
      { ...derivedSettings, maxCallers: entries },
      { isKeyed, isWorkerd: WORKERD },
      predecessor?.admission,
    );
    /** Cached verdicts, for repeated requests. */
    this.verdicts = createVerdictCache();
    /** The records of callers' API keys, if callers have keys. */
    this.keyStore = isKeyed ? watchKeyStore(config.apiKeys, log, Date.now, predecessor?.keyStore) : undefined;
    /** Looks up the record of a caller's API key. */
    this.lookUpKey = isKeyed
      ? createKeyLookup(this.keyStore, { failedKeys: budgets.failedKeys, log, plans: new Set(derivedSettings.plans) })
      : undefined;

    /** Endpoints for operators: readiness and metrics. */
    this.adminToken = config.adminToken ?? undefined;
    /** Minimum number of characters of an admin token. */
    this.minTokenLength = derivedSettings.leastToken;
    this.readiness = createReadiness(config.readiness?.ttlMs);
    this.openapi = config.openapi ?? undefined;
    this.assets = config.assets ?? undefined;

    /** Headers that `writeResponse` and own steps add to every response: security headers, and the CORS headers of the settings. */
    this.baseHeaders = createBaseHeaders(derivedSettings.headers);
    const cacheSettings = core.readCacheSettings();
    this.cache = this.#inherit(predecessor, "cache", { caching: cacheSettings, urls, cache: config.cache }, () =>
      createCache(cacheSettings, { urls, adapter: config.cache?.adapter, log }),
    );
    this.cache?.store.useLog(log);
    /** Requests per second to each upstream; a negative number applies without an upstream API key. */
    this.budgets = { mainnet: budgets.mainnet, testnet: budgets.testnet };
    /** The limits of callers, and the budgets of upstreams. */
    this.limits = limits;

    /** The upstreams of each network, with their breakers. */
    this.networks = { mainnet: createUpstreams("mainnet"), testnet: createUpstreams("testnet") };
    /** Milliseconds for a request, including all of its attempts. */
    this.deadlineMs = deadline;
    /** Number of attempts after the first round of all upstreams. */
    this.retries = retries;
    /** Maximum number of attempts of a request, including all calls of its batch. */
    this.maxAttempts = derivedSettings.maxAttempts;
    /** Milliseconds for which other requests wait for the outcome of an upstream's probe. */
    this.probeWaitMs = probeWait;
    /** How long a read waits for an upstream that has reached the block that it requires, in milliseconds. */
    this.behindWaitMs = behindWait;
    /** Blocks by which an upstream may be behind the newest known block without counting as lagging. */
    this.maxBehindBlocks = maxBehind;
    /** Longest time in milliseconds until an upstream must begin its response, if another one can follow; 0 for no limit. */
    this.firstByteTimeoutMs = firstByteTimeout;
    /** Consecutive failures that open a breaker. */
    this.breakerFailures = breakerFailures;
    /** Names of the upstream's response headers that the gateway returns. */
    this.returnedHeaders = returnedNames;
    /**
     * Names of the upstream's headers for callers with an API key of this gateway: without the upstream's rate headers, which are about
     * the upstream key.
     */
    this.headersForKeys = returnedNames.filter((name) => !name.startsWith("ratelimit"));
    this.fetch = config.fetch ?? undefined;
    /** Sends a request with the caller's own key, if the gateway forwards callers' keys. */
    this.tryCallerKey = forwardsKeys ? createForwardedKeys(budgets.failedKeys) : undefined;
    /** Computes get-methods. */
    this.local = config.localGetMethods
      ? createLazyGetMethods(
          { core, log, meter, cache: this.cache, urls, deadlineMs: deadline },
          config.localGetMethods,
          config.tvm,
        )
      : undefined;

    /** The open streams of events. They survive a reload that does not change their settings. */
    this.streams = derivedSettings.streaming
      ? this.#inherit(
          predecessor,
          "streams",
          { streaming: derivedSettings.streaming, urls },
          () => new LazyStreams(derivedSettings.streaming, !WORKERD),
        )
      : undefined;

    this.streams?.useGateway(this);
    /** The store by which several processes share the rows that their streams have read. @type {import("../../gateway.js").StreamStore | undefined} */
    this.streamStore = config.streaming?.store ?? undefined;

    /** Pictures of tokens, with their cache. */
    this.images = derivedSettings.images
      ? this.#inherit(predecessor, "images", derivedSettings.images, () => new LazyImages(derivedSettings.images))
      : undefined;
    /** Fetches pictures in place of the gateway's own function. */
    this.imageFetch = config.images?.fetch ?? undefined;
    /** Scales pictures. */
    this.imageResize = config.images?.resize ?? undefined;

    /** Passes a request through all steps; set by `createGateway`. @type {(platform: { request: any, env: any, ctx: any }) => Promise<Response>} */
    this.handle = async () => new Response();
    /** The operator's own steps. @type {import("../../gateway.js").Step[]} */
    this.steps = config.steps ?? [];
    this.telemetry?.connect((message) => log.alert({ level: "warn", code: "telemetry_dropped", message }));
  }

  /**
   * Inherits the part with this name from the predecessor if it was created from equal settings; otherwise creates a new one.
   *
   * @template T
   * @param {Gateway | undefined} predecessor @param {string} name @param {object} settings plain data @param {() => T} create
   * @returns {T}
   */
  #inherit(predecessor, name, settings, create) {
    const text = JSON.stringify(settings);
    const earlierPart = predecessor && predecessor.#inheritable.get(name);
    const part = earlierPart?.text === text ? earlierPart.part : create();
    this.#inheritable.set(name, { text, part });
    return part;
  }
}
