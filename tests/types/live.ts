// `client.watch`, ton-edge/actions and ton-edge/query as a TypeScript program uses them. Nothing here runs: types.test.mjs compiles it.

import { QueryClient } from "@tanstack/query-core";
import { createClient } from "ton-edge";
import type {
  Action,
  AccountStateFull,
  AccountSummary,
  StreamEvent,
  StreamGap,
  JettonBalance,
  JettonWallet,
  Trace,
  Transaction,
  Watch,
  WatchEvent,
  WatchGap,
  WatchOptions,
  WatchQuery,
  WatchState,
  WatchType,
  WatchedAction,
  WatchedJetton,
  WatchedState,
  WatchedTrace,
  WatchedTransaction,
} from "ton-edge";
import { describeAction } from "ton-edge/actions";
import type {
  ActionAccount,
  ActionAmount,
  ActionDescription,
  ActionKind,
  ActionPart,
  DescribeActionOptions,
  DescribedAction,
} from "ton-edge/actions";
import { createQueries, deserializeData, serializeData } from "ton-edge/query";
import type {
  HistoryDescription,
  HistoryPage,
  InvalidatingClient,
  Queries,
  QueriesOptions,
  QueryDescription,
  SelectedQueryDescription,
  SendDescription,
  WatchedQueries,
} from "ton-edge/query";

export function readStream(text: string) {
  const event: StreamEvent = JSON.parse(text);
  if (event.type === "transactions") event.transactions[0]?.hash satisfies string | undefined;
  if (event.type === "gap") event satisfies StreamGap;
  // @ts-expect-error: not an event of a stream
  if (event.type === "trace_invalidated") return;
}

const client = createClient();
const types: WatchType[] = ["transactions", "account_state_change", "actions", "trace", "jettons_change"];
const query: WatchQuery = { accounts: ["alice"], types, since: ["cursor"] };
const options: WatchOptions = {
  finality: "confirmed",
  stream: true,
  onState: (state: WatchState, error) => error?.code,
};
const events: Watch = client.watch(query, options);
events.cursors satisfies readonly string[];

export async function read() {
  for await (const event of events) {
    const anyEvent: WatchEvent = event;
    anyEvent.cursor satisfies string;
    if (event.type === "transactions") {
      const { transaction }: WatchedTransaction = event;
      transaction satisfies Transaction;
    } else if (event.type === "account_state_change") {
      const { state }: WatchedState = event;
      state satisfies AccountStateFull;
    } else if (event.type === "actions") {
      const { action, isComplete }: WatchedAction = event;
      action satisfies Action;
      isComplete satisfies boolean;
    } else if (event.type === "trace") {
      const { trace, traceId }: WatchedTrace = event;
      trace satisfies Trace;
      traceId satisfies string;
    } else if (event.type === "jettons_change") {
      const { jetton, before, after }: WatchedJetton = event;
      jetton satisfies JettonWallet;
      [before, after] satisfies (bigint | null)[];
    } else {
      const { after, before }: WatchGap = event;
      [after.lt, before.lt] satisfies bigint[];
    }
  }
}

// @ts-expect-error: a query needs accounts
client.watch({});
// @ts-expect-error: not a type of events
client.watch({ accounts: [], types: ["blocks"] });
// @ts-expect-error: a number is not a cursor
client.watch({ accounts: [], since: 1 });

const queriesOptions: QueriesOptions = { scope: "testnet", staleTime: 0 };
const queries: Queries = createQueries(client, queriesOptions);
const queryClient = new QueryClient();
queryClient satisfies InvalidatingClient;
const account: QueryDescription<AccountSummary> = queries.account("alice");
const balance: SelectedQueryDescription<AccountSummary, bigint> = queries.balance("alice");
balance.select satisfies (data: AccountSummary) => bigint;
const history: HistoryDescription = queries.history("alice", { pageSize: 5 });
history.getNextPageParam satisfies (page: HistoryPage) => string | undefined;
const sending: SendDescription = queries.send({ wait: "trace" });
sending.mutationFn satisfies (boc: never) => unknown;
const watchQueries: WatchedQueries = { accounts: ["alice"], onError: (error) => error.code };
queries.watch(queryClient, watchQueries) satisfies () => void;

export const fetchTypedQueries = async () => {
  (await queryClient.fetchQuery(account)).balance satisfies bigint;
  (await queryClient.fetchQuery(queries.jettons("alice", { maxItems: 3 }))) satisfies JettonBalance[];
  (await queryClient.fetchInfiniteQuery(history)).pages[0]?.rows satisfies Transaction[] | undefined;
};
deserializeData(serializeData({ balance: 1n })) satisfies unknown;

// @ts-expect-error: the factories need a client
createQueries();
// @ts-expect-error: `wait` has three values
queries.send({ wait: "mined" });

const describeOptions: DescribeActionOptions = { viewer: "alice", locale: "de" };
const actionDescription: ActionDescription = describeAction(
  { type: "ton_transfer" } satisfies DescribedAction,
  describeOptions,
);
actionDescription.kind satisfies ActionKind;
actionDescription.amounts satisfies ActionAmount[];
actionDescription.parts satisfies ActionPart[];
actionDescription.counterparty satisfies ActionAccount | null;
// @ts-expect-error: the viewer is an address, not a number
describeAction({ type: "ton_transfer" }, { viewer: 1 });
