// Names errors of other code for the log, without their messages, which may contain secrets.

import { isTonEdgeError } from "../../util/error.js";

/** The first word of a Redis error: `NOAUTH`, `LOADING`. */
const REDIS_REPLY = /^([A-Z]{2,20}) /;

/**
 * Returns class and code of an error of other code, such as `TypeError ECONNREFUSED`, or the whole message of an error of this
 * package. @param {any} error
 */
export function nameError(error) {
  if (isTonEdgeError(error)) return error.message;
  try {
    if (typeof error !== "object" || error === null) return typeof error;
    // Some Redis clients have error classes that do not set `name`.
    const name = [error.name, error.constructor?.name].find((name) => isWord(name) && name !== "Error") ?? "Error";
    const code = [error.cause?.code, error.code, error.errors?.[0]?.code, REDIS_REPLY.exec(error.message)?.[1]].find(
      isWord,
    );
    return code === undefined ? name : `${name} ${code}`;
  } catch {
    // The error is a proxy that throws when its properties are read.
    return "Error";
  }
}

const isWord = (value) => typeof value === "string" && /^\w{1,64}$/.test(value);
