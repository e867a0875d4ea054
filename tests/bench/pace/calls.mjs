// Runs one client in its own process: makes all calls at once, and prints the times of the right responses.
//   node calls.mjs ton-edge|@ton/ton|tonweb URL CALLS SEQNO

import { createRequire } from "node:module";

import { createClient } from "ton-edge";

import { loadTonweb } from "../../helpers/tonweb.mjs";

const [clientName, url, calls, seqno] = process.argv.slice(2);
const endpoint = `${url}/api/v2/jsonRPC`;

/** Each client as in its documentation, with its defaults. */
const CLIENTS = {
  "ton-edge": async () => {
    // Each call sends its own request, like the other clients.
    const client = createClient({ baseUrl: url, coalesce: false });
    return () => client.v2.getMasterchainInfo().then(({ last }) => last.seqno);
  },
  "@ton/ton": async () => {
    const { TonClient } = createRequire(new URL("../package.json", import.meta.url))("@ton/ton");
    const client = new TonClient({ endpoint });
    return () => client.getMasterchainInfo().then(({ latestSeqno }) => latestSeqno);
  },
  tonweb: async () => {
    const TonWeb = await loadTonweb();
    const provider = new TonWeb.HttpProvider(endpoint);
    return () => provider.getMasterchainInfo().then(({ last }) => last.seqno);
  },
};

const call = await CLIENTS[clientName]();
const start = performance.now();
const times = [];
await Promise.allSettled(
  Array.from({ length: Number(calls) }, async () => {
    if ((await call()) === Number(seqno)) times.push(performance.now() - start);
  }),
);
process.stdout.write(JSON.stringify({ times }), () => process.exit());
