/**
 * `ton-edge/gateway/redis`: counts the limits of a gateway for all its processes in Redis or Valkey, and shares its streams through it.
 *
 * @packageDocumentation
 */
import type { Limiter, StreamStore } from "./gateway.js";

/** A connected client of the package [redis](https://www.npmjs.com/package/redis): a client, a pool or a cluster. */
export interface NodeRedis {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  evalSha(hash: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/**
 * A connected client of the package [iovalkey](https://www.npmjs.com/package/iovalkey) or
 * [ioredis](https://www.npmjs.com/package/ioredis).
 */
export interface IoRedis {
  eval(script: string, keys: number, ...rest: string[]): Promise<unknown>;
  evalsha(hash: string, keys: number, ...rest: string[]): Promise<unknown>;
}

/**
 * Creates a limiter that stores the counters of limits and budgets in Redis 7 or Valkey. `client` is your connected
 * client. Every key begins with `prefix`, default `ton-edge`; it is a [hash
 * tag](https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags), `{ton-edge}`, so one node
 * of a cluster has all keys.
 */
export function redisLimiter(options: { client: NodeRedis | IoRedis; prefix?: string | undefined }): Limiter;

/**
 * Creates a store of the setting `streaming.store` in Redis 7 or Valkey. Gateways that share it send as many requests for streams as one gateway.
 * `client` is your connected client, `prefix` as for {@link redisLimiter}.
 *
 * ```js redis
 * import { createClient } from "redis";
 * import { createGateway } from "ton-edge/gateway";
 * import { redisStreams } from "ton-edge/gateway/redis";
 *
 * const client = await createClient({ url: "redis://127.0.0.1:6379", disableOfflineQueue: true }).connect();
 * const gateway = createGateway({ mainnet: { apiKey: (env) => env.API_KEY }, streaming: { store: redisStreams({ client }) } });
 * client.destroy();
 * ```
 */
export function redisStreams(options: { client: NodeRedis | IoRedis; prefix?: string | undefined }): StreamStore;
