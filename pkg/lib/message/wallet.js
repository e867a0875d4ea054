// Wallets: computes addresses from public keys, and builds and signs requests and the messages that carry them.

import {
  IGNORE_ERRORS,
  MOST_WALLET_TIMEOUT,
  PAY_FEES,
  QUERIES_OF_A_CELL,
  WALLET_TIMEOUT,
} from "../../dist/message-abi.js";
import { WALLETS } from "../../dist/schemas.js";
import { fail, kindOf } from "../util/error.js";
import { beginCell, parseBoc, toCell } from "./cell.js";
import {
  readActions,
  encodeBody,
  encodeStateInit,
  externalMessage,
  internalMessage,
  findRow,
  selectSignedFields,
} from "./encode.js";
import { decodeMessage } from "./decode.js";
import { pickKnownNames } from "./inputs.js";
import { encodeHex } from "./text.js";
import { storeFields } from "./tlb.js";
import { withEd25519 } from "./web-crypto.js";
import { requireSubtle } from "../util/crypto.js";

/** Default number of seconds for which a request is valid. */
const VALID_SECONDS = 60;
/**
 * Seconds that are subtracted from the creation time of a highload request: the wallet compares it with the time of its block, which lags
 * behind the clock.
 */
const CLOCK_LAG_SECONDS = 30;
/** Number of query ids of a highload wallet: 8192 cells with a bit for each. */
const MAX_QUERIES = 8192 * QUERIES_OF_A_CELL;

/** Signs a hash with a private key of WebCrypto. */
async function signByKey(key, hash) {
  try {
    return new Uint8Array(await withEd25519(() => requireSubtle().sign("Ed25519", key, hash)));
  } catch (cause) {
    if (cause?.code === "missing_global") throw cause;
    const message = `expected a private Ed25519 key of WebCrypto, or a function that signs: ${cause.message}`;
    throw fail("invalid_parameter", message, { parameter: "signer", cause });
  }
}

