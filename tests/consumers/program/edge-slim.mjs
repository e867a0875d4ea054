// A Worker that brings the modules itself: as modules, the one form that it has.
import address from "ton-edge/address.wasm";
import client from "ton-edge/client.wasm";

import { check } from "./slim.mjs";

export default {
  fetch: async (request, env) =>
    Response.json(await check(env.SERVICE, client, address).catch((error) => String(error?.stack ?? error))),
};
