// Creates a gateway from a configuration in JSON, in any runtime; names stand for functions and objects.

/** A cache store in the Durable Object that fleet-workerd.mjs binds. */
const durableObjectKeys = {
  get: async (key, env) => (await getStore(env).fetch(`https://store.example/${encodeURIComponent(key)}`)).json(),
  put: async (key, entry, env) => {
    const init = { method: "PUT", body: JSON.stringify(entry) };
    await getStore(env).fetch(`https://store.example/${encodeURIComponent(key)}`, init);
  },
};
const getStore = (env) => env.STORE.get(env.STORE.idFromName("cache"));

/**
 * @param {typeof import("ton-edge/gateway") & Pick<typeof import("ton-edge/gateway/limiter"), "remoteLimiter">
 *   & Pick<typeof import("ton-edge/gateway/telemetry"), "otlp"> & { tvm: () => Promise<typeof import("ton-edge/tvm")> }} entry the package's entry in that runtime
 * @param {any} written as for `createGateway`, but `apiKeys` is a list of records or "failing", `cache.adapter` may be "durable-object",
 *   `limits.scope` "failing", `{ remote }` or a limiter, `streaming.store` `{ redis }` in Node, Deno and Bun, `telemetry` the options of `otlp`, and `assets` a text; `selfHosted`: in workerd without what Cloudflare adds to a request
 * @param {number} index its index in the fleet, with which its log lines begin
 */
export function makeGateway({ createGateway, listKeys, otlp, remoteLimiter, tvm }, { selfHosted, ...written }, index) {
  const config = { log: (line) => console.error(`${index} ${line}`), ...written };
  if (Array.isArray(written.apiKeys)) config.apiKeys = listKeys(written.apiKeys);
  if (written.cache?.adapter === "durable-object") config.cache = { ...written.cache, adapter: durableObjectKeys };
  if (written.localGetMethods) config.tvm = tvm;
  if (written.telemetry) config.telemetry = otlp(written.telemetry);
  const scope = written.limits?.scope;
  if (scope === "failing") {
    const fail = () => {
      throw new Error("the limiter failed");
    };
    config.limits = { ...written.limits, scope: { take: fail, lease: fail } };
  }
  if (scope?.remote) config.limits = { ...written.limits, scope: remoteLimiter(scope.remote) };
  if (written.apiKeys === "failing")
    config.apiKeys = {
      find() {
        throw new Error("the store failed");
      },
    };
  if (written.openapi !== undefined) config.openapi = (generation) => Response.json({ generation, ...written.openapi });
  if (written.assets !== undefined)
    config.assets = () => new Response(written.assets, { headers: { "content-type": "text/html" } });
  return createGateway(config);
}
