// The text of `ton-edge gateway --help`.

import { SETTINGS_USAGE } from "./settings-usage.js";

export const GATEWAY_USAGE = `Usage: ton-edge gateway [--config FILE] [options]

Starts a gateway in front of TON Center on this machine.

A setting has one name in three forms: limits.keyless in the file, the variable TON_EDGE_LIMITS_KEYLESS, and the option
--limits-keyless. Options win over variables, variables over the file, the file over the defaults.

  --config FILE
      Configuration in TOML or JSON. Default: the variable TON_EDGE_CONFIG, else none.
  --check
      Check the configuration, print every fault, and exit: 0 if there is none, else 2.
  --print-config
      Print the configuration that is in effect, without secrets, and exit.
  --version
      Print the version and exit.
  --mainnet-api-key env:NAME|file:PATH, --testnet-api-key, --mainnet-2-api-key, ...
      Upstream API keys of an upstream. As a variable, TON_EDGE_MAINNET_API_KEY, it may be the key itself.
  --mainnet-budget RATE, --testnet-budget, --mainnet-2-budget, ...
      Requests per second to an upstream. Default: limits.budget.
  --mainnet-weight NUMBER, --testnet-weight, --mainnet-2-weight, ...
      Share of the requests that an upstream gets first, relative to the other weights, 0 to 1000. Default: 0 if
      another upstream has a weight; without weights the first upstream gets all.

Settings:
${SETTINGS_USAGE}
SIGHUP, and a change of the file or of a file that it names, reload the configuration; one with a fault changes nothing.
In a terminal SIGHUP ends the gateway, as the terminal did.
SIGTERM and SIGINT let the requests in flight end, for up to drainMs, after drainDelayMs.
`;
