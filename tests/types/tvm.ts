// Every export of ton-edge/tvm as a TypeScript program uses it, and the uses that the types must refuse. Nothing here runs:
// tests/types/types.test.mjs compiles it.

import {
  type Config,
  type Contract,
  type ContractOptions,
  type GetLimits,
  isTonEdgeError,
  type LocalResult,
  openConfig,
  openContract,
  ready,
  type TonEdgeError,
} from "ton-edge/tvm";

declare const code: Uint8Array;

const config: Config = openConfig(code);
const options: ContractOptions = { code, data: "te6cckEBAQEAAgAAAEysuc0=", address: "0:00", balance: "5", config };
const limits: GetLimits = { gasLimit: 100, workLimit: 100 };

export async function runAddressCall(): Promise<bigint | string> {
  await ready();
  const contract: Contract = openContract({ ...options, extraCurrencies: { 7: 5n }, blockLt: 5n, now: 1, ...limits });
  const result: LocalResult = contract.get("seqno", [1n, "0:00", null], limits);
  if (result.status === "done")
    return result.stack.int(0) + BigInt(result.gasUsed + result.steps + result.work + result.exitCode);
  if (result.reason === "exit_code") return result.meaning ?? String(result.exitCode);
  if (result.reason === "library") return result.library;
  return result.reason;
}

export function toKnownError(error: unknown): TonEdgeError | undefined {
  return isTonEdgeError(error, "boc_invalid") ? error : undefined;
}

// @ts-expect-error a contract needs data
openContract({ code, address: "0:00" });
// @ts-expect-error no such option
openContract({ ...options, gas: 5 });
// @ts-expect-error a method is a name or a number
openContract(options).get(5n);
