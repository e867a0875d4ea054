/**
 * `ton-edge/gateway/limiter`: counts the limits of a gateway for all its isolates in a Durable Object, or in a service of your own.
 *
 * @packageDocumentation
 */
import type { Limiter } from "./gateway.js";
import type { PlatformRequest, PlatformResponse, SentRequestInit } from "./platform.js";

/**
 * The [Durable Object](https://developers.cloudflare.com/durable-objects/) class that counts limits and budgets for all
 * isolates of a gateway. Export it from the Worker, and list it in `wrangler.jsonc` under `durable_objects` and
 * `migrations`.
 *
 * One object counts all callers, and one object per budget grants leases. Granted leases and quotas are stored durably,
 * one row per budget and one row per API key and kind of quota; the rates of callers live in memory only.
 */
export class LimiterObject {
  constructor(
    state: { storage: { get(key: string): Promise<unknown>; put(key: string, value: unknown): unknown } },
    env?: unknown,
  );
  fetch(request: PlatformRequest): Promise<PlatformResponse>;
}

/**
 * Creates a limiter that uses the {@link LimiterObject} behind a binding of this Worker. `binding` is its name, default
 * `LIMITER`. `limits.scope: "durable-object"` is the same with the default binding.
 */
export function durableObjectLimiter(options?: { binding?: string | undefined }): Limiter;

/**
 * Creates a Worker that serves the {@link LimiterObject} over HTTP, for gateways without a binding to it. Callers
 * authenticate with a secret; other requests get 401.
 */
export function limiterService(options?: {
  /** Binding to the {@link LimiterObject}. Default `LIMITER`. */
  binding?: string | undefined;
  /** Function of `env` that returns the secret, or a promise of it. Default: the variable `LIMITER_SECRET`. */
  secret?: ((env: Record<string, unknown>) => unknown) | undefined;
}): { fetch(request: PlatformRequest, env: object): Promise<PlatformResponse> };

/** Creates a limiter that uses a {@link limiterService}. The timeout of a request to it is 1 second. */
export function remoteLimiter(options: {
  /** URL of the service: `https:`, or `http:` on this machine. */
  url: string;
  /** The secret of the service, or a function of `env` that returns it or a promise of it. */
  secret: string | ((env: Record<string, unknown>) => unknown);
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: ((url: string, init: SentRequestInit) => Promise<PlatformResponse>) | undefined;
}): Limiter;
