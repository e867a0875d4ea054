// Splits an encrypted comment into parts for the caller's function, which has the private key.

import { fail, kindOf } from "../util/error.js";
import { toBytes, requireObject } from "./inputs.js";

const TYPE = "encrypted_comment";
const KEY_BYTES = 32;
const HEAD_BYTES = 48;
const BLOCK_BYTES = 16;
/** Maximum bytes of an encrypted comment, with its prefix and padding. */
const MAX_COMMENT_BYTES = HEAD_BYTES + 1024;

/** @param {any} body @param {any} decrypt */
export async function decryptComment(body, decrypt) {
  const { type, data } = requireObject(body, "body");
  if (type !== TYPE) throw fail("invalid_parameter", `expected a body of type \`${TYPE}\``, { parameter: "type" });
  if (typeof decrypt !== "function")
    throw fail("invalid_parameter", `\`decrypt\` must be a function, not ${kindOf(decrypt)}`, { parameter: "decrypt" });
  const bytes = toBytes(data)?.slice();
  const length = bytes?.length ?? 0;
  if (
    !bytes ||
    length < HEAD_BYTES + BLOCK_BYTES ||
    length > MAX_COMMENT_BYTES ||
    (length - HEAD_BYTES) % BLOCK_BYTES !== 0
  )
    throw fail("message_invalid", "`data` has a length that no encrypted comment has", { parameter: "data" });
  const text = await decrypt({
    publicKeyXor: bytes.subarray(0, KEY_BYTES),
    messageKey: bytes.subarray(KEY_BYTES, HEAD_BYTES),
    cipherText: bytes.subarray(HEAD_BYTES),
  });
  if (typeof text === "string") return text;
  throw fail("invalid_parameter", `\`decrypt\` must return a text, not ${kindOf(text)}`, { parameter: "decrypt" });
}
