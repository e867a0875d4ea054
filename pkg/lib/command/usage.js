// The usage text of the command `ton-edge`, the parser of its options, and functions that exit with an error.

import { parseArgs } from "node:util";

import { findNearest } from "../settings/texts.js";
import { escapeControls } from "../util/escape-controls.js";

export const USAGE = `Usage: ton-edge gateway [--config FILE] [options]

Starts a gateway in front of TON Center on this machine. \`ton-edge gateway --help\` lists every setting.

  --config FILE         configuration in TOML or JSON (the variable TON_EDGE_CONFIG)
  --check               check the configuration, print every fault, and exit: 0 if there is none, else 2
  --print-config        print the configuration that is in effect, without secrets, and exit
  --version             print the version and exit
  --port N              port to listen on (8080)
  --host ADDRESS        address to listen on (127.0.0.1)
  --origins ORIGIN,...  origins whose web pages may use the gateway, '*' for every one (localhost)
  --mainnet URL,...     upstreams for mainnet, or off (https://toncenter.com)
  --testnet URL,...     upstreams for testnet, or off (https://testnet.toncenter.com)
  --api-keys FILE       callers' API keys, as \`ton-edge key new --file FILE\` writes them (none)
  --limits-keyless N    requests per second per client IP without an API key, or off (1)

Environment:
  TON_EDGE_MAINNET_API_KEY    upstream API key of the first upstream for mainnet; of the second: TON_EDGE_MAINNET_2_API_KEY
  TON_EDGE_TESTNET_API_KEY    the same for testnet
  TON_EDGE_ADMIN_TOKEN        admin token for /readyz and /metrics, at least 16 characters
  TON_EDGE_PORT and so on     every setting: TON_EDGE_ and its name

Usage: ton-edge create [FOLDER] [--template NAME] [--network NAME] [--origins ORIGIN,...]

Writes a project for a gateway into a new folder (ton-gateway). In a terminal it asks for what no option says.

  --template NAME       cloudflare-worker, container, node-server, bun-server or deno-deploy (cloudflare-worker)
  --network NAME        mainnet, testnet or both (mainnet)
  --origins ORIGIN,...  origins whose web pages may use the gateway (https://app.example)

Usage: ton-edge key new --network NAME [fields] [store]
       ton-edge key set ID [fields] [--suspend | --resume] [store]
       ton-edge key list [--json] [store]
       ton-edge key revoke ID [store]

Manages the API keys of callers.

  --network NAME        the one network that the API key is valid for: mainnet or testnet
  --json                print the records as JSON

  Fields of the record; with \`set\`, an empty value removes a field:
  --name TEXT           name of the owner
  --plan PLAN           requests per second; or the name of a plan, for gateways with limits.plans (TON_EDGE_LIMITS_PLANS)
  --expires TIME        expiry, such as 2027-01-31T00:00:00Z; for a new key a time in the future
  --operations LIST     only these operations, comma-separated: names, v2, v3, or categories such as Accounts
  --origins LIST        only these origins, comma-separated, such as https://app.example
  --addresses LIST      only these client IPs, comma-separated: addresses and ranges such as 10.0.0.0/8
  --daily N             requests per calendar day (UTC)
  --monthly N           requests per calendar month (UTC)
  --suspend             refuse the API key until --resume
  --resume              accept it again

  Store: a file, or Workers KV. For Workers KV the command prints wrangler commands, or runs them with --run:
  --file FILE           file with the records, for \`gateway --api-keys\`; with it --config (TON_EDGE_CONFIG) is
                        the gateway's configuration: a plan that it does not have is refused
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
export function exitWithUsage(message) {
  process.stderr.write(`ton-edge: ${message}\n\n${USAGE}`);
  process.exit(2);
}

/**
 * Exits with 2, without the usage text, because an option is invalid. For an unknown option it suggests the nearest name.
 *
 * @param {any} error of `parseArgs` @param {string[]} names of the options of the command @returns {never}
 */
export function exitAtOption(error, names) {
  const [, option] = /^Unknown option '-{0,2}([^']*)'/.exec(error.message) ?? [];
  if (option === undefined) return exitWithUsage(error.message);
  const suggestion = findNearest(option, names);
  const hint = suggestion ? `; did you mean --${suggestion}?` : ": `ton-edge --help` lists all";
  process.stderr.write(`ton-edge: unknown option --${escapeControls(option.slice(0, 60))}${hint}\n`);
  process.exit(2);
}

/**
 * Exits with 1: the arguments are valid, but the command failed.
 *
 * @param {string} message @returns {never}
 */
export function exitWithError(message) {
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
export function parseOptions(args, options, positionals = false) {
  try {
    return parseArgs({ args, options, allowPositionals: positionals });
  } catch (error) {
    return exitAtOption(error, Object.keys(options));
  }
}
