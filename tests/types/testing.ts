// Every export of ton-edge/testing as a TypeScript program uses it, and the uses that the types must refuse. Nothing here runs:
// tests/types/types.test.mjs compiles it.

import { type Client, createClient } from "ton-edge";
import type { Wallet } from "ton-edge/message";
import {
  createFakeService,
  type FakeAccount,
  type FakeDeposit,
  type FakeFailure,
  type FakeJetton,
  type FakeOperation,
  type FakeOutcome,
  type FakeRequest,
  type FakeRequestInit,
  type FakeResult,
  type FakeService,
  type FakeTimes,
  type SentMessage,
} from "ton-edge/testing";

declare const wallet: Wallet;

const service: FakeService = createFakeService();
const client: Client = service.createClient({ network: "testnet", retry: false });
createClient({ ...service.clientOptions, fetch: service.fetch });

const operation: FakeOperation = "v3.staking.nominatorPools.pool";
service.requestsOf(operation).map(({ params }) => params["account"] satisfies unknown);
service.requests[0]?.headers.get("x-api-key") satisfies string | null | undefined;
// @ts-expect-error the list of requests is read-only
service.requests.push();

// The response has the type of the operation's result.
service.respond("v2.getAddressBalance", "5").respond("v3.jetton.wallets", { jetton_wallets: [] });
service.respond("v2.getAddressState", ({ params }: FakeRequest) => (params["address"] ? "active" : undefined));
service.respond("v2.getAddressState", async () => "frozen", { times: 2 } satisfies FakeTimes);
service.example("v2.getMasterchainInfo").result.last.seqno satisfies number;
const masters: FakeResult<"v3.jetton.masters"> = { jetton_masters: [] };
service.respond("v3.jetton.masters", masters);
// @ts-expect-error not a text
service.respond("v2.getAddressState", 7);
// @ts-expect-error the list is missing
service.respond("v3.jetton.wallets", { wallets: [] });
// @ts-expect-error the path of an operation is not its name
service.respond("v3.jetton/wallets", { jetton_wallets: [] });
// @ts-expect-error requests of JSON-RPC are those of its methods
service.requestsOf("v2.jsonRPC");

const failures: FakeFailure[] = ["network", "timeout", { status: 429, message: "slow down", retryAfterSeconds: 1 }];
for (const failure of failures) service.fail("*", failure, { times: 1 }).fail("v2.sendBoc", failure);
// @ts-expect-error not a failure
service.fail("*", "offline");

const jetton: FakeJetton = { master: "0:00", balance: 5n, symbol: "USDT", decimals: 6 };
const account: FakeAccount = {
  balance: 5n,
  wallet,
  seqno: 3,
  jettons: [jetton],
  domains: ["alice.ton"],
  state: "active",
};
service.setAccount(wallet.address, account).setAccount("0:00");
const deposit: FakeDeposit = { amount: 5, from: "0:00", comment: "order 17", jetton: "0:00" };
service.receive(wallet.address, deposit).lt satisfies bigint;
const [sentMessage]: SentMessage[] = service.sentMessages();
sentMessage?.value satisfies bigint | undefined;
if (sentMessage?.body.type === "jetton_transfer") sentMessage.body.amount satisfies bigint;
// @ts-expect-error a message has a receiver, not a destination
sentMessage?.destination;
const outcome: FakeOutcome = { status: "rejected", exitCode: 33 };
service.setMessageOutcome(outcome, { times: 1 }).reset();
// @ts-expect-error not an outcome
service.setMessageOutcome({ status: "bounced" });
const init: FakeRequestInit = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
service.fetch("https://toncenter.com/api/v2/jsonRPC", init).then((response) => response);
client.v2.getMasterchainInfo();
