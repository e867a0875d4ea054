// Converts the cells of transactions and messages to objects like those of the node library.
import { Cell, Dictionary, beginCell, loadMessage, loadTransaction, storeStateInit } from "@ton/core";

import { makeAccountAddress, toBoc, listExtraCurrencies, writeFriendlyAddress, makeTransactionId } from "./shapes.mjs";

const COMMENT = 0,
  ENCRYPTED = 0x2167da4b;

/** The text in a chain of cells of whole bytes, one reference each; undefined if the cells are not such a chain. @param {import("@ton/core").Slice} slice */
function readChainedBytes(slice) {
  const parts = [];
  for (let remainingSlice = slice; ; remainingSlice = remainingSlice.loadRef().beginParse()) {
    if (remainingSlice.remainingBits % 8 || remainingSlice.remainingRefs > 1) return undefined;
    parts.push(remainingSlice.loadBuffer(remainingSlice.remainingBits / 8));
    if (remainingSlice.remainingRefs === 0) return Buffer.concat(parts);
  }
}

/** Bytes of a comment, plain or encrypted, after its opcode. @param {Cell} body */
function readComment(body) {
  const slice = body.beginParse(true);
  if (slice.remainingBits < 32) return undefined;
  const opcode = slice.loadUint(32);
  if (opcode !== COMMENT && opcode !== ENCRYPTED) return undefined;
  const text = readChainedBytes(slice);
  return text && { tag: opcode === COMMENT ? "msg.dataText" : "msg.dataEncryptedText", text };
}

/** @param {Cell} body @param {Cell | null} init */
function makeMessageData(body, init) {
  const foundComment = readComment(body);
  if (foundComment) return { "@type": foundComment.tag, text: foundComment.text.toString("base64") };
  return { "@type": "msg.dataRaw", body: toBoc(body), init_state: init ? toBoc(init) : "" };
}

/** Characters per line of base64 in the Python variant; C++ writes one line. */
const PYTHON_LINE = 76;

/**
 * The text of a comment; otherwise the bytes of the body's first cell in base64 and a line feed, as in the service.
 * @param {any} context @param {Cell} body
 */
function readMessageText(context, body) {
  const comment = readComment(body);
  if (comment) return comment.text.toString();
  const slice = body.beginParse(true);
  const bits = slice.remainingBits;
  if (bits === 0) return "";
  const wholeBytes = slice.loadBuffer(bits >> 3);
  const rest = bits % 8 ? Buffer.from([slice.loadUint(bits % 8) << (8 - (bits % 8))]) : Buffer.alloc(0);
  const text = Buffer.concat([wholeBytes, rest]).toString("base64");
  return context.variant === "python" ? text.replace(new RegExp(`.{1,${PYTHON_LINE}}`, "g"), "$&\n") : `${text}\n`;
}

/** Amounts and times by the kind of message; fields that a kind does not have are zero. */
function makeValues({ info }) {
  const isInternal = info.type === "internal";
  return {
    value: String(isInternal ? info.value.coins : 0n),
    extra_currencies: isInternal ? listExtraCurrencies(Object.fromEntries(info.value.other ?? [])) : [],
    fwd_fee: String(isInternal ? info.forwardFee : 0n),
    ihr_fee: "0", // since instant routing was switched off, the field holds flags
    created_lt: String(info.type === "external-in" ? 0n : info.createdLt),
  };
}

/** "" for an external address: the node library knows only addresses of accounts. */
const makeAddressText = (address) =>
  address && "workChain" in address ? writeFriendlyAddress(address.toRawString()) : "";

/** A message and its original cell, whose hash is the message's: parts can be inline or in references. @typedef {{ message: import("@ton/core").Message, cell: Cell }} Packed */

/** @param {Packed} packed */
function makeMessageStd({ message, cell }) {
  const { info, body, init } = message;
  return {
    "@type": "raw.message",
    hash: cell.hash().toString("base64"),
    source: makeAccountAddress(makeAddressText(info.src)),
    destination: makeAccountAddress(makeAddressText(info.dest)),
    ...makeValues(message),
    body_hash: body.hash().toString("base64"),
    msg_data: makeMessageData(body, init ? beginCell().store(storeStateInit(init)).endCell() : null),
  };
}

