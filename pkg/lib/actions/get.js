// Get-methods of the client: takes values, returns values, and throws for every failure of the contract.

import { encodeStack, getMethodArguments, readGetMethod } from "../../message.js";
import { computeOne } from "./compute-one.js";
import { readGetOptions } from "./get-options.js";
import { runGetMethod } from "./run-get-method.js";

/** @param {any} client @param {any} address @param {any} method @param {any} [args] @param {any} [rawOptions] */
export async function get(client, address, method, args = [], rawOptions = {}) {
  const { clientState, mode, seqno, options } = readGetOptions(client, rawOptions, "client.get");
  const call = { address, method, stack: encodeStack(args, "v2"), seqno };
  return (
    (mode === "never" ? undefined : await computeOne(clientState, call, mode, options)) ??
    runGetMethod(client, call, options)
  );
}

/** @param {any} client @param {any} address @param {any} method @param {any} [args] @param {any} [rawOptions] */
export async function read(client, address, method, args, rawOptions) {
  const { stack } = await get(client, address, method, getMethodArguments(method, args), rawOptions);
  return readGetMethod(method, stack);
}
