// What the command `ton-edge` takes, and how it ends when it was given something else.

import { parseArgs } from "node:util";

export const USAGE = `Usage: ton-edge gateway [options]

  --port N              port to listen on (8080)
  --host ADDRESS        address to listen on (127.0.0.1)
  --network NAME        network of /api/...: mainnet or testnet (mainnet)
  --mainnet URL         service behind the gateway for mainnet (https://toncenter.com); repeat it for more
  --testnet URL         service behind the gateway for testnet (https://testnet.toncenter.com); repeat it for more
  --origin ORIGIN       an origin whose pages may use the gateway; repeat it; '*' for every one (those of localhost)
  --allow-host NAME     a host that the gateway answers for; repeat it (localhost where it listens there, else any)
  --allow-client RANGE  a client IP or range that may use the gateway; repeat it (every one)
  --deny-client RANGE   a client IP or range that may not; repeat it
  --deny-operation NAME an operation, category or generation that is switched off, such as Send; repeat it
  --keys FILE           callers' keys, as \`ton-edge key new --file FILE\` writes them
  --keyless WORD        requests without a key: allow or refuse (allow)
  --limit-keyless N     requests per second of each client IP without an API key, or off (1)
  --limit-requests N    requests per second of each client IP, whatever comes of them, or off (off)
  --budget N            requests a second that are sent to each service, or off (1 without a key to it, else off)
  --cache WORD          where answers are kept: memory or none (memory)
  --admin-port N        a second port, which alone answers /readyz and /metrics; needs ADMIN_TOKEN (none)
  --admin-host ADDRESS  address for it (127.0.0.1)
  --drain MS            how long running requests may take to end after SIGTERM or SIGINT (10000)
  --log LEVEL           lines to write to standard error: info, warn, error or off (info)

Keys to the services are read from the environment: API_KEY_MAINNET, API_KEY_TESTNET; with several services
API_KEY_MAINNET_2 goes to the second, and so on.

Usage: ton-edge key new --network NAME [fields] [place]
       ton-edge key set ID [fields] [--suspend | --resume] [place]
       ton-edge key list [--json] [place]
       ton-edge key revoke ID [place]

  --network NAME        the one network that the key is for: mainnet or testnet

  Fields of a key; for \`set\` an empty text removes one:
  --name TEXT           whose key it is
  --plan PLAN           requests per second, or the name of a plan
  --expires TIME        when it ends to be valid, such as 2027-01-31T00:00:00Z; of a new key a time in the future
  --operations LIST     the only operations it is for, parted by commas: names, v2, v3, or categories such as Accounts
  --origins LIST        the only origins it may be used from, such as https://app.example
  --addresses LIST      the only client IPs it may be used from: addresses and ranges such as 10.0.0.0/8
  --daily N             requests per calendar day (UTC)
  --monthly N           requests per calendar month (UTC)
  --suspend, --resume   refuse the key for now, and take it again

  Place of the keys: a file, or Workers KV, for which commands of wrangler are shown, or run:
  --file FILE           the file that holds the records of keys, for \`gateway --keys\`
  --run                 run wrangler, as the project in this folder has it
  --binding NAME        the KV namespace's binding (KEYS)
  --config FILE         wrangler's configuration
  --local, --remote     local storage, or Cloudflare's (remote)

A new key is written to standard output, once and nowhere else; its record holds its SHA-256 only.
`;

/** Ends the command: it was called in a way that it cannot be called. */
export function stop(message) {
  process.stderr.write(`ton-edge: ${message}\n\n${USAGE}`);
  process.exit(2);
}

/** Ends the command: it was called well, and failed. */
export function end(message) {
  process.stderr.write(`ton-edge: ${message}\n`);
  process.exit(1);
}

/** The options of a command; others stop it. */
export function read(args, options, positionals = false) {
  try {
    return parseArgs({ args, options, allowPositionals: positionals });
  } catch (error) {
    return stop(error.message);
  }
}
