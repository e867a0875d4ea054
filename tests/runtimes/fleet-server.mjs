// Many gateways as servers in one process of this runtime: reads configurations as JSON and the server's entry, and prints their
// URLs.

import process from "node:process";

import * as gateway from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";
import { otlp } from "ton-edge/gateway/telemetry";

import { makeGateway } from "./fleet-gateway.mjs";

const { serve } = await import(process.argv[3]);
// An error of one gateway must be reported, and must not end the others silently.
process.on("unhandledRejection", (/** @type {any} */ error) => console.error(`unhandled ${error?.stack ?? error}`));
const entry = { ...gateway, otlp, remoteLimiter, tvm: () => import("ton-edge/tvm") };

async function connectToRedis(url) {
  const { createClient } = await import("redis");
  const client = createClient({ url, disableOfflineQueue: true }).on("error", () => {});
  await client.connect();
  return client;
}

/** A limiter with Redis, by either client library. */
async function makeRedisScope({ url, client: name }) {
  const { redisLimiter } = await import("ton-edge/gateway/redis");
  if (name === "iovalkey") {
    const { default: Valkey } = await import("iovalkey");
    return redisLimiter({
      client: new /** @type {any} */ (Valkey)(url, { maxRetriesPerRequest: 1 }).on("error", () => {}),
    });
  }
  return redisLimiter({ client: await connectToRedis(url) });
}

/** Where processes share in Redis what their streams have read. */
async function makeRedisStreamStore(url) {
  const { redisStreams } = await import("ton-edge/gateway/redis");
  return redisStreams({ client: await connectToRedis(url) });
}

/** A cache store in Redis. */
async function makeRedisStore(url) {
  const client = await connectToRedis(url);
  return {
    get: async (key) => JSON.parse(String(await client.get(key))),
    put: (key, entry) => client.set(key, JSON.stringify(entry), { expiration: { type: "EX", value: 60 } }),
  };
}

/**
 * Without compression, because the tests examine the gateway's own output. Only Node's `serve` compresses, see tests/serve/compression.test.mjs.
 */
const UNCOMPRESSED = "Deno" in globalThis || "Bun" in globalThis ? {} : { compress: false };

async function start() {
  const urls = [];
  for (const [index, config] of JSON.parse(process.argv[2]).entries()) {
    if (config.limits?.scope?.redis) config.limits.scope = await makeRedisScope(config.limits.scope.redis);
    const { redis } = config.cache?.adapter ?? {};
    if (redis) config.cache.adapter = await makeRedisStore(redis);
    const { redis: streamRedis } = config.streaming?.store ?? {};
    if (streamRedis) config.streaming.store = await makeRedisStreamStore(streamRedis);
    const gateway = makeGateway(entry, config, index);
    // Without `serve`'s `check`, because some gateways must respond with the fault of their configuration.
    urls.push((await serve({ fetch: gateway.fetch }, { port: 0, ...UNCOMPRESSED })).url);
  }
  return urls;
}

try {
  process.stdout.write(`${JSON.stringify(await start())}\n`);
} catch (error) {
  // The handler above would report the error and keep the process alive, and the caller would wait for the URLs forever.
  console.error(error);
  process.exit(1);
}
