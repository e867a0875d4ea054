// The usage text of the command `ton-edge`, the parser of its options, and its two exits with an error.

import { parseArgs } from "node:util";

export const USAGE = `Usage: ton-edge gateway [options]

Starts a gateway in front of TON Center on this machine.

  --port N              port to listen on (8080)
  --host ADDRESS        address to listen on (127.0.0.1)
  --network NAME        network of /api/...: mainnet or testnet (mainnet)
  --mainnet URL         upstream for mainnet; repeat for more (https://toncenter.com)
  --testnet URL         upstream for testnet; repeat for more (https://testnet.toncenter.com)
  --origin ORIGIN       origin whose web pages may use the gateway, '*' for every one; repeat for more (localhost)
  --allow-header NAME   further request header that web pages may send; repeat for more (none)
  --allow-host NAME     host name that the gateway serves; repeat for more (localhost on a local address, else any)
  --allow-client RANGE  client IP or range that may use the gateway; repeat for more (any)
  --deny-client RANGE   client IP or range that may not; repeat for more (none)
  --deny-operation NAME operation, category or generation to disable, such as Send; repeat for more (none)
  --keys FILE           callers' API keys, as \`ton-edge key new --file FILE\` writes them (none)
  --caller-keys WORD    without --keys, callers' API keys: ignore, or forward to the first upstream (ignore)
  --strict              refuse requests that TON Center corrects, such as unknown parameters
  --unknown-parameters WORD
                        parameters that an operation does not have: ignore, refuse or forward (ignore)
  --keyless WORD        requests without an API key: allow or refuse (allow)
  --limit-keyless N     requests per second per client IP without an API key, or off (1)
  --limit-requests N    requests per second per client IP, cache hits and refused ones included, or off (off)
  --budget N            requests per second to each upstream, or off (1 without an upstream API key, else off)
  --cache WORD          where responses are cached: memory or none (memory)
  --local-get-methods   compute get-methods from the states of accounts, one upstream request per account and second
  --admin-port N        second port, the only one with /readyz and /metrics; needs ADMIN_TOKEN (none)
  --admin-host ADDRESS  address for the second port (127.0.0.1)
  --drain MS            milliseconds that requests in flight may take after SIGTERM, SIGINT or SIGHUP (10000)
  --log LEVEL           log lines on standard error: info, warn, error or off (info)

Environment:
  API_KEY_MAINNET, API_KEY_TESTNET      upstream API key of the first upstream
  API_KEY_MAINNET_2, API_KEY_TESTNET_2  upstream API key of the second upstream, and so on
  ADMIN_TOKEN                           admin token for /readyz and /metrics, at least 16 characters

Usage: ton-edge key new --network NAME [fields] [store]
       ton-edge key set ID [fields] [--suspend | --resume] [store]
       ton-edge key list [--json] [store]
       ton-edge key revoke ID [store]

Manages the API keys of callers.

  --network NAME        the one network that the API key is valid for: mainnet or testnet
  --json                print the records as JSON

  Fields of the record; with \`set\`, an empty value removes a field:
  --name TEXT           name of the owner
  --plan PLAN           requests per second; or the name of a plan, for gateways with limits.plans or LIMIT_PLANS
  --expires TIME        expiry, such as 2027-01-31T00:00:00Z; for a new key a time in the future
  --operations LIST     only these operations, comma-separated: names, v2, v3, or categories such as Accounts
  --origins LIST        only these origins, comma-separated, such as https://app.example
  --addresses LIST      only these client IPs, comma-separated: addresses and ranges such as 10.0.0.0/8
  --daily N             requests per calendar day (UTC)
  --monthly N           requests per calendar month (UTC)
  --suspend             refuse the API key until --resume
  --resume              accept it again

  Store: a file, or Workers KV. For Workers KV the command prints wrangler commands, or runs them with --run:
  --file FILE           file with the records, for \`gateway --keys\`
  --run                 run the wrangler of the project in this folder
  --binding NAME        binding of the KV namespace (KEYS)
  --config FILE         wrangler's configuration
  --local, --remote     local storage, or Cloudflare's (remote)

\`key new\` writes the API key to standard output, once; the record holds its SHA-256 only.
`;

/**
 * Exits with 2 and the usage text: the arguments are invalid.
 *
 * @param {string} message @returns {never}
 */
export function stop(message) {
  process.stderr.write(`ton-edge: ${message}\n\n${USAGE}`);
  process.exit(2);
}

/**
 * Exits with 1: the arguments are valid, but the command failed.
 *
 * @param {string} message @returns {never}
 */
export function end(message) {
  process.stderr.write(`ton-edge: ${message}\n`);
  process.exit(1);
}

/** @typedef {import("node:util").ParseArgsConfig["options"]} Options */

/**
 * Parses the arguments of a command; an unknown option exits with 2.
 *
 * @param {string[]} args @param {Options} options
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
export function read(args, options, positionals = false) {
  try {
    return parseArgs({ args, options, allowPositionals: positionals });
  } catch (error) {
    return stop(error.message);
  }
}
