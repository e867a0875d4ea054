// What `sessionConsistency` costs a caller that only reads: CPU time per call, and requests. Run: node tests/bench/session.mjs
import { createClient } from "ton-edge";

const makeAddress = (index) => `0:${index.toString(16).toUpperCase().padStart(64, "0")}`;
const states = Array.from({ length: 100 }, (_, index) => ({
  address: makeAddress(index),
  balance: "12345678901234567890",
  status: "active",
  last_transaction_lt: String(10n ** 13n + BigInt(index)),
  last_transaction_hash: "A".repeat(44),
  code_hash: "B".repeat(44),
  data_hash: "C".repeat(44),
}));
const transactions = Array.from({ length: 1000 }, (_, index) => ({
  account: makeAddress(1),
  lt: String(10n ** 13n - BigInt(index)),
  hash: "A".repeat(44),
  finality: "finalized",
  in_msg: {
    hash: "B".repeat(44),
    source: makeAddress(2),
    destination: makeAddress(1),
    value: "1000000000",
    body: "x".repeat(500),
  },
  out_msgs: [],
}));
const jettons = Array.from({ length: 1000 }, (_, index) => ({
  ...states[index % 100],
  address: makeAddress(index),
  owner: makeAddress(1),
}));

/** By name: the calls of one run, how a call is made, and the body of its response. @type {[string, number, (client: any) => Promise<any>, any][]} */
const CASES = [
  ["one account", 3000, (client) => client.v3.accountStates({ address: [makeAddress(1)] }), { accounts: [states[1]] }],
  [
    "100 accounts",
    600,
    (client) => client.v3.accountStates({ address: states.map(({ address }) => address) }),
    { accounts: states },
  ],
  [
    "1000 transactions",
    60,
    (client) => client.v3.transactions({ account: [makeAddress(1)], limit: 1000 }),
    { transactions },
  ],
  [
    "1000 jettons",
    100,
    (client) => client.v3.jetton.wallets({ owner_address: [makeAddress(1)], limit: 1000 }),
    { jetton_wallets: jettons },
  ],
];
const ROUNDS = 9;

for (const [name, calls, call, body] of CASES) {
  const text = JSON.stringify(body);
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return new Response(text);
  };
  const options = { baseUrl: "https://server.example", rateLimit: /** @type {const} */ (false), fetch };
  const clients = [false, true].map((sessionConsistency) => createClient({ ...options, sessionConsistency }));
  const bestTimes = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, client] of clients.entries()) {
      const cpuBefore = process.cpuUsage();
      for (let count = 0; count < calls; count += 1) await call(client);
      const { user, system } = process.cpuUsage(cpuBefore);
      bestTimes[index] = Math.min(bestTimes[index] ?? Infinity, (user + system) / calls);
    }
  const [off = 0, on = 0] = bestTimes;
  const extraRequests = requests - 2 * ROUNDS * calls;
  console.log(
    `${name}: ${off.toFixed(0)} us off, ${on.toFixed(0)} us on (${(on - off).toFixed(1)} us); further requests: ${extraRequests}`,
  );
}
