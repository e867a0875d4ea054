// `ton_proof`: an account proves to an app that it has its key.
// https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#address-proof-signature-ton_proof

import { refused } from "./account-key.js";
import { knownOnly, objectOf } from "./inputs.js";
import { ACCOUNT, integer, joined, sha256, signedAddress, textOf, verified } from "./signed-for-app.js";

/** Characters of a payload: many times what the SDK lets an app ask for. */
const MOST = 8192;

/** @param {any} account @param {any} options */
export async function verifyTonProof(account, options) {
  const given = knownOnly(account, [...ACCOUNT, "proof"], "account");
  const { domain, payload, timestamp, signature } = objectOf(given.proof, "proof");
  const { value, lengthBytes } = objectOf(domain, "domain");
  textOf(value, "domain", "the domain");
  if (textOf(payload, "payload", "the payload").length > MOST) throw refused("payload", "the payload is too long");
  const length = joined(value).length;
  if (lengthBytes !== undefined && lengthBytes !== length)
    throw refused("domain", "`lengthBytes` is not the length of the domain");
  const hashOf = async ({ address, timestamp: time }) => {
    const message = joined(
      "ton-proof-item-v2/",
      signedAddress(address),
      integer(length, 4, true),
      value,
      integer(time, 8, true),
      payload,
    );
    return sha256(joined(new Uint8Array([255, 255]), "ton-connect", await sha256(message)));
  };
  return verified(given, { domain: value, timestamp, signature, payload }, options, hashOf);
}
