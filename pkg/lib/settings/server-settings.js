// `settingsOf`: the settings of a gateway from variables, for servers on Node, Deno and Bun that call `createGateway` themselves.

import { fail } from "../util/error.js";
import { COMMAND_NAMES } from "./names.js";
import { resolveSecret } from "./references.js";
import { formsOf, NETWORKS, variableOf } from "./texts.js";
import { assertNoneMisspelt, gatewaySettings, text } from "./variables.js";

/**
 * Variables that only `ton-edge gateway` reads. They are refused here: if `TON_EDGE_API_KEYS` were ignored, a gateway would be open
 * although its operator believes it closed.
 */
const OF_COMMAND = formsOf(COMMAND_NAMES).map(([name]) => variableOf(name));

/** Documented in node.d.ts. */
export function settingsOf(env) {
  const other = OF_COMMAND.find((name) => text(env[name]) !== undefined);
  if (other !== undefined)
    throw fail(
      "config_invalid",
      `the variable \`${other}\` is of \`ton-edge gateway\`: a server of your own passes that to \`serve\` or \`createGateway\` itself`,
    );
  assertNoneMisspelt(env, OF_COMMAND);
  const { adminToken, ...settings } = gatewaySettings(env, (variable, reference) => {
    const { secret, fault } = /** @type {any} */ (resolveSecret(reference, { holdsSecrets: true, folder: "." }, env));
    if (fault) throw fail("config_invalid", `the variable \`${variable}\` ${fault}`);
    return secret;
  });
  // A network that no variable names is left to the program.
  for (const network of NETWORKS)
    if (!Object.keys(env).some((name) => name === variableOf(network) || name.startsWith(`${variableOf(network)}_`)))
      delete settings[network];
  return text(adminToken) === undefined ? settings : { ...settings, adminToken };
}
