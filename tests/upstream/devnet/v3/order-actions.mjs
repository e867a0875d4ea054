// The actions of a multisig order, parsed as the service does: messages by the operation of their body, and changes of the multisig.
import { Cell, Dictionary, loadMessageRelaxed } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";
import { listAccounts } from "../kinds/multisig.mjs";

/** @typedef {import("@ton/core").Slice} Slice */

const OP = { sendMessage: 0xf1381e5b, updateParams: 0x1d0cfbd3 };

const toBase64 = (/** @type {Cell | null} */ cell) => cell?.toBoc().toString("base64") ?? null;
const loadAddress = (/** @type {Slice} */ slice) => {
  const foundAddress = slice.loadMaybeAddress();
  return foundAddress && writeRawAddress(foundAddress);
};
const loadCoins = (/** @type {Slice} */ slice) => String(slice.loadCoins());
/** A JSON number, as in the service: one above 2^53 is rounded. @param {Slice} slice */
const queryId = (slice) => Number(slice.loadUintBig(64));
const loadEitherCell = (/** @type {Slice} */ slice) => (slice.loadBit() ? slice.loadRef() : slice.asCell());

/** The text to the end of the body; "" if it is not valid text. @param {Slice} slice */
function readText(slice) {
  try {
    return slice.loadStringTail();
  } catch {
    return "";
  }
}

/** A plain or an encrypted comment, or no body. @param {Slice} slice */
function readTransfer(slice) {
  const isEncrypted = slice.remainingBits >= 32 && slice.preloadUint(32) === 0x2167da4b;
  if (isEncrypted || (slice.remainingBits >= 32 && slice.preloadUint(32) === 0)) slice.skip(32);
  return {
    comment: slice.remainingBits >= 8 && slice.remainingBits % 8 === 0 ? readText(slice) : "",
    encrypted: isEncrypted,
  };
}

const SUMS = { 0: "TextComment", 560454219: "EncryptedTextComment" };

/** The kind of a forward payload. @param {Cell} payload */
function readPayloadKind(payload) {
  const slice = payload.beginParse();
  if (slice.remainingBits === 0) return { comment: "", encrypted_comment: false, payload_sum_type: "" };
  const op = slice.remainingBits < 32 ? undefined : slice.loadUint(32);
  const sumForm = op === undefined ? undefined : SUMS[op];
  return {
    comment: sumForm ? readText(slice) : "",
    encrypted_comment: sumForm === SUMS[0x2167da4b],
    payload_sum_type: sumForm ?? "Unknown",
  };
}

/** @param {Slice} slice */
function readJettonTransfer(slice) {
  const fields = {
    query_id: queryId(slice),
    amount: loadCoins(slice),
    destination: loadAddress(slice),
    response: loadAddress(slice),
    custom_payload: toBase64(slice.loadMaybeRef()),
    forward_amount: loadCoins(slice),
  };
  const payload = loadEitherCell(slice);
  return { ...fields, ...readPayloadKind(payload), forward_payload: toBase64(payload), stonfi_swap_body: null };
}

/** @param {number} opcode */
const readJettonMint = (opcode) => (/** @type {Slice} */ slice) => {
  const [query_id, to_address, ton_amount] = [queryId(slice), loadAddress(slice), loadCoins(slice)];
  const innerSlice = slice.loadRef().beginParse().skip(32);
  return {
    opcode,
    query_id,
    to_address,
    ton_amount,
    master_msg_query_id: queryId(innerSlice),
    master_msg_jetton_amount: loadCoins(innerSlice),
  };
};

const CALLS = { 4006754003: "JettonSetStatus", 260734629: "JettonTransfer", 1499400124: "JettonBurn" };

/** @param {Slice} slice */
function readJettonCall(slice) {
  const [query_id, to_address, ton_amount, action] = [
    queryId(slice),
    loadAddress(slice),
    loadCoins(slice),
    slice.loadRef(),
  ];
  const op = action.bits.length < 32 ? undefined : action.beginParse().loadUint(32);
  const action_type = op === undefined ? "" : (CALLS[op] ?? "Unknown");
  return { query_id, to_address, ton_amount, action_type, action_data: toBase64(action) };
}

/**
 * The bodies by their operation: the type, and the fields after the operation.
 * @type {Record<number, [string, (slice: Slice) => object]>}
 */
