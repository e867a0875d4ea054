// Random accounts, messages and actions, for comparing the emulator with the node's executor. A seed determines all of them.

import { Address, Cell, Dictionary, beginCell } from "@ton/core";

import { createSeededRandom } from "../helpers/seeded-random.mjs";

/** A contract that takes its action list from the first reference of the body: `ACCEPT`, `LDREF`, `DROP`, `POP c5`. */
export const PROXY = beginCell().storeBuffer(Buffer.from("FF0030F800D430ED55", "hex")).endCell();
/** Send modes: usual, unusual and invalid ones. */
const SEND_MODES = [0, 1, 2, 3, 64, 65, 66, 128, 130, 160, 16, 17, 18, 80, 192, 4, 32, 34];
const RESERVE_MODES = [0, 1, 2, 3, 4, 5, 8, 12, 14, 15, 16, 18, 32];
const SEND = 0x0ec3c86d;
const RESERVE = 0x36e6b809;
const SET_CODE = 0xad4de08e;
const CHANGE_LIBRARY = 0x26fa1dd4;
const AMOUNTS = [
  0n,
  1n,
  1000n,
  399_999n,
  400_000n,
  400_001n,
  1_000_000n,
  10_000_000n,
  100_000_000n,
  10n ** 9n,
  10n ** 15n,
];

/** The numbers of cells and bits below these roots; each cell counts once. @param {Cell[]} roots */
function measureSize(roots, seenCells = new Set()) {
  let bits = 0n;
  for (const root of roots) {
    const hash = root.hash().toString("hex");
    if (seenCells.has(hash)) continue;
    seenCells.add(hash);
    bits += BigInt(root.bits.length) + measureSize(root.refs, seenCells).bits;
  }
  return { cells: BigInt(seenCells.size), bits };
}

