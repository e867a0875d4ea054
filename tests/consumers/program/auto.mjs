// The check of the entries `ton-edge` and `ton-edge/address/auto`.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address/auto";

import { use } from "./use.mjs";

export const check = (service) => use({ packAddress, unpackAddress, isTonEdgeError, createClient }, service);
