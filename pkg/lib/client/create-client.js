// `createClient`: one method per row of the endpoint table. The core in wasm plans each request and judges each response.

import { createFailedPager, createPager } from "../pagination/pager.js";
import { requireString } from "../util/options.js";
import { core } from "../wasm/client.js";
import { sendBatch } from "./batch.js";
import { send } from "./send.js";
import { readSettings } from "./settings.js";

export function createClient(options = {}) {
  const settings = readSettings(options);
  const call = (generation, path, params, callOptions) => send(settings, { generation, path, params }, callOptions);
  const client = { v2: {}, v3: {}, call };
  for (const line of core.operations().trimEnd().split("\n")) {
    const [generation, , path, paged] = line.split(" ");
    const steps = path.split("/");
    const name = steps.pop();
    const home = steps.reduce((at, step) => (at[step] ??= {}), client[generation]);
    // `decode` has two rows and one method.
    if (home[name] !== undefined) continue;
    const method = (params, options) => call(generation, path, params, options);
    Object.defineProperty(method, "name", { value: name });
    if (paged)
      method.paginate = (params, options) => {
        try {
          return createPager(core, settings, call, generation, path, params, options);
        } catch (error) {
          return createFailedPager(error);
        }
      };
    home[name] = method;
  }
  client.v2.jsonRpc = async (method, params = {}, options) => send(settings, rpc(method, params), options);
  client.v2.batch = (calls, options) => sendBatch(settings, calls, options, rpc);
  return client;
}

/** A checked call by JSON-RPC: else the service would spend a request on a missing parameter. */
function rpc(method, params, id = "1") {
  const { read } = core.plan("v2", requireString("unknown_endpoint", "method", method), undefined, params);
  return { generation: "v2", path: "jsonRPC", params: { jsonrpc: "2.0", id, method, params }, read };
}
