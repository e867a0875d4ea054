// `createClient`: one method per row of the endpoint table. The core in wasm plans each request and judges each response.

import { createPager } from "../pagination/pager.js";
import { createPendingPager } from "../pagination/pending-pager.js";
import { isTonEdgeError } from "../util/error.js";
import { isPlainObject, requireString } from "../util/options.js";
import { core } from "../wasm/client.js";
import { deferClient } from "./deferred.js";
import { createPendingIterator, ITERATORS } from "./pending-iterator.js";
import { send } from "./send.js";
import { readSettings } from "./settings.js";
import { snapshot } from "./snapshot.js";

/** Methods that decode cells or wait for messages. Their code is loaded at the first call of any of them. */
const ACTIONS = [
  "account",
  "dns",
  "get",
  "getMany",
  "jettons",
  "nft",
  "read",
  "recipient",
  "resolve",
  "send",
  "summarize",
  "waitForMessage",
];

export function createClient(options = {}) {
  const loading = core.ready();
  return loading ? deferClient(loading, makeClient, options) : makeClient(options);
}

function makeClient(options) {
  const settings = readSettings(options);
  const call = (generation, path, params, callOptions, page) => {
    const copiedParams = copyWithoutArchival(path, params);
    const response = send(settings, { generation, path, params, page }, callOptions);
    if (!copiedParams) return response;
    // Servers of 2024 and earlier search old history only with `archival: true`.
    return response.catch((error) => {
      if (!isTonEdgeError(error) || !/lt not in db/.test(error.message)) throw error;
      return send(settings, { generation, path, params: { ...copiedParams, archival: true }, page }, callOptions);
    });
  };
  const client = { v2: makeMethods("v2", "", call), v3: makeMethods("v3", "", call), call };
  for (const operationLine of core.operations().trimEnd().split("\n")) {
    const [generation, , path, isPaged] = operationLine.split(" ");
    const steps = path.split("/");
    const name = steps.pop();
    let methodHome = client[generation];
    let prefix = "";
    for (const step of steps) {
      prefix += `${step}/`;
      if (!(step in methodHome)) methodHome[step] = makeMethods(generation, prefix, call);
      methodHome = methodHome[step];
    }
    // `decode` has two rows and one method; `jsonRPC` has the method `jsonRpc`.
    if (name in methodHome || name === "jsonRPC") continue;
    const method = (params, options) => call(generation, path, params, options);
    Object.defineProperty(method, "name", { value: name });
    if (isPaged)
      method.paginate = (params, options) => {
        try {
          return createPager({ core, settings, call, generation, path }, params, options);
        } catch (error) {
          return createPendingPager(() => Promise.reject(error), error);
        }
      };
    methodHome[name] = method;
  }
  client.v2.jsonRpc = async (method, params = {}, options) => send(settings, makeRpcEndpoint(method, params), options);
  // Loaded with the first batch, like the actions below.
  client.v2.batch = async (calls, options) => {
    const copiedArguments = snapshot({ calls, options });
    return (await import("./batch.js")).sendBatch(
      settings,
      copiedArguments.calls,
      copiedArguments.options,
      makeRpcEndpoint,
    );
  };
  // These calls need the code for cells, which other programs do not load. Arguments are copied before that code loads.
  const runAction = async (name, copiedArgs) =>
    (await import("../actions/index.js")).performCall(settings, client, name, copiedArgs);
  for (const name of ACTIONS) client[name] = async (...args) => runAction(name, snapshot(args));
  for (const name of /** @type {(keyof typeof ITERATORS)[]} */ (Object.keys(ITERATORS)))
    client[name] = (...args) => {
      const copiedArgs = snapshot(args);
      return createPendingIterator(name, () => runAction(name, copiedArgs));
    };
  return client;
}

/** Copies the parameters of a call that can be repeated with `archival`. */
function copyWithoutArchival(path, params) {
  try {
    return /getTransactions/.test(path) && isPlainObject(params) && !("archival" in params) && { ...params };
  } catch {
    // The parameters are a symbol or a proxy that throws: the core reports the error.
    return false;
  }
}

/**
 * Returns the object with the methods of a generation. A misspelt method rejects and suggests the nearest name; other names, above
 * all `then`, are undefined.
 */
function makeMethods(generation, prefix, call) {
  const getMethod = (target, name, receiver) => {
    if (typeof name === "string" && !(name in target)) {
      try {
        core.plan({ generation, path: prefix + name }, {});
      } catch (error) {
        if (error.suggestion && error.code === "unknown_endpoint") return () => call(generation, prefix + name);
      }
    }
    return Reflect.get(target, name, receiver);
  };
  return Object.create(new Proxy({}, { get: getMethod }));
}

/** Checks the parameters of a JSON-RPC call before it is sent, so that a missing parameter does not cost a request. */
function makeRpcEndpoint(method, params, id = "1") {
  const { reads, list } = core.plan(
    { generation: "v2", path: requireString("unknown_endpoint", "method", method) },
    params,
  );
  return { generation: "v2", path: "jsonRPC", params: { jsonrpc: "2.0", id, method, params }, reads, list };
}