/** Signs a hash with a private key of WebCrypto, or with the caller's own function. */
async function signHash(signer, hash) {
  const signature = typeof signer === "function" ? await signer(hash) : await signByKey(signer, hash);
  if (ArrayBuffer.isView(signature) && signature.byteLength === 64)
    return new Uint8Array(signature.buffer, signature.byteOffset, 64);
  const receivedKind = ArrayBuffer.isView(signature) ? signature.byteLength : kindOf(signature);
  throw fail("invalid_parameter", `the signer must return 64 bytes, not ${receivedKind}`, { parameter: "signer" });
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Reads an option that is a whole number from 0 to `max`. */
function readNumberOption(options, name, max, fallback) {
  const value = options[name] ?? fallback;
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw fail("invalid_option", `\`${name}\` must be a whole number from 0 to ${max}`, { parameter: name });
}

/** Computes the wallet id as wallet apps do. */
function computeDefaultWalletId([rule, base], network, workchain, subwallet) {
  if (rule === "subwallet") return base + subwallet;
  if (rule === "workchain") return (base + workchain + subwallet) >>> 0;
  // XOR of the network's global id with a value whose fields are: a 1 bit, the workchain, the version (0) and the subwallet number.
  return ((network === "testnet" ? -3 : -239) ^ ((1 << 31) | ((workchain & 255) << 23) | subwallet)) >>> 0;
}

const OPTIONS = ["publicKey", "workchain", "network", "subwallet", "walletId", "timeout"];
const REQUEST_OPTIONS = ["seqno", "validUntil", "queryId", "createdAt", "batchValue", "internal", "deploy"];

/** Creates a wallet of this version. @param {string} version @param {any} options */
function makeWallet(version, options) {
  const rules = WALLETS[version];
  const [actionRule, batch, ...batchCosts] = rules.actions;
  const { publicKey, workchain = 0, network = "mainnet" } = pickKnownNames(options, OPTIONS, "options");
  if (!ArrayBuffer.isView(publicKey) || publicKey.byteLength !== 32)
    throw fail("invalid_option", "`publicKey` must be 32 bytes as Uint8Array", { parameter: "publicKey" });
  if (workchain !== 0 && workchain !== -1)
    throw fail("invalid_option", "`workchain` must be 0 or -1", { parameter: "workchain" });
  if (network !== "mainnet" && network !== "testnet")
    throw fail("invalid_option", "`network` must be mainnet or testnet", { parameter: "network" });
  const key = new Uint8Array(publicKey.buffer, publicKey.byteOffset, 32).slice();
  const subwallet = readNumberOption(options, "subwallet", 32767, 0);
  const walletId = readNumberOption(
    options,
    "walletId",
    2 ** 32 - 1,
    computeDefaultWalletId(rules.walletId, network, workchain, subwallet),
  );
  const timeout = readNumberOption(options, "timeout", MOST_WALLET_TIMEOUT, WALLET_TIMEOUT);
  const values = { signatureAllowed: true, seqno: 0, walletId, publicKey: BigInt(`0x${encodeHex(key)}`), timeout };
  const stateInit = encodeStateInit({
    code: parseBoc(rules.code),
    data: storeFields(rules.data, values, beginCell()).endCell(),
  });
  const address = `${workchain}:${encodeHex(stateInit.hash()).toUpperCase()}`;

  /**
   * Returns the single message of a highload wallet's request. It goes to the wallet itself if there are several messages, or if one has
   * a StateInit, which the contract does not send directly.
   */
  function makeOnlyMessage(actions, { queryId, batchValue }) {
    if (actions.length === 1 && decodeMessage(actions[0].message).init === null) return actions[0];
    const body = encodeBody({ type: batch, queryId, actions });
    const [baseCost, costPerMessage, masterchainFactor] = batchCosts;
    const cost =
      BigInt(baseCost + costPerMessage * actions.length) * (workchain === -1 ? BigInt(masterchainFactor) : 1n);
    const message = internalMessage({ to: address, value: batchValue ?? cost, body });
    return { type: "send_message", mode: PAY_FEES, message };
  }

  /** @param {any[]} list @param {any} [request] */
  function body(list, request = {}) {
    pickKnownNames(request, REQUEST_OPTIONS, "request");
    let actions = readActions(list, "actions", network === "testnet");
    if (actions.length > rules.mostMessages)
      throw fail("invalid_parameter", `\`actions\` must have at most ${rules.mostMessages} items`, {
        parameter: "actions",
      });
    if (actionRule === "one") {
      if (request.queryId === undefined || request.queryId === null)
        throw fail(
          "missing_parameter",
          "`queryId` is required: a highload wallet executes each once, until its timeout",
          {
            parameter: "queryId",
          },
        );
      readNumberOption(request, "queryId", MAX_QUERIES - 1, undefined);
      if (actions.length === 0)
        throw fail("missing_parameter", "a request to a highload wallet needs at least one message", {
          parameter: "actions",
        });
      if (actions.some(({ type }) => type !== "send_message"))
        throw fail("invalid_parameter", "this wallet version accepts only actions of the type `send_message`", {
          parameter: "actions",
        });
      actions = [makeOnlyMessage(actions, request)];
    } else if (request.seqno === undefined)
      throw fail(
        "missing_parameter",
        "`seqno` is required: `(await client.account(address)).seqno ?? 0`, which is 0 before the first request",
        {
          parameter: "seqno",
        },
      );
    const internalRow = request.internal ? rules.internal : null;
    if (actionRule === "ignore errors" && internalRow === null)
      actions = actions.map((action) =>
        action.type === "send_message" ? { ...action, mode: action.mode | IGNORE_ERRORS } : action,
      );
    const [, opcode, fields] = findRow(internalRow ?? rules.signed);
    const [first] = actions;
    const signedValues = {
      walletId,
      subwalletId: walletId,
      validUntil: request.validUntil ?? nowSeconds() + VALID_SECONDS,
      seqno: request.seqno,
      op: 0,
      actions,
      message: first?.message,
      mode: first?.mode,
      queryId: request.queryId,
      createdAt: request.createdAt ?? nowSeconds() - CLOCK_LAG_SECONDS,
      timeout,
    };
    const builder = beginCell();
    if (opcode !== null) builder.storeUint(opcode, 32);
    return storeFields(selectSignedFields(fields), signedValues, builder).endCell();
  }

  async function sign(cell, signer) {
    const request = toCell(cell);
    const signature = await signHash(signer, request.hash());
    const builder = beginCell();
    if (rules.signature === "after") return builder.storeSlice(request).storeBytes(signature).endCell();
    builder.storeBytes(signature);
    const isReference = rules.signature === "before reference";
    return (isReference ? builder.storeRef(request) : builder.storeSlice(request)).endCell();
  }

  return {
    version,
    address,
    walletId,
    publicKey: key,
    stateInit,
    body,
    sign,
    /** @param {any[]} actions @param {any} request @param {any} signer */
    async transfer(actions, request, signer) {
      const deploy = pickKnownNames(request, REQUEST_OPTIONS, "request").deploy ?? request.seqno === 0;
      const signedBody = await sign(body(actions, request), signer);
      return externalMessage({ to: address, body: signedBody, init: deploy ? stateInit : undefined });
    },
  };
}

// <generated from src/message/wallet/table.rs>
export const walletV3R1 = (options) => makeWallet("v3r1", options);
export const walletV3R2 = (options) => makeWallet("v3r2", options);
export const walletV4R2 = (options) => makeWallet("v4r2", options);
export const walletV5R1 = (options) => makeWallet("v5r1", options);
export const walletHighloadV3 = (options) => makeWallet("highload_v3", options);
// </generated from src/message/wallet/table.rs>
