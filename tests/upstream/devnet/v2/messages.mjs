// Transactions and messages from their cells, as the node library tells them.
import { Cell, Dictionary, beginCell, loadMessage, loadTransaction, storeStateInit } from "@ton/core";

import { accountAddress, boc, friendly, transactionId } from "./shapes.mjs";

const COMMENT = 0,
  ENCRYPTED = 0x2167da4b;

/** A text that runs through cells of whole bytes, one reference each; undefined when it does not. @param {import("@ton/core").Slice} slice */
function chainedBytes(slice) {
  const parts = [];
  for (let rest = slice; ; rest = rest.loadRef().beginParse()) {
    if (rest.remainingBits % 8 || rest.remainingRefs > 1) return undefined;
    parts.push(rest.loadBuffer(rest.remainingBits / 8));
    if (rest.remainingRefs === 0) return Buffer.concat(parts);
  }
}

/** Bytes of a comment, plain or encrypted, after its opcode. @param {Cell} body */
function comment(body) {
  const slice = body.beginParse(true);
  if (slice.remainingBits < 32) return undefined;
  const opcode = slice.loadUint(32);
  if (opcode !== COMMENT && opcode !== ENCRYPTED) return undefined;
  const text = chainedBytes(slice);
  return text && { tag: opcode === COMMENT ? "msg.dataText" : "msg.dataEncryptedText", text };
}

/** @param {Cell} body @param {Cell | null} init */
function messageData(body, init) {
  const found = comment(body);
  if (found) return { "@type": found.tag, text: found.text.toString("base64") };
  return { "@type": "msg.dataRaw", body: boc(body), init_state: init ? boc(init) : "" };
}

/** Characters of base64 a line in the Python variant; C++ writes one line. */
const PYTHON_LINE = 76;

/** Text of a comment; else the bytes of the body's first cell in base64 and a line feed, as ever. @param {any} ctx @param {Cell} body */
function messageText(ctx, body) {
  const found = comment(body);
  if (found) return found.text.toString();
  const slice = body.beginParse(true);
  const bits = slice.remainingBits;
  if (bits === 0) return "";
  const whole = slice.loadBuffer(bits >> 3);
  const rest = bits % 8 ? Buffer.from([slice.loadUint(bits % 8) << (8 - (bits % 8))]) : Buffer.alloc(0);
  const text = Buffer.concat([whole, rest]).toString("base64");
  return ctx.variant === "python" ? text.replace(new RegExp(`.{1,${PYTHON_LINE}}`, "g"), "$&\n") : `${text}\n`;
}

/** Amounts and times by the kind of message; what a kind does not have is zero. */
function values({ info }) {
  const internal = info.type === "internal";
  return {
    value: String(internal ? info.value.coins : 0n),
    extra_currencies: internal ? extraCurrencies(info.value.other) : [],
    fwd_fee: String(internal ? info.forwardFee : 0n),
    ihr_fee: "0", // since instant routing was given up, the field holds flags
    created_lt: String(info.type === "external-in" ? 0n : info.createdLt),
  };
}

/** @param {import("@ton/core").Dictionary<number, bigint> | null | undefined} other */
const extraCurrencies = (other) =>
  [...(other ?? [])].map(([id, amount]) => ({ "@type": "extraCurrency", id, amount: String(amount) }));

/** "" for an external address: the node library has only those of accounts. */
const side = (address) => (address && "workChain" in address ? friendly(address.toRawString()) : "");

/** A message and the cell it came in: its hash is the cell's, however its parts were packed. @typedef {{ message: import("@ton/core").Message, cell: Cell }} Packed */

/** @param {Packed} packed */
function messageStd({ message, cell }) {
  const { info, body, init } = message;
  return {
    "@type": "raw.message",
    hash: cell.hash().toString("base64"),
    source: accountAddress(side(info.src)),
    destination: accountAddress(side(info.dest)),
    ...values(message),
    body_hash: body.hash().toString("base64"),
    msg_data: messageData(body, init ? beginCell().store(storeStateInit(init)).endCell() : null),
  };
}

