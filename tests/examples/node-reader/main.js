// Prints the balance of an account and its newest transactions.

import { createClient, isTonEdgeError } from "ton-edge";

const [account, count = "10"] = process.argv.slice(2);
if (!account || !(Number(count) > 0)) {
  console.error("Usage: npm start -- ACCOUNT [COUNT]");
  process.exit(2);
}

// Without GATEWAY the client calls TON Center itself, at 1 request per second unless you set API_KEY.
const client = createClient({ baseUrl: process.env.GATEWAY, apiKey: process.env.API_KEY });

/** A number of nanotons in TON. BigInt, since a number would round it. */
function formatTon(nanotons) {
  const digits = BigInt(nanotons).toString().padStart(10, "0");
  return `${digits.slice(0, -9)}.${digits.slice(-9)} TON`;
}

try {
  console.log(`balance ${formatTon(await client.v2.getAddressBalance({ address: account }))}`);
  for await (const tx of client.v3.transactions.paginate({ account }, { maxItems: Number(count) })) {
    const time = new Date(tx.now * 1000).toISOString();
    console.log(time, tx.hash, tx.in_msg?.value ? `received ${formatTon(tx.in_msg.value)}` : "received no TON");
  }
} catch (error) {
  if (!isTonEdgeError(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
