// Makes a gateway from a configuration: functions and stores for what a file can only name.

import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { redisLimiter } from "../../../redis.js";
import { otlp } from "../../../telemetry.js";
import { fileKeys, files, openapi } from "../../adapters/node.js";
import { createGateway } from "../../gateway/create-gateway.js";
import { Gateway } from "../../gateway/gateway.js";
import { nameError } from "../../gateway/ops/error-name.js";
import { nearest } from "../../settings/texts.js";
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
 * The clients of Redis that a gateway can use, the preferred one first. While Redis is away a call fails at once: the limiter then counts in this
 * process, and reports it.
 */
const CLIENTS = /** @type {const} */ ({
  iovalkey: (module, url) =>
    new (module.default?.Redis ?? module.Redis ?? module.default)(url, { enableOfflineQueue: false }),
  redis: (module, url) => {
    const client = module.createClient({ url, disableOfflineQueue: true });
    client.connect().catch(() => {});
    return client;
  },
});
/** Milliseconds that the start waits for Redis: a gateway also starts without it. */
const CONNECT_MS = 1000;

/** Connections by URL: a reload keeps them. @type {Map<string, Promise<any>>} */
const connections = new Map();

/** The parts of gateways: one that replaces another takes over those that its settings do not concern. @type {WeakMap<object, Gateway>} */
const parts = new WeakMap();

/** The package as the project in this folder has it. */
async function connect(url) {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  for (const [name, make] of Object.entries(CLIENTS)) {
    let path;
    try {
      path = resolve(name);
    } catch {
      continue;
    }
    const client = make(await import(pathToFileURL(path).href), url);
    const connection = { client, fault: undefined };
    // Without a listener a lost connection would end the process.
    client.on("error", (error) => (connection.fault = error));
    await withTimeout(CONNECT_MS, new Promise((done) => client.once("ready", () => done(true))));
    return connection;
  }
  throw new Error("needs the package `iovalkey` or `redis` in this folder: npm install iovalkey");
}

/**
 * The gateway of a configuration, checked.
 *
 * @param {import("./load.js").Configuration} configuration
 * @param {{ connects?: boolean, previous?: object }} [how] `connects`: to Redis, too; `previous`: the gateway that this one replaces
 * @throws {ConfigurationError} with every fault
 */
