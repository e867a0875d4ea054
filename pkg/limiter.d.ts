import type { Limiter } from "./gateway.js";

/**
 * The Durable Object that keeps the limits of a fleet: export it from the Worker and name it in `wrangler.jsonc`. One object
 * counts the callers, one each budget. What a budget has handed out is written down, and what was used of a quota: one row per API key and
 * kind of quota, which the next window overwrites. What callers have used of their rates is not.
 */
export class LimiterObject {
  constructor(state: { storage: { get(key: string): Promise<unknown>; put(key: string, value: unknown): unknown } }, env?: unknown);
  fetch(request: Request): Promise<Response>;
}

/** The limiter behind a binding of this Worker; default `LIMITER`, as `limits.scope: "durable-object"`. */
export function durableObjectLimiter(options?: { binding?: string | undefined }): Limiter;

/**
 * A Worker before the object, for gateways that have no binding to it. It asks for a secret: default the variable
 * `LIMITER_SECRET`.
 */
export function limiterService(options?: {
  binding?: string | undefined;
  /** Gives, or promises, the secret. */
  secret?: ((env: Record<string, unknown>) => unknown) | undefined;
}): { fetch(request: Request, env: object): Promise<Response> };

/** The limiter behind such a Worker: its URL and the secret. It is given a second for every answer. */
export function remoteLimiter(options: {
  url: string;
  secret: string | ((env: Record<string, unknown>) => unknown);
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}): Limiter;