/** A message with the text of its body, and addresses as texts. @param {any} context @param {Packed} packed */
function makeMessageLegacy(context, packed) {
  const std = makeMessageStd(packed);
  return {
    ...std,
    "@type": context.variant === "python" ? "raw.message" : "ext.message",
    source: std.source.account_address,
    destination: std.destination.account_address,
    message: readMessageText(context, packed.message.body),
  };
}

/** The messages of a transaction: `r1:^[ in_msg:(Maybe ^Message) out_msgs:(HashmapE 15 ^Message) ]`. @param {Cell} root */
function loadMessages(root) {
  const slice = root.refs[0].beginParse();
  const incoming = slice.loadMaybeRef();
  const outgoing = slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  const readMessage = (cell) => ({ message: loadMessage(cell.beginParse()), cell });
  return {
    incoming: incoming && readMessage(incoming),
    outgoing: outgoing
      .keys()
      .sort((a, b) => a - b)
      .map((key) => readMessage(outgoing.get(key))),
  };
}

/** @param {import("@ton/core").TransactionDescription} description */
function computeStorageFee(description) {
  const phase = "storagePhase" in description ? description.storagePhase : undefined;
  return phase?.storageFeesCollected ?? 0n;
}

/**
 * The fields that all forms of a transaction share. `fee` is the amount that the account paid for it, including the forward fees.
 * @param {Cell} root
 */
function makeParts(root) {
  const { incoming, outgoing } = loadMessages(root);
  const transaction = loadTransaction(root.beginParse());
  const forwardFees = outgoing.reduce(
    (sum, { message: { info } }) => sum + (info.type === "internal" ? info.forwardFee : 0n),
    0n,
  );
  const fee = transaction.totalFees.coins + forwardFees,
    storage = computeStorageFee(transaction.description);
  return {
    incoming,
    outgoing,
    fields: {
      utime: transaction.now,
      data: toBoc(root),
      transaction_id: makeTransactionId(transaction.lt, root.hash().toString("base64")),
      fee: String(fee),
      storage_fee: String(storage),
      other_fee: String(fee - storage),
    },
  };
}

/** @param {Buffer} bytes */
const readRoot = (bytes) => Cell.fromBoc(bytes)[0];

/**
 * Incoming and outgoing messages; an absent incoming message is omitted.
 * @param {Packed | null} incoming @param {Packed[]} outgoing @param {(packed: Packed) => object} form
 */
const makeMessageFields = (incoming, outgoing, form) => ({
  ...(incoming && { in_msg: form(incoming) }),
  out_msgs: outgoing.map(form),
});

/** A row of getTransactions and tryLocate*. @param {any} context @param {{ account: string, boc: Buffer }} row of `transactions` */
export function makeTransaction(context, row) {
  const { incoming, outgoing, fields } = makeParts(readRoot(row.boc));
  const isPython = context.variant === "python";
  return {
    "@type": isPython ? "raw.transaction" : "ext.transaction",
    address: makeAccountAddress(writeFriendlyAddress(row.account)),
    ...(!isPython && { account: row.account }),
    ...fields,
    ...makeMessageFields(incoming, outgoing, (packed) => makeMessageLegacy(context, packed)),
  };
}

/** A row of getTransactionsStd. @param {{ account: string, boc: Buffer }} row of `transactions` */
export function makeTransactionStd(row) {
  const { incoming, outgoing, fields } = makeParts(readRoot(row.boc));
  return {
    "@type": "raw.transaction",
    address: makeAccountAddress(writeFriendlyAddress(row.account)),
    ...fields,
    ...makeMessageFields(incoming, outgoing, makeMessageStd),
  };
}

/** A row of getBlockTransactionsExt. @param {any} context @param {{ account: string, boc: Buffer }} row of `transactions` */
export function makeTransactionExt(context, row) {
  const isPython = context.variant === "python";
  return {
    ...makeTransactionStd(row),
    "@type": isPython ? "raw.transaction" : "raw.transactionExt",
    account: isPython ? row.account.toLowerCase() : row.account,
  };
}
