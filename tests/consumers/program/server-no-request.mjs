// A program on a platform without `Request`, as under jsdom: the error must name it.
import process from "node:process";

import { createClient } from "ton-edge";
import { packAddress } from "ton-edge/address";

delete globalThis.Request;
const client = createClient({ baseUrl: process.argv[2] });
const { code, parameter } = await client.v2.getMasterchainInfo().catch((error) => error);
console.log(JSON.stringify({ packed: packAddress(`0:${"0".repeat(64)}`), code, parameter }));
