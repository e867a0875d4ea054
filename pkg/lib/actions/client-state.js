// Data that the calls of this folder cache per client.

/** Data of each client: its settings, and the state that its calls share. */
const stateByClient = /* @__PURE__ */ new WeakMap();

/** @param {any} client @param {any} settings of `createClient` */
export function rememberClient(client, settings) {
  if (stateByClient.has(client)) return;
  stateByClient.set(client, {
    client,
    settings,
    /** Requests that several calls wait for, by their purpose. */
    requests: new Map(),
    /** The module `ton-edge/tvm`. */
    tvm: undefined,
    /** Configurations of the network: see network-configuration.js. */
    configurations: [],
    ranges: [],
    latest: undefined,
    /** Library cells by their hashes. */
    libraries: new Map(),
    /** Until this time by `clock()`, calls that may go upstream are sent at once, without a local attempt. */
    pausedUntil: 0,
  });
}

/** @param {any} client */
export const getClientState = (client) => stateByClient.get(client);
