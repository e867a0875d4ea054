// A Worker that passes the wasm modules itself, as compiled modules, which is the only form on this runtime.
import address from "ton-edge/address.wasm";
import client from "ton-edge/client.wasm";

import { check } from "./slim.mjs";

export default {
  fetch: async (request, env) =>
    Response.json(await check(env.SERVICE, client, address).catch((error) => String(error?.stack ?? error))),
};
