// Encrypted comments: their parts, for a function of the caller that has the key.

import { fail, kindOf } from "../util/error.js";
import { bytesOf, objectOf } from "./inputs.js";

const TYPE = "encrypted_comment";
const KEY = 32;
const HEAD = 48;
const BLOCK = 16;
/** Bytes of the longest comment, with what precedes and fills it. */
const MOST = HEAD + 1024;

/** @param {any} body @param {any} decrypt */
export async function decryptComment(body, decrypt) {
  const { type, data } = objectOf(body, "body");
  if (type !== TYPE) throw fail("invalid_parameter", `expected a body of type \`${TYPE}\``, { parameter: "type" });
  if (typeof decrypt !== "function")
    throw fail("invalid_parameter", `\`decrypt\` must be a function, not ${kindOf(decrypt)}`, { parameter: "decrypt" });
  const bytes = bytesOf(data)?.slice();
  const length = bytes?.length ?? 0;
  if (!bytes || length < HEAD + BLOCK || length > MOST || (length - HEAD) % BLOCK !== 0)
    throw fail("message_invalid", "the data is not that of an encrypted comment", { parameter: "data" });
  const text = await decrypt({
    publicKeyXor: bytes.subarray(0, KEY),
    messageKey: bytes.subarray(KEY, HEAD),
    cipherText: bytes.subarray(HEAD),
  });
  if (typeof text === "string") return text;
  throw fail("invalid_parameter", `\`decrypt\` must return a text, not ${kindOf(text)}`, { parameter: "decrypt" });
}
