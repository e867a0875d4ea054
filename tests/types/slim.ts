// ton-edge/slim: all exports of ton-edge, and `init`.

import { createClient, init, packAddress, type ModuleSource } from "ton-edge/slim";

declare const module: WebAssembly.Module;
const sources: ModuleSource[] = [
  "/client.wasm",
  new URL("https://a.example"),
  new Response(),
  new Uint8Array(8),
  new ArrayBuffer(8),
  module,
];
const loading: Promise<void> = init(...sources, fetch("/address.wasm"));

// @ts-expect-error a number is not a source
void init(7);
// @ts-expect-error undefined is not a source
void init(undefined);

export const usedValues = [loading, packAddress("0:00"), createClient().v3.jetton.wallets] as const;
