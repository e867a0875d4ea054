// Secrets of a configuration: a reference to a variable or a file, so that a file can be shown; in a variable also the secret itself.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const REFERENCE = /^(env|file):(.+)$/s;
/** Most characters of a file with a secret. */
const LONGEST = 65_536;

/** @typedef {{ secret: string } | { fault: string }} Resolved */

/**
 * @param {unknown} written @param {import("./sources.js").Source} source @param {Record<string, string | undefined>} env
 * @returns {Resolved & { file?: string }} `file`: where it was read
 */
export function resolveSecret(written, source, env) {
  if (typeof written !== "string") return { fault: "must be a text" };
  const [, kind, where] = REFERENCE.exec(written) ?? [];
  if (kind === undefined) {
    if (source.holdsSecrets) return { secret: written };
    return { fault: 'must be "env:NAME" or "file:PATH": a secret does not stand here' };
  }
  if (kind === "env") {
    const secret = env[where];
    return secret ? { secret } : { fault: `names the variable ${where}, which is not set` };
  }
  const file = resolve(source.folder, where);
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length > LONGEST) return { fault: "names a file that is too long for a secret", file };
    return secret === "" ? { fault: "names a file that is empty", file } : { secret, file };
  } catch (error) {
    return { fault: `names a file that cannot be read: ${error.code}`, file };
  }
}
