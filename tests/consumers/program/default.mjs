// The check of the entries `ton-edge` and `ton-edge/address`.
import { Address, createClient, isTonEdgeError } from "ton-edge";
import { Address as SameAddress, packAddress, unpackAddress } from "ton-edge/address";

import { use } from "./use.mjs";

export const check = (service) =>
  use({ packAddress, unpackAddress, isTonEdgeError, createClient, Addresses: [Address, SameAddress] }, service);
