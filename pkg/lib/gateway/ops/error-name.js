// Names foreign errors in the log, never by their message, which may contain a secret.

import { isTonEdgeError } from "../../util/error.js";

/** The first word of a Redis error: `NOAUTH`, `LOADING`. */
const REDIS_REPLY = /^([A-Z]{2,20}) /;

/** Returns class and code of a foreign error, such as `TypeError ECONNREFUSED`; the whole message of our own. @param {any} error */
export function nameError(error) {
  if (isTonEdgeError(error)) return error.message;
  try {
    if (typeof error !== "object" || error === null) return typeof error;
    // Some Redis clients have error classes without a name of their own.
    const name = [error.name, error.constructor?.name].find((name) => isWord(name) && name !== "Error") ?? "Error";
    const code = [error.cause?.code, error.code, error.errors?.[0]?.code, REDIS_REPLY.exec(error.message)?.[1]].find(
      isWord,
    );
    return code === undefined ? name : `${name} ${code}`;
  } catch {
    // A proxy that throws when its properties are read.
    return "Error";
  }
}

const isWord = (value) => typeof value === "string" && /^\w{1,64}$/.test(value);
