// A page whose wasm modules are assets of Vite.
import address from "ton-edge/address.wasm?url";
import client from "ton-edge/client.wasm?url";

import { check } from "./slim.mjs";

const service = new URL(location.href).searchParams.get("service");
globalThis.done = check(service, client, address).catch((error) => String(error?.stack ?? error));
