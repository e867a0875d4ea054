// A gateway as a process of its own, so that its memory can be read: configuration and options of `serve` as JSON in, its URLs out.

import process from "node:process";

import { createGateway } from "ton-edge/gateway";
import { files } from "ton-edge/node";

const runtime = globalThis.Deno ? "deno" : globalThis.Bun ? "bun" : "node";
const { serve, openapi } = await import(`ton-edge/${runtime}`);
const { config, folder, options } = JSON.parse(process.argv[2]);
const gateway = createGateway({ ...config, openapi, assets: folder && files(folder) });
const { url, operatorsUrl } = await serve(gateway, { port: 0, ...options });
process.stdout.write(`${JSON.stringify({ url, operatorsUrl })}\n`);
