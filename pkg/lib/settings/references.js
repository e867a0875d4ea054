// Secrets of a configuration: a reference to a variable or a file, so that a file can be shown; in a variable also the secret itself.

import { Buffer } from "node:buffer";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { resolve } from "node:path";

import { REFERENCE } from "./texts.js";

/** How variables are called. */
const NAME = /^[A-Z_][A-Z0-9_]*$/;
/** Most bytes of a file with a secret. */
const LONGEST = 65_536;

/** The beginning of a file: a device has no end, and a pipe without a writer no beginning. @param {string} path */
function readStart(path) {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(LONGEST + 1);
    let length = 0;
    for (let more = -1; more !== 0 && length < bytes.length; length += more)
      more = readSync(file, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** @typedef {{ secret: string } | { fault: string }} Resolved */

/**
 * @param {unknown} written @param {{ holdsSecrets: boolean, folder: string }} source `holdsSecrets`: whether a secret may stand in it as it is; `folder`:
 *   that of its paths
 * @param {Record<string, string | undefined>} env
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
    if (secret) return { secret };
    // A text that is not the name of a variable may be the secret itself.
    return { fault: NAME.test(where) ? `names the variable ${where}, which is not set` : "names no variable" };
  }
  const file = resolve(source.folder, where);
  try {
    const bytes = readStart(file);
    if (bytes.length > LONGEST) return { fault: "names a file that is too long for a secret", file };
    const secret = bytes.toString().trim();
    return secret === "" ? { fault: "names a file that is empty", file } : { secret, file };
  } catch (error) {
    return { fault: `names a file that cannot be read: ${error.code}`, file };
  }
}
