// A Worker that passes the wasm modules itself, as compiled modules, which is the only form on this runtime.
import address from "ton-edge/address.wasm";
import cell from "ton-edge/cell.wasm";
import client from "ton-edge/client.wasm";
import emulator from "ton-edge/emulator.wasm";
import tvm from "ton-edge/tvm.wasm";

import { check } from "./slim.mjs";

const modules = [client, address, cell, tvm, emulator];

export default {
  fetch: async (request, env) =>
    Response.json(await check(env.SERVICE, ...modules).catch((error) => String(error?.stack ?? error))),
};
