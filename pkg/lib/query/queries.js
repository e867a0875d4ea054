// Options of queries and mutations for TanStack Query, over the calls of a client. Plain objects: no framework and no library is imported.

import { fail } from "../util/error.js";
import { pickOptions, readFunctionOption, readPositiveOption, requireString } from "../util/options.js";
import { getAccountKey } from "./account-key.js";

/** The first part of every key. */
const ROOT = "ton-edge";
/** Milliseconds for which data counts as fresh; a block takes about as long. */
const STALE_MS = 5000;
/** Rows in a page of a history. */
const PAGE_SIZE = 20;
/** Maximum number of NFTs of an owner that are read without `maxItems`, as with `client.jettons`. */
const DEFAULT_MAX_NFTS = 1000;
/** @type {{ maxItems?: number }} */
const NO_LIMIT = {};

/**
 * @param {any} client of `createClient`
 * @param {{ scope?: string, staleTime?: number }} [rawOptions]
 */
export function createQueries(client, rawOptions = {}) {
  const options = pickOptions(rawOptions, ["scope", "staleTime"], "createQueries");
  if (typeof client?.account !== "function")
    throw fail("invalid_parameter", "`createQueries` needs the client of `createClient` as its first argument");
  const root = [ROOT, requireString("invalid_option", "scope", options.scope ?? "")];
  const staleTime = readPositiveOption("staleTime", options.staleTime, STALE_MS, true);
  const getAccountRoot = (address) => [...root, getAccountKey(address)];
  /** The client itself retries requests that may succeed later, and honors `Retry-After`. */
  const sharedOptions = { retry: false, staleTime };
  const makeQuery = (queryKey, queryFn) => ({ queryKey, queryFn, ...sharedOptions });
  const describeAccount = (address) =>
    makeQuery([...getAccountRoot(address), "account"], ({ signal }) => client.account(address, { signal }));
  const invalidateAccount = (queryClient, address) =>
    queryClient.invalidateQueries({ queryKey: getAccountRoot(address) });

  return {
    account: describeAccount,

    // Uses the request and the cached data of `account`.
    balance: (address) => ({ ...describeAccount(address), select: ({ balance }) => balance }),

    jettons: (owner, { maxItems } = NO_LIMIT) =>
      makeQuery(addLimit([...getAccountRoot(owner), "jettons"], maxItems), ({ signal }) =>
        client.jettons(owner, { signal, maxItems }),
      ),

    nfts: (owner, { maxItems } = NO_LIMIT) =>
      makeQuery(addLimit([...getAccountRoot(owner), "nfts"], maxItems), async ({ signal }) => {
        const pager = client.v3.nft.items.paginate({ owner_address: [owner] }, { signal });
        const items = await pager.toArray({ maxItems: maxItems ?? DEFAULT_MAX_NFTS + 1 });
        if (maxItems === undefined && items.length > DEFAULT_MAX_NFTS)
          throw fail("invalid_option", `the owner has more than ${DEFAULT_MAX_NFTS} NFTs: pass \`maxItems\``, {
            parameter: "maxItems",
          });
        return items;
      }),

    history: (account, { pageSize = PAGE_SIZE } = {}) => ({
      ...makeQuery([...getAccountRoot(account), "history", pageSize], async ({ signal, pageParam }) => {
        const start = pageParam === "" ? {} : { cursor: pageParam };
        const pager = client.v3.transactions.paginate({ account: [account] }, { signal, prefetch: 0, ...start });
        const rows = await pager.toArray({ maxItems: pageSize });
        return { rows, cursor: rows.length < pageSize ? undefined : pager.cursor };
      }),
      initialPageParam: "",
      getNextPageParam: ({ cursor }) => cursor,
    }),

    domain: (name) => makeQuery([...root, "domain", name], ({ signal }) => client.resolve(name, { signal })),

    get: (address, method, args = []) =>
      makeQuery([...getAccountRoot(address), "get", method, describeArgs(args)], ({ signal }) =>
        client.get(address, method, args, { signal }),
      ),

    send: (sendOptions = {}) => ({
      mutationKey: [...root, "send"],
      mutationFn: (boc) => client.send(boc, sendOptions),
      // A message is sent once: the client has already made all retries that are safe.
      retry: false,
      onSuccess: async (result, boc, mutateResult, context) => {
        // Before TanStack Query 5.89 the mutation does not know its client.
        const queryClient = context?.client;
        if (queryClient)
          await Promise.all(listAccounts(result).map((account) => invalidateAccount(queryClient, account)));
      },
    }),

    watch(queryClient, rawQuery) {
      const { accounts, onState, onError } = pickOptions(rawQuery, ["accounts", "onState", "onError"], "queries.watch");
      const reportError = readFunctionOption("onError", onError);
      const controller = new AbortController();
      const followAccounts = async () => {
        const query = { accounts, types: ["account_state_change"] };
        for await (const { account } of client.watch(query, { signal: controller.signal, onState }))
          invalidateAccount(queryClient, account).catch(() => {});
      };
      followAccounts().catch((error) => {
        if (!controller.signal.aborted) reportError?.(error);
      });
      return () => controller.abort();
    },
  };
}

const addLimit = (queryKey, maxItems) => (maxItems === undefined ? queryKey : [...queryKey, maxItems]);

/** The arguments of a get-method as one text: a key must be JSON, which has no bigint. @param {any[]} args */
const describeArgs = (args) =>
  JSON.stringify(args, (_, value) => (typeof value === "bigint" ? `${value}n` : (value?.toRawString?.() ?? value)));

/** Returns the accounts that a message has changed, according to its outcome. @param {any} result of `client.send` */
const listAccounts = ({ account, trace }) => [
  ...new Set([account, ...(trace?.transactions ?? []).map((transaction) => transaction.account)]),
];
