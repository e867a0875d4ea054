// The entries that are ES modules only: for Node, Deno and Bun, and for Cloudflare.

import { createGateway } from "ton-edge/gateway";
import { openapi as openapiBun, serve as serveBun, settingsOf as settingsOfBun } from "ton-edge/bun";
import { openapi as openapiDeno, serve as serveDeno, settingsOf as settingsOfDeno } from "ton-edge/deno";
import type { ServeFetchOptions } from "ton-edge/bun";
import {
  fileKeys,
  files,
  openapi,
  serve,
  settingsOf,
  type NodeServeOptions,
  type ServeOptions,
  type Server,
} from "ton-edge/node";
import worker, { LimiterObject, StreamHub } from "ton-edge/worker";

export async function node() {
  const gateway = createGateway({ assets: files("www") });
  const server: Server = await serve(gateway, { port: 0, host: "127.0.0.1", env: { API_KEY: "key" } });
  server.url satisfies string;
  (await server.close()) satisfies void;
  createGateway({ assets: files("www", { hstsSeconds: 31_536_000 }) });
  createGateway({ apiKeys: fileKeys("keys.json") });
  (await fileKeys("keys.json").list()).length satisfies number;
  await serve(gateway);
  await serve(gateway, { drainMs: 1000, exitOnSignal: true });
  const sharedOptions: ServeOptions = { port: 0, drainDelayMs: 5 };
  const nodeOptions: NodeServeOptions = { ...sharedOptions, compress: false };
  const fetchOptions: ServeFetchOptions = { ...sharedOptions, maxBufferedBytes: 1000 };
  await serve(gateway, nodeOptions);
  await serveBun(gateway, fetchOptions);
  // @ts-expect-error Deno's server does not compress
  await serveDeno(gateway, { compress: true });
  for (const openapiFunction of [openapi, openapiBun, openapiDeno]) createGateway({ openapi: openapiFunction });
  for (const read of [settingsOf, settingsOfBun, settingsOfDeno])
    createGateway({ origins: ["https://a.example"], ...read({ TON_EDGE_RETRIES: "1", OTHER: undefined }) });
  // @ts-expect-error the values of variables are texts
  settingsOf({ TON_EDGE_RETRIES: 1 });
  // @ts-expect-error no such generation
  await openapi("v4");
  for (const serveOther of [serveBun, serveDeno]) {
    const { url, operatorsUrl, close } = await serveOther(gateway, {
      operators: { port: 0 },
      maxBufferedBytes: 1000,
      requestTimeoutMs: 1000,
    });
    [url, operatorsUrl satisfies string | undefined, (await close()) satisfies void];
  }
  await serve(gateway, {
    operators: { port: 0, host: "::1" },
    maxPipelinedRequests: 1,
    writeTimeoutMs: 1,
    maxConnections: 1,
    headersTimeoutMs: 1,
    compress: false,
  });
  // @ts-expect-error Deno has no such option
  await serveDeno(gateway, { maxConnections: 1 });
  // @ts-expect-error the result is a promise
  serve(gateway).url;
  // @ts-expect-error a number
  await serve(gateway, { port: "8080" });
  // @ts-expect-error the argument is a gateway, not its configuration
  await serve({ network: "mainnet" });
  // @ts-expect-error the folder is missing
  files();
}

interface Bindings {
  NETWORK: string;
  ASSETS: { fetch(request: Request): Promise<Response> };
}

export async function cloudflare(bindings: Bindings) {
  (await worker.fetch(new Request("https://gateway.example/"), { NETWORK: "mainnet" }, {})) satisfies Response;
  await worker.fetch(new Request("https://gateway.example/"), bindings, {});
  LimiterObject satisfies new (
    ...args: never[]
  ) => { fetch(request: Request): Promise<Response> };
  StreamHub satisfies new (
    ...args: never[]
  ) => { fetch(request: Request): Promise<Response>; alarm(): Promise<void> };
  // @ts-expect-error a Worker of this package handles no queue
  worker.queue;
}

// The wasm modules: only for tools that import files as modules, which `require` never does.
import addressModule from "ton-edge/address.wasm";
import clientModule from "ton-edge/client.wasm";
import gatewayModule from "ton-edge/gateway.wasm";
import { init } from "ton-edge/slim";

export const modules: WebAssembly.Module[] = [addressModule, clientModule, gatewayModule];
export const ready: Promise<void> = init(addressModule, clientModule);
