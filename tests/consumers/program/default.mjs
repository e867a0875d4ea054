// The check of the entries `ton-edge` and `ton-edge/address`.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address";

import { use } from "./use.mjs";

export const check = (service) => use({ packAddress, unpackAddress, isTonEdgeError, createClient }, service);
