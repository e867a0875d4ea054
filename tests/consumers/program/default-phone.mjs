// The check without `ton-edge/tvm`, which needs WebAssembly, and without `ton-edge/message`: Hermes 0.12, the newest one that npm has, computes other
// values with it.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address";

import { use } from "./use.mjs";

export const check = (service) => use({ packAddress, unpackAddress, isTonEdgeError, createClient }, service);
