// `settingsOf`: reads the settings of a gateway from variables, for servers on Node, Deno and Bun that call `createGateway` themselves.

import { fail } from "../util/error.js";
import { COMMAND_NAMES } from "./names.js";
import { resolveSecret } from "./references.js";
import { listForms, NETWORKS, variableName } from "./texts.js";
import { assertNoneMisspelt, readGatewaySettings, nonEmptyText } from "./variables.js";

/**
 * Variables that only `ton-edge gateway` reads. They are refused here: if `TON_EDGE_API_KEYS` were ignored, a gateway would be open
 * although its operator believes that it requires keys.
 */
const COMMAND_VARIABLES = listForms(COMMAND_NAMES).map(([name]) => variableName(name));

/** Documented in node.d.ts. */
export function settingsOf(env) {
  const commandVariable = COMMAND_VARIABLES.find((name) => nonEmptyText(env[name]) !== undefined);
  if (commandVariable !== undefined)
    throw fail(
      "config_invalid",
      `only \`ton-edge gateway\` reads the variable \`${commandVariable}\`: in your own server, pass its value to \`serve\` or \`createGateway\``,
    );
  assertNoneMisspelt(env, COMMAND_VARIABLES);
  const { adminToken, ...settings } = readGatewaySettings(env, (variable, reference) => {
    const { secret, fault } = /** @type {any} */ (resolveSecret(reference, { holdsSecrets: true, folder: "." }, env));
    if (fault) throw fail("config_invalid", `the variable \`${variable}\` ${fault}`);
    return secret;
  });
  // A network without variables is omitted, so that the program can configure it.
  for (const network of NETWORKS)
    if (
      !Object.keys(env).some((name) => name === variableName(network) || name.startsWith(`${variableName(network)}_`))
    )
      delete settings[network];
  return nonEmptyText(adminToken) === undefined ? settings : { ...settings, adminToken };
}
