// Names errors of others in the log: never by their message, which may hold a secret.

import { isTonEdgeError } from "../../util/error.js";

/** The word with which a reply of Redis begins: `NOAUTH`, `LOADING`. */
const REDIS_REPLY = /^([A-Z]{2,20}) /;

/** Class and code of an error, such as `TypeError ECONNREFUSED`; of our own the whole message. @param {any} error */
export function nameError(error) {
  if (isTonEdgeError(error)) return error.message;
  try {
    if (typeof error !== "object" || error === null) return typeof error;
    // Clients of Redis have classes without a name of their own.
    const name = [error.name, error.constructor?.name].find((name) => isWord(name) && name !== "Error") ?? "Error";
    const code = [error.cause?.code, error.code, error.errors?.[0]?.code, REDIS_REPLY.exec(error.message)?.[1]].find(
      isWord,
    );
    return code === undefined ? name : `${name} ${code}`;
  } catch {
    // A proxy that throws when it is looked at.
    return "Error";
  }
}

const isWord = (value) => typeof value === "string" && /^\w{1,64}$/.test(value);
