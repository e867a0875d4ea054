// Sends a transfer on the devnet through the gateway, and finds it in both generations.
//
//   node tests/upstream/devnet/send.mjs                    1 TON from alice to bob
//   node tests/upstream/devnet/send.mjs --from carol --to EQ… --amount 0.5 --comment "for the tea"
//
// It needs a running `cargo xtask serve`. It uses the client of ton-edge and the wallet of @ton/ton. The keys of the seeded
// wallets follow from the world's seed (wallet.mjs) and are worthless on any other chain.
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { Address, internal, toNano } from "@ton/core";
import { createClient } from "ton-edge";

import { makeCast } from "./cast.mjs";
import { writeRawAddress } from "./account-name.mjs";
import { DEFAULT_SEEDS } from "./server.mjs";

const USAGE = `Usage: node tests/upstream/devnet/send.mjs [options]

  --from NAME       a wallet of the seeded world: faucet, alice, bob, carol, dave, grace, heidi, ivan (alice)
  --to WHOM         a name or an address (bob)
  --amount TON      (1)
  --comment TEXT    (from send.mjs)
  --url URL         of the gateway (http://127.0.0.1:8787)
  --seed TEXT       of the world, if it was given another
  --network NAME    mainnet or testnet, which the gateway has at /testnet (mainnet)
`;
const TIMEOUT_MS = 60_000;
const LIFETIME = 120;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The next seqno of a wallet; 0 before it is deployed. */
async function readSeqno(client, address) {
  const { exit_code, stack } = await client.v2.runGetMethod({ address, method: "seqno", stack: [] });
  return exit_code === 0 ? Number(stack[0][1]) : 0;
}

/** Signs and sends; retries with the next seqno if another message of the wallet came first. */
async function submit({ client, from, messages }) {
  let seqno = await readSeqno(client, from.address.toString());
  for (;;) {
    const boc = from
      .transfer({ seqno, messages, validUntil: Math.floor(Date.now() / 1000) + LIFETIME })
      .toBoc()
      .toString("base64");
    try {
      return (await client.v2.sendBocReturnHash({ boc })).hash;
    } catch (error) {
      // Only after a plain refusal: after any other failure the message may be pending, and a second one would pay twice.
      if (!/was not accepted/.test(error.message)) throw error;
      const usedSeqno = seqno;
      seqno = await readSeqno(client, from.address.toString());
      if (seqno === usedSeqno) throw error;
    }
  }
}

/**
 * Signs, sends and waits until every message of the trace has arrived.
 * @param {{ client: ReturnType<typeof createClient>, from: import("./wallet.mjs").Wallet, to: import("@ton/core").Address, amount: bigint, comment: string }} transfer
 * @returns {Promise<{ hash: string, trace: any }>} `hash`: of the external message, base64
 */
export async function sendTransfer({ client, from, to, amount, comment }) {
  const hash = await submit({
    client,
    from,
    messages: [internal({ to, value: amount, bounce: false, body: comment })],
  });
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const { traces } = await client.v3.traces({ msg_hash: [hash] });
    if (traces[0]?.trace_info.trace_state === "complete") return { hash, trace: traces[0] };
    await sleep(500);
  }
  throw new Error(`the message ${hash} was accepted, but its trace is not complete after ${TIMEOUT_MS / 1000} s`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      from: { type: "string", default: "alice" },
      to: { type: "string", default: "bob" },
      amount: { type: "string", default: "1" },
      comment: { type: "string", default: "from send.mjs" },
      url: { type: "string", default: "http://127.0.0.1:8787" },
      seed: { type: "string" },
      network: { type: "string", default: "mainnet" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  if (values.network !== "mainnet" && values.network !== "testnet")
    throw new Error(`--network is mainnet or testnet, not "${values.network}"`);
  const cast = makeCast(values.seed ?? DEFAULT_SEEDS[values.network], values.network);
  const from = cast.wallet(values.from);
  if (!from) throw new Error(`the seeded world has no wallet "${values.from}"`);
  const to = cast.wallet(values.to)?.address ?? Address.parse(values.to);
  const baseUrl = values.network === "testnet" ? `${values.url}/testnet` : values.url;
  const client = createClient({ baseUrl, rateLimit: false });
  const { hash, trace } = await sendTransfer({
    client,
    from,
    to,
    amount: toNano(values.amount),
    comment: values.comment,
  });
  const friendlyText = to.toString({ bounceable: false, testOnly: values.network === "testnet" });
  const query = encodeURIComponent;
  // The transaction that received the money: the last of the trace, in case the wallet pays itself.
  const receivingTransaction = Object.values(trace.transactions)
    .filter((tx) => tx.account === writeRawAddress(to))
    .sort((a, b) => Number(BigInt(a.lt) - BigInt(b.lt)))
    .at(-1);
  process.stdout.write(
    `sent ${values.amount} TON from ${from.name} (${from.address}) to ${friendlyText}\n` +
      `  message  ${hash}\n  trace    ${trace.trace_id}: ${trace.trace_info.transactions} transactions\n` +
      `  v2       ${baseUrl}/api/v2/getTransactions?address=${friendlyText}&lt=${receivingTransaction.lt}&hash=${query(receivingTransaction.hash)}&limit=1\n  v3       ${baseUrl}/api/v3/traces?msg_hash=${query(hash)}\n`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    process.stderr.write(
      `error: ${error.message}${error.code === "connection_failed" ? "\nIs `cargo xtask serve` running? See --help for --url." : ""}\n`,
    );
    process.exit(1);
  });
}
