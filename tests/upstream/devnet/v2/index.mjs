// The v2 methods of the devnet, by path. Each takes checked parameters and returns the `result`. Requests for data that a local executor
// cannot have are refused with the service's own error (signatures.mjs).
import * as accounts from "./accounts.mjs";
import * as addresses from "./addresses.mjs";
import * as blocks from "./blocks.mjs";
import * as config from "./config.mjs";
import * as dns from "./dns.mjs";
import * as estimate from "./estimate.mjs";
import * as locate from "./locate.mjs";
import * as runMethod from "./run-method.mjs";
import * as send from "./send.mjs";
import * as signatures from "./signatures.mjs";
import * as tokens from "./tokens.mjs";
import * as transactions from "./transactions.mjs";

/** @type {Record<string, (params: any, context: any) => unknown>} */
export const HANDLERS = Object.fromEntries(
  [
    accounts,
    addresses,
    blocks,
    config,
    dns,
    estimate,
    locate,
    runMethod,
    send,
    signatures,
    tokens,
    transactions,
  ].flatMap((methods) => Object.entries(methods).map(([name, method]) => [`/${name}`, method])),
);
