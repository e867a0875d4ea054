// Ed25519 by ed25519.wasm. See src/js/ed25519_bindings.rs.

import { PUBLIC_KEY, SIGN, VERIFY } from "../../dist/ed25519-abi.js";
import { fail, kindOf } from "../util/error.js";
import { core } from "../wasm/ed25519.js";
import { bytesOf } from "./inputs.js";
import { withSeed } from "./mnemonic.js";

/** The bytes of an argument. Errors do not show them, since they may be secret. */
function bytes(value, parameter, length) {
  const found = bytesOf(value);
  if (!found)
    throw fail("invalid_parameter", `\`${parameter}\` must be bytes as Uint8Array, not ${kindOf(value)}`, {
      parameter,
    });
  if (length !== undefined && found.length !== length)
    throw fail("invalid_parameter", `\`${parameter}\` must have ${length} bytes, not ${found.length}`, { parameter });
  return found;
}

export const sign = (message, seed) => core.call(SIGN, bytes(seed, "seed", 32), bytes(message, "message"));

export function verify(signature, message, publicKey) {
  const head = new Uint8Array(96);
  head.set(bytes(signature, "signature", 64));
  head.set(bytes(publicKey, "publicKey", 32), 64);
  return core.call(VERIFY, head, bytes(message, "message"))[0] === 1;
}

/** The signer is a function, so that no log and no JSON has the seed. */
export async function keyPairFromSeed(seed) {
  const own = bytes(seed, "seed", 32).slice();
  await core.ready();
  return { publicKey: core.call(PUBLIC_KEY, own), privateKey: (message) => sign(message, own) };
}

export const mnemonicToKeyPair = (mnemonic, options) => withSeed(mnemonic, options, keyPairFromSeed);
