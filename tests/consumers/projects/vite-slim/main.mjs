// A page whose wasm modules are assets of Vite.
import address from "ton-edge/address.wasm?url";
import cell from "ton-edge/cell.wasm?url";
import client from "ton-edge/client.wasm?url";
import emulator from "ton-edge/emulator.wasm?url";
import tvm from "ton-edge/tvm.wasm?url";

import { check } from "./slim.mjs";

const service = new URL(location.href).searchParams.get("service");
globalThis.done = check(service, client, address, cell, tvm, emulator).catch((error) => String(error?.stack ?? error));
