import type { Limiter } from "./gateway.js";

/** The client of the package `redis`: a client, a pool, or a cluster. */
export interface NodeRedis {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  evalSha(hash: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The client of the packages `iovalkey` and `ioredis`. */
export interface IoRedis {
  eval(script: string, keys: number, ...rest: string[]): Promise<unknown>;
  evalsha(hash: string, keys: number, ...rest: string[]): Promise<unknown>;
}

/**
 * A limiter with Redis 7 or Valkey, by a connected client of yours. All keys begin with `prefix` in braces, so that one
 * node of a cluster has them; default `ton-edge`.
 */
export function redisLimiter(options: { client: NodeRedis | IoRedis; prefix?: string | undefined }): Limiter;