export async function buildGateway(
  { config, own, faults: found, place, settings },
  { connects = true, previous } = {},
) {
  const faults = [...found];
  const placeOf = (name) => {
    const { source } = settings.get(name) ?? {};
    return `${source?.placeOf(name) ?? ""}\`${source?.nameOf(name) ?? name}\``;
  };
  const keys = own.apiKeys ? fileKeys(own.apiKeys, { staleMs: own.apiKeysStaleMs }) : undefined;
  // Reported at the start, not by every response.
  await keys?.find("").catch((error) => faults.push(`${placeOf("apiKeys")}: ${error.message}`));
  if (own.assets !== undefined && !(await stat(own.assets).catch(() => undefined))?.isDirectory())
    faults.push(`${placeOf("assets")} names a folder that is not there`);
  if (own.redis !== undefined && !/^(redis|valkey)s?:\/\//.test(own.redis))
    faults.push(`${placeOf("limits.redis")} must be a URL that begins with redis:// or rediss://`);
  const predecessor = previous && parts.get(previous);
  /** @type {Gateway | undefined} */
  let made;
  const all = {
    ...config,
    telemetry: telemetryOf(own.telemetry, faults, placeOf),
    apiKeys: keys,
    assets: own.assets === undefined ? undefined : files(own.assets, { hstsSeconds: own.hstsSeconds }),
    tvm: () => import("../../../tvm.js"),
    openapi,
    limits:
      own.redis !== undefined && connects && faults.length === 0
        ? { ...config.limits, scope: await limiterOf(own.redis, placeOf("limits.redis")) }
        : config.limits,
  };
  const gateway = createGateway(all, (written) => (made = new Gateway(written, predecessor)));
  try {
    gateway.check();
  } catch (error) {
    if (!isTonEdgeError(error, "config_invalid")) throw error;
    faults.push(...place(error.message));
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  parts.set(gateway, /** @type {Gateway} */ (made));
  return gateway;
}

/** `name=value`, comma-separated, as `OTEL_EXPORTER_OTLP_HEADERS` has it. */
const headersOf = (text) =>
  text === undefined
    ? undefined
    : Object.fromEntries(
        text.split(",").map((one) => {
          const at = one.indexOf("=");
          return [one.slice(0, Math.max(at, 0)).trim(), one.slice(at + 1).trim()];
        }),
      );

function telemetryOf(options, faults, placeOf) {
  if (options === undefined) return undefined;
  try {
    return otlp({ ...options, headers: headersOf(options.headers) });
  } catch (error) {
    if (!isTonEdgeError(error, "invalid_option")) throw error;
    const name = `telemetry.${String(error.parameter ?? "endpoint").split(".")[0]}`;
    faults.push(`${placeOf(name)}: ${error.message}`);
    return undefined;
  }
}

/** The first `most` of these, and how many more there are: a file of another kind has thousands of faults. @param {string[]} all @param {number} most @param {string} what */
export const firstOf = (all, most, what) =>
  all.length > most ? [...all.slice(0, most), `and ${all.length - most} more ${what}`] : all;

/**
 * What a gateway of this configuration serves, though it is not as it was meant: API keys with plans that the configuration does not have.
 *
 * @param {import("./load.js").Configuration} configuration @returns {Promise<string[]>}
 */
export async function findWarnings({ config, own }) {
  if (!own.apiKeys) return [];
  const plans = Object.keys(config.limits?.plans ?? {});
  // A file that cannot be read is a fault, and no warning.
  const records = await fileKeys(own.apiKeys)
    .list()
    .catch(() => []);
  return records
    .filter(({ plan, revoked }) => !revoked && typeof plan === "string" && !plans.includes(plan))
    .map(({ id, plan }) => {
      const near = nearest(plan, plans);
      const hint = near ? `; did you mean ${near}?` : "";
      return `${own.apiKeys}: the API key ${id} has the plan ${plan}, which \`limits.plans\` does not have${hint}`;
    });
}

/** Adds to the alerts of `/readyz`, and to the log that is exported. @param {object} gateway @param {any} row */
export function addAlert(gateway, row) {
  const made = parts.get(gateway);
  made?.meter?.alerts.add(row);
  made?.telemetry?.log(row.level, JSON.stringify({ ...row, event: "alert" }));
}

/** Milliseconds that requests of the gateway before may still take. */
const LAST_REQUESTS_MS = 60_000;

/** Closes the connections that a configuration does not use any more. @param {string} [used] */
export function closeConnections(used) {
  for (const [url, connection] of connections) {
    if (url === used) continue;
    connections.delete(url);
    const close = (client) => (client.destroy ?? client.disconnect)?.call(client);
    connection.then(({ client }) => setTimeout(() => close(client), LAST_REQUESTS_MS).unref()).catch(() => {});
  }
}

/** Works for clients of `iovalkey` and of `redis`. */
const isReady = ({ status, isReady: ready }) => status === "ready" || ready === true;

async function limiterOf(url, place) {
  if (!connections.has(url)) connections.set(url, connect(url));
  try {
    const connection = await connections.get(url);
    const { take, lease } = redisLimiter({ client: connection.client });
    /** Says which server failed, and why it is away where the call says only that it is. */
    const named =
      (call) =>
      async (...args) => {
        try {
          return await call(...args);
        } catch (error) {
          const why = nameError(isReady(connection.client) ? error : (connection.fault ?? error));
          throw fail("limiter_unavailable", `Redis at ${new URL(url).host}: ${why}`);
        }
      };
    return { take: named(take), lease: named(lease) };
  } catch (error) {
    connections.delete(url);
    // A message of the client may hold the URL, which is a secret.
    const why = error.message.startsWith("needs the package")
      ? error.message
      : `is not valid: ${error.code ?? error.name}`;
    throw new ConfigurationError([`${place} ${why}`]);
  }
}
