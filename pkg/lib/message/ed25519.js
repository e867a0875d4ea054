// Ed25519 by ed25519.wasm. See src/js/ed25519_bindings.rs.

import { PUBLIC_KEY, SIGN, VERIFY } from "../../dist/ed25519-abi.js";
import { fail, kindOf } from "../util/error.js";
import { core } from "../wasm/ed25519.js";
import { toBytes } from "./inputs.js";
import { withSeed } from "./mnemonic.js";

/** Returns the bytes of an argument. Error messages do not contain them, since they may be secret. */
function requireBytes(value, parameter, length) {
  const readBytes = toBytes(value);
  if (!readBytes)
    throw fail("invalid_parameter", `\`${parameter}\` must be bytes as Uint8Array, not ${kindOf(value)}`, {
      parameter,
    });
  if (length !== undefined && readBytes.length !== length)
    throw fail("invalid_parameter", `\`${parameter}\` must have ${length} bytes, not ${readBytes.length}`, {
      parameter,
    });
  return readBytes;
}

export const sign = (message, seed) =>
  core.call(SIGN, [requireBytes(seed, "seed", 32), requireBytes(message, "message")]);

export function verify(signature, message, publicKey) {
  const head = new Uint8Array(96);
  head.set(requireBytes(signature, "signature", 64));
  head.set(requireBytes(publicKey, "publicKey", 32), 64);
  return core.call(VERIFY, [head, requireBytes(message, "message")])[0] === 1;
}

/** Returns the private key as a function, so that logs and JSON do not contain the seed. */
export async function keyPairFromSeed(seed) {
  const seedCopy = requireBytes(seed, "seed", 32).slice();
  await core.ready();
  return { publicKey: core.call(PUBLIC_KEY, [seedCopy]), privateKey: (message) => sign(message, seedCopy) };
}

export const mnemonicToKeyPair = (mnemonic, options) => withSeed(mnemonic, options, keyPairFromSeed);
