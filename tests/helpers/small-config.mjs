// A configuration with the parameters that transactions need, and prices as on mainnet.

import { beginCell, buildDict } from "ton-edge/message";

const storeAll = (builder, values, bits = 64) =>
  values.reduce((builder, value) => builder.storeUint(value, bits), builder);

/** A configuration for get-methods, which also need the prices of storage. */
export function getMethodConfig() {
  const prices = storeAll(beginCell().storeUint(0xcc, 8).storeUint(0, 32), [1, 500, 1000, 500_000]).endCell();
  return makeSmallConfig([[18, buildDict(32, new Map([[0, prices]]))]]);
}

/** @param {any[]} [overrides] parameters @returns {import("ton-edge/message").Cell} */
export function makeSmallConfig(overrides = []) {
  const makeGas = () => storeAll(beginCell().storeUint(0xd1, 8), [100, 40_000]).storeUint(0xde, 8);
  const makeGasPrices = () =>
    storeAll(makeGas(), [26_214_400, 1_000_000, 1_000_000, 10_000, 10_000_000, 100_000_000, 1_000_000_000]).endCell();
  const makeForwardPrices = () =>
    storeAll(storeAll(beginCell().storeUint(0xea, 8), [400_000, 26_214_400, 2_621_440_000]), [98_304], 32)
      .storeUint(21_845, 16)
      .storeUint(21_845, 16)
      .endCell();
  const parameters = [
    [0, beginCell().storeUint(0, 256).endCell()],
    [8, beginCell().storeUint(0xc4, 8).storeUint(12, 32).storeUint(0, 64).endCell()],
    [20, makeGasPrices()],
    [21, makeGasPrices()],
    [24, makeForwardPrices()],
    [25, makeForwardPrices()],
    [31, beginCell().storeDict(256, []).endCell()],
    ...overrides,
  ];
  const cells = parameters.map(([id, cell]) => [id, beginCell().storeRef(cell).endCell()]);
  return /** @type {any} */ (buildDict(32, /** @type {any} */ (cells)));
}
