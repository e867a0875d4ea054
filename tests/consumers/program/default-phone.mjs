// The check without `ton-edge/tvm`, which needs WebAssembly.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address";
import * as message from "ton-edge/message";

import { exerciseExports } from "./use.mjs";

export const check = (service) =>
  exerciseExports({ packAddress, unpackAddress, isTonEdgeError, createClient, message }, service);
