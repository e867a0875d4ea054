// The check of the entries `ton-edge`, `/address`, `/message` and `/tvm`.
import { Address, createClient, isTonEdgeError } from "ton-edge";
import { Address as SameAddress, packAddress, unpackAddress } from "ton-edge/address";
import * as message from "ton-edge/message";

import { exerciseExports } from "./use.mjs";

const Addresses = [Address, SameAddress];
const loadTvm = () => import("ton-edge/tvm");

/** @param {string} service @param {any} [moreEntries] other entries */
export const check = (service, moreEntries) =>
  exerciseExports(
    { packAddress, unpackAddress, isTonEdgeError, createClient, Addresses, message, tvm: loadTvm, ...moreEntries },
    service,
  );
