// `ton_proof`: an account proves to an app that it has its key.
// https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#address-proof-signature-ton_proof

import { proofError } from "./account-key.js";
import { pickKnownNames, requireObject } from "./inputs.js";
import {
  ACCOUNT_PROPERTIES,
  encodeInteger,
  concatEncoded,
  computeSha256,
  encodeSignedAddress,
  requireText,
  verifySignedMessage,
} from "./signed-for-app.js";

/** Maximum characters of a payload, far above the SDK's limit. */
const MAX_PAYLOAD_CHARS = 8192;

/** @param {any} account @param {any} options */
export async function verifyTonProof(account, options) {
  const accountValues = pickKnownNames(account, [...ACCOUNT_PROPERTIES, "proof"], "account");
  const { domain, payload, timestamp, signature } = requireObject(accountValues.proof, "proof");
  const { value, lengthBytes } = requireObject(domain, "domain");
  requireText(value, "domain", "the domain");
  if (requireText(payload, "payload", "the payload").length > MAX_PAYLOAD_CHARS)
    throw proofError("payload", "the payload is too long");
  const length = concatEncoded(value).length;
  if (lengthBytes !== undefined && lengthBytes !== length)
    throw proofError("domain", "`lengthBytes` differs from the length of the domain");
  const makeHash = async ({ address, timestamp: time }) => {
    const message = concatEncoded(
      "ton-proof-item-v2/",
      encodeSignedAddress(address),
      encodeInteger(length, 4, true),
      value,
      encodeInteger(time, 8, true),
      payload,
    );
    return computeSha256(concatEncoded(new Uint8Array([255, 255]), "ton-connect", await computeSha256(message)));
  };
  return verifySignedMessage(accountValues, { domain: value, timestamp, signature, payload }, options, makeHash);
}