const BODIES = {
  260734629: ["jetton_transfer", readJettonTransfer],
  1499400124: [
    "jetton_burn",
    (slice) => ({ query_id: queryId(slice), amount: loadCoins(slice), response_destination: loadAddress(slice) }),
  ],
  21: ["jetton_mint", readJettonMint(0x15)],
  1680571655: ["jetton_mint", readJettonMint(0x642b7d07)],
  1607220500: [
    "nft_transfer",
    (slice) => ({
      query_id: queryId(slice),
      new_owner: loadAddress(slice),
      response_destination: loadAddress(slice),
      custom_payload: toBase64(slice.loadMaybeRef()),
      forward_amount: loadCoins(slice),
      forward_payload: toBase64(loadEitherCell(slice)),
    }),
  ],
  40915: ["jetton_top_up", (slice) => ({ query_id: queryId(slice) })],
  1694626644: ["jetton_change_admin", (slice) => ({ query_id: queryId(slice), new_admin_address: loadAddress(slice) })],
  4220051737: ["jetton_claim_admin", (slice) => ({ query_id: queryId(slice) })],
  3414567170: [
    "jetton_change_content",
    (slice) => ({ query_id: queryId(slice), new_metadata_url: slice.loadStringTail() }),
  ],
  593276754: ["jetton_call_to", readJettonCall],
  4006754003: ["jetton_set_status", (slice) => ({ query_id: queryId(slice), new_status: slice.loadUint(8) })],
  4096: ["single_nominator_withdraw", (slice) => ({ query_id: queryId(slice), coins: loadCoins(slice) })],
  4097: [
    "single_nominator_change_validator",
    (slice) => ({ query_id: queryId(slice), validator_address: loadAddress(slice) }),
  ],
};

/** @param {Cell} body @returns {[type: string, body: object]} */
function parseBody(body) {
  const op = body.bits.length < 32 ? 0 : body.beginParse().loadUint(32);
  const knownBody = BODIES[op];
  try {
    if (knownBody) return [knownBody[0], knownBody[1](body.beginParse().skip(32))];
  } catch {
    return ["unknown", { opcode: 0, data: toBase64(body) }]; // another form under the same operation
  }
  if (op === 0 || op === 0x2167da4b) return ["ton_transfer", readTransfer(body.beginParse())];
  return ["unknown", { opcode: op, data: toBase64(body) }];
}

const NO_MESSAGE = { destination: null, value: null, body_raw: null };

/** @param {Cell} cell an action of an order */
function readAction(cell) {
  const slice = cell.beginParse();
  const op = slice.remainingBits < 32 ? 0 : slice.loadUint(32);
  if (op === OP.sendMessage) {
    const mode = slice.loadUint(8);
    const { info, body } = loadMessageRelaxed(slice.loadRef().beginParse());
    const [type, parsed] = parseBody(body);
    return {
      destination: info.dest && "hash" in info.dest ? writeRawAddress(info.dest) : null,
      value: info.type === "internal" ? String(info.value.coins) : "0",
      body_raw: toBase64(body),
      parsed: true,
      error: null,
      parsed_body: parsed,
      parsed_body_type: type,
      send_mode: mode,
    };
  }
  if (op !== OP.updateParams) throw new Error(`unknown order action type: ${op}`);
  return {
    ...NO_MESSAGE,
    parsed: true,
    error: null,
    parsed_body: {
      new_threshold: slice.loadUint(8),
      new_signers: listAccounts(slice.loadRef()),
      new_proposers: listAccounts(slice.loadMaybeRef()),
    },
    parsed_body_type: "multisig_update_params",
    send_mode: 0,
  };
}

/** @param {Cell} cell */
function readActionOrError(cell) {
  try {
    return readAction(cell);
  } catch ({ message }) {
    const error = `failed to parse order action: ${message}`;
    return { ...NO_MESSAGE, parsed: false, error, parsed_body: null, parsed_body_type: "unknown", send_mode: 0 };
  }
}

/** The actions of an order, in their order; null if the bag is not a list of actions. @param {string} order a bag */
export function readOrderActions(order) {
  try {
    const list = Dictionary.loadDirect(Dictionary.Keys.Uint(8), Dictionary.Values.Cell(), Cell.fromBase64(order));
    return [...list].sort(([a], [b]) => a - b).map(([, cell]) => readActionOrError(cell));
  } catch {
    return null;
  }
}

const NAMED = [
  "destination",
  "response",
  "new_owner",
  "response_destination",
  "to_address",
  "new_admin_address",
  "validator_address",
  "new_signers",
  "new_proposers",
];

/** The accounts that an action names. @param {ReturnType<typeof readActionOrError>} parsed @returns {(string | null)[]} */
export const listOrderActionNames = ({ destination, parsed_body: body }) => [
  destination,
  ...NAMED.flatMap((name) => body?.[name] ?? null),
];