/** With the text of its body, addresses as texts. @param {any} ctx @param {Packed} packed */
function messageLegacy(ctx, packed) {
  const std = messageStd(packed);
  return {
    ...std,
    "@type": ctx.variant === "python" ? "raw.message" : "ext.message",
    source: std.source.account_address,
    destination: std.destination.account_address,
    message: messageText(ctx, packed.message.body),
  };
}

/** The messages of a transaction: `r1:^[ in_msg:(Maybe ^Message) out_msgs:(HashmapE 15 ^Message) ]`. @param {Cell} root */
function packedMessages(root) {
  const slice = root.refs[0].beginParse();
  const incoming = slice.loadMaybeRef();
  const outgoing = slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  const packed = (cell) => ({ message: loadMessage(cell.beginParse()), cell });
  return {
    incoming: incoming && packed(incoming),
    outgoing: outgoing
      .keys()
      .sort((a, b) => a - b)
      .map((key) => packed(outgoing.get(key))),
  };
}

/** @param {import("@ton/core").TransactionDescription} description */
function storageFee(description) {
  const phase = "storagePhase" in description ? description.storagePhase : undefined;
  return phase?.storageFeesCollected ?? 0n;
}

/**
 * What all forms of a transaction share. `fee` is what the account paid for it, forwarding of its messages included.
 * @param {Cell} root
 */
function parts(root) {
  const { incoming, outgoing } = packedMessages(root);
  const transaction = loadTransaction(root.beginParse());
  const forwarding = outgoing.reduce(
    (sum, { message: { info } }) => sum + (info.type === "internal" ? info.forwardFee : 0n),
    0n,
  );
  const fee = transaction.totalFees.coins + forwarding,
    storage = storageFee(transaction.description);
  return {
    incoming,
    outgoing,
    members: {
      utime: transaction.now,
      data: boc(root),
      transaction_id: transactionId(transaction.lt, root.hash().toString("base64")),
      fee: String(fee),
      storage_fee: String(storage),
      other_fee: String(fee - storage),
    },
  };
}

/** @param {Buffer} bytes */
const rootOf = (bytes) => Cell.fromBoc(bytes)[0];

/** An absent message is left out. @param {Packed | null} incoming @param {Packed[]} outgoing @param {(packed: Packed) => object} form */
const inAndOut = (incoming, outgoing, form) => ({
  ...(incoming && { in_msg: form(incoming) }),
  out_msgs: outgoing.map(form),
});

/** getTransactions and tryLocate*. @param {any} ctx @param {{ account: string, boc: Buffer }} row of `transactions` */
export function transaction(ctx, row) {
  const { incoming, outgoing, members } = parts(rootOf(row.boc));
  const python = ctx.variant === "python";
  return {
    "@type": python ? "raw.transaction" : "ext.transaction",
    address: accountAddress(friendly(row.account)),
    ...(!python && { account: row.account }),
    ...members,
    ...inAndOut(incoming, outgoing, (packed) => messageLegacy(ctx, packed)),
  };
}

/** getTransactionsStd. @param {{ account: string, boc: Buffer }} row of `transactions` */
export function transactionStd(row) {
  const { incoming, outgoing, members } = parts(rootOf(row.boc));
  return {
    "@type": "raw.transaction",
    address: accountAddress(friendly(row.account)),
    ...members,
    ...inAndOut(incoming, outgoing, messageStd),
  };
}

/** getBlockTransactionsExt. @param {any} ctx @param {{ account: string, boc: Buffer }} row of `transactions` */
export function transactionExt(ctx, row) {
  const python = ctx.variant === "python";
  return {
    ...transactionStd(row),
    "@type": python ? "raw.transaction" : "raw.transactionExt",
    account: python ? row.account.toLowerCase() : row.account,
  };
}
