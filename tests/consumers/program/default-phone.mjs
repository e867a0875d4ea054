// The check without WebAssembly, which `ton-edge/tvm` needs.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address";
import * as message from "ton-edge/message";

import { use } from "./use.mjs";

export const check = (service) => use({ packAddress, unpackAddress, isTonEdgeError, createClient, message }, service);
