// Resolves secrets of a configuration. A secret is a reference to a variable or a file, so that the configuration can be shown; a variable
// may also contain the secret itself.

import { Buffer } from "node:buffer";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { resolve } from "node:path";

import { REFERENCE } from "./texts.js";

/** Matches names of variables. */
const VARIABLE_NAME = /^[A-Z_][A-Z0-9_]*$/;
/** Maximum bytes of a file with a secret. */
const MAX_SECRET_BYTES = 65_536;

/** Reads the beginning of a file. Does not wait for a pipe without a writer, and does not read a device endlessly. @param {string} path */
function readStart(path) {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = Buffer.alloc(MAX_SECRET_BYTES + 1);
    let length = 0;
    for (let readBytes = -1; readBytes !== 0 && length < bytes.length; length += readBytes)
      readBytes = readSync(file, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** @typedef {{ secret: string } | { fault: string }} Resolved */

/**
 * @param {unknown} reference @param {{ holdsSecrets: boolean, folder: string }} source `holdsSecrets`: whether the source may contain the
 *   secret itself; `folder`: the base of relative paths
 * @param {Record<string, string | undefined>} env
 * @returns {Resolved & { file?: string }} `file`: the file from which the secret was read
 */
export function resolveSecret(reference, source, env) {
  if (typeof reference !== "string") return { fault: "must be a text" };
  const [, kind, target] = REFERENCE.exec(reference) ?? [];
  if (kind === undefined) {
    if (source.holdsSecrets) return { secret: reference };
    return { fault: 'must be "env:NAME" or "file:PATH": the secret itself is not allowed here' };
  }
  if (kind === "env") {
    const secret = env[target];
    if (secret) return { secret };
    // A text that is not a valid variable name is not quoted, since it may be the secret itself.
    return {
      fault: VARIABLE_NAME.test(target) ? `names the variable ${target}, which is not set` : "does not name a variable",
    };
  }
  const file = resolve(source.folder, target);
  try {
    const bytes = readStart(file);
    if (bytes.length > MAX_SECRET_BYTES) return { fault: "names a file that is too long for a secret", file };
    const secret = bytes.toString().trim();
    return secret === "" ? { fault: "names a file that is empty", file } : { secret, file };
  } catch (error) {
    return { fault: `names a file that cannot be read: ${error.code}`, file };
  }
}
