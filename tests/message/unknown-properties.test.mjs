// Misspelt properties are refused with the intended name, because otherwise money would be lost silently.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  decodeBody,
  encodeBody,
  encodeStateInit,
  externalMessage,
  internalMessage,
  walletV4R2,
} from "ton-edge/message";

const to = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const publicKey = new Uint8Array(32).fill(1);

/** The error of a call. */
function catchError(work) {
  try {
    work();
  } catch (error) {
    return { code: error.code, parameter: error.parameter, suggestion: error.suggestion };
  }
  return undefined;
}
const makeUnknownParameterError = (parameter, suggestion) => ({ code: "unknown_parameter", parameter, suggestion });

test("misspelt properties of messages are refused", () => {
  for (const [name, nearName] of [
    ["amount", "value"],
    ["Value", "value"],
    ["address", "to"],
    ["payload", "body"],
    ["stateInit", "init"],
    ["extra_currencies", "extraCurrencies"],
    ["colour", undefined],
  ])
    assert.deepEqual(
      catchError(() => internalMessage(/** @type {any} */ ({ to, [name]: 1n }))),
      makeUnknownParameterError(name, nearName),
      name,
    );
  assert.deepEqual(
    catchError(() => externalMessage(/** @type {any} */ ({ to, value: 1n }))),
    makeUnknownParameterError("value", undefined),
  );
  assert.deepEqual(
    catchError(() => encodeStateInit(/** @type {any} */ ({ Code: null }))),
    makeUnknownParameterError("Code", "code"),
  );
});

test("misspelt properties of bodies are refused", () => {
  const body = { type: "jetton_transfer", amount: 1n, destination: to, response_destination: to };
  const error = catchError(() => encodeBody(/** @type {any} */ (body)));
  assert.deepEqual(error, makeUnknownParameterError("response_destination", "responseDestination"));
});

test("decoded values can be encoded again", () => {
  const cell = encodeBody({ type: "jetton_transfer", amount: 1n, destination: to, forwardTonAmount: 0n });
  const secondBody = encodeBody(/** @type {any} */ (decodeBody(cell)));
  assert.ok(secondBody.equals(cell));
});

test("misspelt properties of wallets are refused", () => {
  assert.deepEqual(
    catchError(() => walletV4R2(/** @type {any} */ ({ publicKey, subWallet: 1 }))),
    makeUnknownParameterError("subWallet", "subwallet"),
  );
  const wallet = walletV4R2({ publicKey });
  const request = /** @type {any} */ ({ seqno: 1, timeout: 60 });
  assert.deepEqual(
    catchError(() => wallet.body([{ to, value: 1n }], request)),
    makeUnknownParameterError("timeout", "validUntil"),
  );
  const action = /** @type {any} */ ({ to, amount: 1n });
  assert.deepEqual(
    catchError(() => wallet.body([action], { seqno: 1 })),
    makeUnknownParameterError("amount", "value"),
  );
});
