// Runs a gateway as a process, so that its memory can be measured. Input: configuration, options of `serve` and its entry as JSON; output: its URLs.

import process from "node:process";

import { createGateway } from "ton-edge/gateway";
import { files } from "ton-edge/node";

const { config, folder, options, entry } = JSON.parse(process.argv[2]);
const { serve, openapi } = await import(entry);
const gateway = createGateway({ ...config, openapi, assets: folder && files(folder) });
const { url, operatorsUrl } = await serve(gateway, { port: 0, ...options });
process.stdout.write(`${JSON.stringify({ url, operatorsUrl })}\n`);
