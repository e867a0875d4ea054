// The check of the entries `ton-edge`, `ton-edge/address/auto`, `/message` and `/tvm`.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address/auto";
import * as message from "ton-edge/message";

import { exerciseExports } from "./use.mjs";

const loadTvm = () => import("ton-edge/tvm");
const entries = { packAddress, unpackAddress, isTonEdgeError, createClient, message };

export const check = (service) => exerciseExports({ ...entries, tvm: loadTvm }, service);
/** For browsers without reference types, which `/tvm` needs. */
export const checkMessages = (service) => exerciseExports(entries, service);
