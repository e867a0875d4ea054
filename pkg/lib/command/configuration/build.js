// Creates a gateway from a configuration: replaces names in the configuration by functions and stores.

import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { redisLimiter, redisStreams } from "../../../redis.js";
import { otlp } from "../../../telemetry.js";
import { fileKeys, files, openapi } from "../../adapters/node.js";
import { createGateway } from "../../gateway/create-gateway.js";
import { Gateway } from "../../gateway/gateway.js";
import { nameError } from "../../gateway/ops/error-name.js";
import { findNearest, NETWORKS } from "../../settings/texts.js";
import { fail, isTonEdgeError } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";

export class ConfigurationError extends Error {
  /** @param {string[]} faults */
  constructor(faults) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/**
 * The Redis clients that a gateway can use, the preferred one first. While Redis is unreachable, their calls fail at once, so that the
 * gateway uses its fallback without waiting.
 */
const REDIS_CLIENTS = /** @type {const} */ ({
  iovalkey: (module, url) =>
    new (module.default?.Redis ?? module.Redis ?? module.default)(url, { enableOfflineQueue: false }),
  redis: (module, url) => {
    const client = module.createClient({ url, disableOfflineQueue: true });
    client.connect().catch(() => {});
    return client;
  },
});
/** Milliseconds that the start waits for Redis; then the gateway starts without a connection. */
const CONNECT_TIMEOUT_MS = 1000;

/** Connections by URL; a reload reuses them. @type {Map<string, Promise<any>>} */
const connections = new Map();

/**
 * The `Gateway` object behind each handler: a gateway that replaces another one inherits the parts that its settings do not change.
 *
 * @type {WeakMap<object, Gateway>}
 */
const gatewayParts = new WeakMap();

/** Imports a Redis client from the project in this folder, and connects it. */
async function connectToRedis(url) {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  for (const [name, createClient] of Object.entries(REDIS_CLIENTS)) {
    let path;
    try {
      path = resolve(name);
    } catch {
      continue;
    }
    const client = createClient(await import(pathToFileURL(path).href), url);
    const connection = { client, fault: undefined };
    // Without this listener, a lost connection would end the process.
    client.on("error", (error) => (connection.fault = error));
    await withTimeout(
      CONNECT_TIMEOUT_MS,
      new Promise((resolveReady) => client.once("ready", () => resolveReady(true))),
    );
    return connection;
  }
  throw new Error("needs the package `iovalkey` or `redis` in this folder: npm install iovalkey");
}

/**
 * Returns the gateway of a configuration, checked.
 *
 * @param {import("./load.js").Configuration} configuration
 * @param {{ connects?: boolean, previous?: object }} [how] `connects`: whether to connect to Redis; `previous`: the gateway that this
 *   one replaces
 * @throws {ConfigurationError} with all errors
 */
export async function buildGateway(
  { config, own, faults: earlierFaults, locateErrors, settings },
  { connects = true, previous } = {},
) {
  const faults = [...earlierFaults];
  const describeSetting = (name) => {
    const { source } = settings.get(name) ?? {};
    return `${source?.positionOf(name) ?? ""}\`${source?.nameOf(name) ?? name}\``;
  };
  const keyStore = own.apiKeys ? fileKeys(own.apiKeys, { staleMs: own.apiKeysStaleMs }) : undefined;
  // Reads the keys now, so that an error is reported at the start, not at every request.
  await keyStore?.find("").catch((error) => faults.push(`${describeSetting("apiKeys")}: ${error.message}`));
  if (own.assets !== undefined && !(await stat(own.assets).catch(() => undefined))?.isDirectory())
    faults.push(`${describeSetting("assets")} names a folder that does not exist`);
  if (own.redis !== undefined && !/^(redis|valkey)s?:\/\//.test(own.redis))
    faults.push(`${describeSetting("limits.redis")} must be a URL that begins with redis:// or rediss://`);
  const predecessor = previous && gatewayParts.get(previous);
  /** @type {Gateway | undefined} */
  let newGateway;
  const settingsForGateway = {
    ...config,
    telemetry: createTelemetry(own.telemetry, faults, describeSetting),
    apiKeys: keyStore,
    assets: own.assets === undefined ? undefined : files(own.assets, { hstsSeconds: own.hstsSeconds }),
    tvm: () => import("../../../tvm.js"),
    openapi,
  };
  if (own.redis !== undefined && connects && faults.length === 0) {
    const { limiter, streamStore } = await shareInRedis(own.redis, describeSetting("limits.redis"));
    settingsForGateway.limits = { ...config.limits, scope: limiter };
    if (config.streaming)
      settingsForGateway.streaming = { ...(config.streaming === true ? {} : config.streaming), store: streamStore };
  }
  const gateway = createGateway(settingsForGateway, (settings) => (newGateway = new Gateway(settings, predecessor)));
  try {
    gateway.check();
  } catch (error) {
    if (!isTonEdgeError(error, "config_invalid")) throw error;
    faults.push(...locateErrors(error.message));
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  gatewayParts.set(gateway, /** @type {Gateway} */ (newGateway));
  return gateway;
}

/** Parses comma-separated `name=value` pairs, as in `OTEL_EXPORTER_OTLP_HEADERS`. */
const parseHeaders = (text) =>
  text === undefined
    ? undefined
    : Object.fromEntries(
        text.split(",").map((pair) => {
          const separator = pair.indexOf("=");
          return [pair.slice(0, Math.max(separator, 0)).trim(), pair.slice(separator + 1).trim()];
        }),
      );

function createTelemetry(options, faults, describeSetting) {
  if (options === undefined) return undefined;
  try {
    return otlp({ ...options, headers: parseHeaders(options.headers) });
  } catch (error) {
    if (!isTonEdgeError(error, "invalid_option")) throw error;
    const name = `telemetry.${String(error.parameter ?? "endpoint").split(".")[0]}`;
    faults.push(`${describeSetting(name)}: ${error.message}`);
    return undefined;
  }
}

/**
 * Returns the first `max` items and the number of further ones: a file of the wrong kind may have thousands of errors.
 *
 * @param {string[]} items @param {number} max @param {string} noun
 */
export const limitList = (items, max, noun) =>
  items.length > max ? [...items.slice(0, max), `and ${items.length - max} more ${noun}`] : items;

/**
 * Finds settings that probably do not do what the operator intends: API keys with plans that the configuration lacks, limits above the
 * budget of an upstream, Redis without a reserve for when it is unreachable.
 *
 * @param {import("./load.js").Configuration} configuration @param {object} gateway of this configuration
 * @returns {Promise<{ code: string, text: string }[]>}
 */
export async function findWarnings({ config, own }, gateway) {
  const { budgets } = /** @type {Gateway} */ (gatewayParts.get(gateway));
  return [
    ...(await findUnknownPlans(config, own)),
    ...findLowBudgets(config, own, budgets),
    ...findMissingReserve(config, own),
  ];
}

async function findUnknownPlans(config, ownSettings) {
  if (!ownSettings.apiKeys) return [];
  const plans = Object.keys(config.limits?.plans ?? {});
  // An unreadable file is not a warning but an error, which is reported elsewhere.
  const records = await fileKeys(ownSettings.apiKeys)
    .list()
    .catch(() => []);
  return records
    .filter(({ plan, revoked }) => !revoked && typeof plan === "string" && !plans.includes(plan))
    .map(({ id, plan }) => {
      const closestPlan = findNearest(plan, plans);
      const hint = closestPlan ? `; did you mean ${closestPlan}?` : "";
      const text = `${ownSettings.apiKeys}: the API key ${id} has the plan ${plan}, which is not in \`limits.plans\`${hint}`;
      return { code: "key_plan_unknown", text };
    });
}

/** Returns the requests per second of a configured rate. */
const readRate = (rate) => (rate === "off" ? Infinity : typeof rate === "object" ? rate.rate : Number(rate));

/**
 * Returns warnings for networks whose first upstream has no API key, and therefore 1 request per second for all callers together,
 * although the limits of a single caller allow more.
 */
function findLowBudgets({ limits, ...config }, ownSettings, budgets) {
  if (config.callerKeys === "forward") return [];
  const plans = Object.entries(limits?.plans ?? {}).map(([name, rate]) => [`the plan ${name}`, readRate(rate)]);
  // The default limit is the rate of an upstream without an API key.
  const hasKeyless = limits?.keyless !== undefined && config.keyless !== "refuse";
  const allowedRates = [...(hasKeyless ? [["`limits.keyless`", readRate(limits.keyless)]] : []), ...plans];
  if (ownSettings.apiKeys && plans.length === 0) allowedRates.push(["an API key without a plan", Infinity]);
  return NETWORKS.flatMap((network) => {
    const setting = config[network];
    if (setting === "off") return [];
    const first = [setting].flat()[0] ?? {};
    // A negative budget marks an upstream without an API key; its absolute value is the rate.
    const rate = -budgets[network][0];
    const higherLimits = allowedRates.filter(([, allowedRate]) => allowedRate > rate).map(([name]) => name);
    if (!(rate > 0) || higherLimits.length === 0) return [];
    if ([first.apiKey].flat().some((key) => key !== undefined && key !== "")) return [];
    const text = `${network}: without an upstream API key all callers together have ${rate} request${rate === 1 ? "" : "s"} per second, but ${higherLimits.join(", ")} would allow more: set \`apiKey\` or \`budget\` of the upstream, or \`limits.budget\``;
    return [{ code: "budget_below_limits", text }];
  });
}

/** Returns a warning for Redis without a reserve: while Redis is unreachable, no request goes upstream. */
function findMissingReserve({ limits }, ownSettings) {
  if (ownSettings.redis === undefined || (limits?.reservePercent > 0 && limits.maxGateways !== undefined)) return [];
  const text =
    "`limits.redis` without `limits.reservePercent` and `limits.maxGateways`: while Redis is unreachable, every request that needs an upstream gets 503";
  return [{ code: "limiter_reserve_missing", text }];
}

/** Adds an alert to those of `/readyz`, and to the exported log. @param {object} gateway @param {any} row */
export function addAlert(gateway, row) {
  const gatewayPart = gatewayParts.get(gateway);
  gatewayPart?.meter?.alerts.add(row);
  gatewayPart?.telemetry?.log(row.level, JSON.stringify({ ...row, event: "alert" }));
}

/** Milliseconds for which requests of the previous gateway may still use a connection. */
const LAST_REQUESTS_MS = 60_000;

/** Closes the connections that the configuration no longer uses. @param {string} [usedUrl] */
export function closeConnections(usedUrl) {
  for (const [url, connection] of connections) {
    if (url === usedUrl) continue;
    connections.delete(url);
    const closeClient = (client) => (client.destroy ?? client.disconnect)?.call(client);
    connection.then(({ client }) => setTimeout(() => closeClient(client), LAST_REQUESTS_MS).unref()).catch(() => {});
  }
}

/** Whether a client of `iovalkey` or of `redis` is connected. */
const isClientReady = ({ status, isReady: ready }) => status === "ready" || ready === true;

/** Returns the limiter and the store of streams, which several gateways share in Redis. @param {string} url @param {string} settingName of the setting, for errors */
async function shareInRedis(url, settingName) {
  if (!connections.has(url)) connections.set(url, connectToRedis(url));
  try {
    const connection = await connections.get(url);
    const { take: takeTokens, lease } = redisLimiter({ client: connection.client });
    const { look: readStream, save: saveStream } = redisStreams({ client: connection.client });
    /** Adds the host of the failed server to an error, and a reason if the error has none. */
    const nameServer =
      (call) =>
      async (...args) => {
        try {
          return await call(...args);
        } catch (error) {
          const reason = nameError(isClientReady(connection.client) ? error : (connection.fault ?? error));
          throw fail("limiter_unavailable", `Redis at ${new URL(url).host}: ${reason}`);
        }
      };
    return {
      limiter: { take: nameServer(takeTokens), lease: nameServer(lease) },
      streamStore: { look: nameServer(readStream), save: nameServer(saveStream) },
    };
  } catch (error) {
    connections.delete(url);
    // The client's message is not shown, since it may contain the URL, which may have a password.
    const reason = error.message.startsWith("needs the package")
      ? error.message
      : `is not valid: ${error.code ?? error.name}`;
    throw new ConfigurationError([`${settingName} ${reason}`]);
  }
}