/** @param {number} seed @param {{ accounts: Address[], now: number, lt: bigint }} world */
export function makeRandomMessages(seed, { accounts, now, lt }) {
  const { below, pick, number } = createSeededRandom(seed);
  const isOnceIn = (count) => below(count) === 0;
  const getAmount = () => (isOnceIn(4) ? number(30) : pick(AMOUNTS));
  const makeRandomPerson = () =>
    isOnceIn(5) ? new Address(pick([0, 0, -1, 5]), Buffer.alloc(32, below(256))) : pick(accounts);

  function getChain(cells) {
    let cell = beginCell().storeUint(number(31), 32).endCell();
    for (let index = 0; index < cells; index += 1) cell = beginCell().storeUint(index, 32).storeRef(cell).endCell();
    return cell;
  }

  function listCurrencies(minAmount) {
    const dict = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5));
    for (let remaining = below(4); remaining > 0; remaining -= 1)
      dict.set(100 + below(3), BigInt(minAmount + below(3)));
    return dict;
  }

  const makeStateInit = () =>
    beginCell()
      .storeUint(0, 2)
      .storeMaybeRef(getChain(below(5)))
      .storeMaybeRef(getChain(below(3)))
      .storeBit(0)
      .endCell();

  /** A message as a contract writes it. */
  function makeRandomOutMessage() {
    const message = beginCell();
    if (isOnceIn(12)) message.storeUint(3, 2).storeUint(0, 4).storeUint(0, 96);
    else {
      message.storeUint(0b01, 2).storeBit(below(2)).storeBit(0).storeUint(0, 2);
      if (isOnceIn(20)) message.storeUint(0, 2);
      else message.storeAddress(makeRandomPerson());
      message.storeCoins(getAmount());
      if (isOnceIn(15)) message.storeDict(listCurrencies(0));
      else message.storeBit(0);
      message
        .storeCoins(isOnceIn(4) ? 1 + below(4) : 0)
        .storeCoins(isOnceIn(4) ? 1000 : 0)
        .storeUint(0, 96);
    }
    if (isOnceIn(6)) {
      message.storeBit(1);
      if (below(2)) message.storeBit(1).storeRef(makeStateInit());
      else message.storeBit(0).storeSlice(makeStateInit().beginParse());
    } else message.storeBit(0);
    const body = isOnceIn(4)
      ? getChain(below(60))
      : beginCell()
          .storeUint(number(31), 32)
          .storeBuffer(Buffer.alloc(below(20), 7))
          .endCell();
    if (below(2) && message.bits + 1 + body.bits.length < 1023 && message.refs + body.refs.length <= 4)
      message.storeBit(0).storeSlice(body.beginParse());
    else if (message.refs < 4) message.storeBit(1).storeRef(body);
    else message.storeBit(0);
    return message.endCell();
  }

  function action(previousActions) {
    const builder = beginCell().storeRef(previousActions);
    const kind = below(12);
    if (kind < 8) builder.storeUint(SEND, 32).storeUint(pick(SEND_MODES), 8).storeRef(makeRandomOutMessage());
    else if (kind === 8)
      builder.storeUint(RESERVE, 32).storeUint(pick(RESERVE_MODES), 8).storeCoins(getAmount()).storeBit(0);
    else if (kind === 9) builder.storeUint(SET_CODE, 32).storeRef(getChain(below(5)));
    else if (kind === 10)
      builder
        .storeUint(CHANGE_LIBRARY, 32)
        .storeUint(pick([0, 1, 2, 3, 17]) * 2 + 1, 8)
        .storeRef(getChain(2));
    else builder.storeUint(number(31), 32).storeUint(below(256), 8);
    return builder.endCell();
  }

  function listActions() {
    let list = beginCell().endCell();
    for (let remaining = 1 + below(4); remaining > 0; remaining -= 1) list = action(list);
    return list;
  }

  /** An account that executes the actions in messages, with random balance, age, size and debt; or an uninitialized or frozen one. */
  function proxy() {
    const address = new Address(isOnceIn(8) ? -1 : 0, Buffer.alloc(32, below(255)));
    const data = isOnceIn(3) ? getChain(below(40)) : beginCell().endCell();
    const kind = below(10);
    const storage = beginCell()
      .storeUint(pick([1000n, lt - 1n, lt + 20n]), 64)
      .storeCoins(getAmount());
    const extraCurrencies = isOnceIn(10) ? listCurrencies(1) : undefined;
    storage.storeDict(extraCurrencies);
    if (kind < 8) storage.storeUint(0b1_00_11_0, 6).storeRef(PROXY).storeRef(data);
    else if (kind === 8) storage.storeUint(0, 2);
    else storage.storeUint(1, 2).storeUint(12345, 256);
    const { cells, bits } = measureSize(kind < 8 ? [PROXY, data] : []);
    const account = beginCell().storeBit(1).storeAddress(address);
    account
      .storeVarUint(cells + 1n, 3)
      .storeVarUint(bits + BigInt(storage.bits), 3)
      .storeUint(0, 3);
    account.storeUint(now - pick([0, 5, 1_000_000]), 32);
    if (isOnceIn(8)) account.storeBit(1).storeCoins(1n + getAmount());
    else account.storeBit(0);
    account.storeBuilder(storage);
    return { address, cell: beginCell().storeRef(account.endCell()).storeUint(1, 256).storeUint(1, 64).endCell() };
  }

  /** A message to an account. @param {Address} to @param {Cell} [body] */
  function makeMessage(to, body = beginCell().storeRef(listActions()).endCell()) {
    const builder = beginCell();
    if (isOnceIn(4)) builder.storeUint(0b10, 2).storeUint(0, 2).storeAddress(to).storeCoins(0);
    else {
      builder
        .storeUint(0b01, 2)
        .storeBit(isOnceIn(3) ? 0 : 1)
        .storeBit(isOnceIn(12) ? 1 : 0);
      builder.storeAddress(pick(accounts)).storeAddress(to).storeCoins(getAmount());
      if (isOnceIn(10)) builder.storeDict(listCurrencies(1));
      else builder.storeBit(0);
      builder.storeCoins(isOnceIn(3) ? pick([1, 3]) : 0).storeCoins(below(1_000_000));
      builder.storeUint(pick([1n, lt - 5n, lt + 3n]), 64).storeUint(now, 32);
    }
    if (isOnceIn(8)) builder.storeBit(1).storeBit(1).storeRef(makeStateInit());
    else builder.storeBit(0);
    return builder
      .storeBit(1)
      .storeRef(isOnceIn(8) ? beginCell().storeUint(0, 32).endCell() : body)
      .endCell();
  }

  return { below, pick, proxy, message: makeMessage };
}
