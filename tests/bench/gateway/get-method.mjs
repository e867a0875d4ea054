// The get-method of the measurements, `get_wallet_data` of a jetton wallet: the state from which a gateway computes its result, and the
// upstream's response to it.

// The devnet's copy of @ton/core, because its classes accept only their own instances.
import { Address, beginCell } from "../../node_modules/@ton/core/dist/index.js";

import * as jetton from "../../upstream/devnet/contracts/jetton.mjs";

export const PATH = "/api/v2/runGetMethod";
const HASH = Buffer.alloc(32, 7).toString("base64");
const makeAddressOfByte = (byte) => new Address(0, Buffer.alloc(32, byte));
const { address, init } = jetton.buildWallet({ owner: makeAddressOfByte(1), minter: makeAddressOfByte(2) });

/** Each request has a different argument, which the contract leaves on the stack, so no request is a cache hit. */
export const getBody = (at) =>
  JSON.stringify({
    address: address.toRawString(),
    method: "get_wallet_data",
    stack: [["num", `0x${at.toString(16)}`]],
  });

const BLOCK = {
  "@type": "ton.blockIdExt",
  workchain: -1,
  shard: "-9223372036854775808",
  seqno: 77,
  root_hash: HASH,
  file_hash: HASH,
};
const TRANSACTION = { "@type": "internal.transactionId", lt: "47000001", hash: HASH };
const EXTRA_VALUE = "1780000000.123:_:1.5";
const toBoc = (cell) => cell.toBoc().toString("base64");

export const STATE = JSON.stringify({
  ok: true,
  result: {
    "@type": "raw.fullAccountState",
    balance: "1000000000",
    extra_currencies: [],
    last_transaction_id: TRANSACTION,
    block_id: BLOCK,
    code: toBoc(init.code),
    data: toBoc(init.data),
    frozen_hash: "",
    sync_utime: 1_780_000_000,
    state: "active",
    suspended: false,
  },
  "@extra": EXTRA_VALUE,
});

export const VERSION = JSON.stringify({
  ok: true,
  result: {
    "@type": "configInfo",
    config: {
      "@type": "tvm.cell",
      bytes: toBoc(beginCell().storeUint(0xc4, 8).storeUint(14, 32).storeUint(0, 64).endCell()),
    },
  },
  "@extra": EXTRA_VALUE,
});

/** A cell as an object in the form of v2. @param {any} cell */
function makeObject(cell) {
  const { length } = cell.bits;
  const bytes = Buffer.alloc(Math.ceil(length / 8));
  for (let i = 0; i <= length; i++) if (i < length ? cell.bits.at(i) : i % 8) bytes[i >> 3] |= 0x80 >> (i & 7);
  return {
    data: { b64: bytes.toString("base64"), len: length },
    refs: cell.refs.map(makeObject),
    special: cell.isExotic,
  };
}
const getEntry = (cell) => ["cell", { bytes: toBoc(cell), object: makeObject(cell) }];
const makeAddressCell = (byte) => beginCell().storeAddress(makeAddressOfByte(byte)).endCell();

/** The upstream's response to the request with the given argument. */
const getResponseTo = (at) =>
  JSON.stringify({
    ok: true,
    result: {
      "@type": "smc.runResult",
      gas_used: 549,
      stack: [
        ["num", `0x${at.toString(16)}`],
        ["num", "0x0"],
        getEntry(makeAddressCell(1)),
        getEntry(makeAddressCell(2)),
        getEntry(init.code),
      ],
      exit_code: 0,
      block_id: BLOCK,
      last_transaction_id: TRANSACTION,
    },
    "@extra": EXTRA_VALUE,
  });
export const RESPONSE = getResponseTo(1);
