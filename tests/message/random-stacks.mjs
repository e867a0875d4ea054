// Random stacks as values of @ton/core and of this package, and a common shape in which both are compared.

import { Builder, Cell, Slice } from "ton-edge/message";

import { toHex, toOurs } from "./checks.mjs";

/** A value of @ton/core with up to `budget` values in it, and the same value of this package. */
function makeAnyValue(random, cells, budget, depth) {
  const makeCell = () => random.pick(cells);
  const kind = random.below(depth < 6 && budget > 0 ? 12 : 8);
  if (kind === 0) return [{ type: "null" }, null];
  if (kind === 1) return [{ type: "nan" }, NaN];
  if (kind <= 4) {
    const value = random.pick([
      0n,
      1n,
      -1n,
      random.signed(64),
      random.signed(65),
      random.signed(257),
      random.number(256),
    ]);
    return [{ type: "int", value }, value];
  }
  const [core, edgeValue] = makeCell();
  if (kind === 5) return [{ type: "cell", cell: core }, edgeValue];
  if (kind === 6) return [{ type: "slice", cell: core }, edgeValue.beginParse()];
  if (kind === 7) return [{ type: "builder", cell: core }, edgeValue.beginParse().asBuilder()];
  const count = random.below(60) === 0 ? random.below(256) : random.pick([0, 1, 2, 2, 2, 3, 4, 7]);
  const pairs = [];
  for (let index = 0; index < count; index += 1)
    pairs.push(makeAnyValue(random, cells, Math.floor((budget - count) / Math.max(1, count)), depth + 1));
  if (kind > 9)
    return [{ type: "tuple", items: pairs.map(([edgeValue]) => edgeValue) }, pairs.map(([, coreItem]) => coreItem)];
  const list = pairs.reduceRight((rest, [item]) => ({ type: "tuple", items: [item, rest] }), { type: "null" });
  return [list, { list: pairs.map(([, coreItem]) => coreItem) }];
}

export function buildStack(random, cells) {
  const pairs = [];
  const count = random.pick([0, 1, 1, 2, 3, 5, 9]);
  for (let index = 0; index < count; index += 1) pairs.push(makeAnyValue(random, cells, 6, 0));
  return [pairs.map(([core]) => core), pairs.map(([, edgeValue]) => edgeValue)];
}

/** The same cells in both packages. */
export const listCells = (random, count) =>
  Array.from({ length: count }, () => {
    const core = random.dag(1 + random.below(4));
    return [core, toOurs(core)];
  });

/** Values of this package with cells as their hashes. */
export function toPlainValue(value) {
  if (value instanceof Cell) return `cell ${toHex(value.hash())}`;
  if (value instanceof Slice) return `slice ${toHex(value.clone().asCell().hash())}`;
  if (value instanceof Builder) return `builder ${toHex(value.endCell().hash())}`;
  if (Array.isArray(value)) return value.map(toPlainValue);
  return value?.list ? { list: value.list.map(toPlainValue) } : value;
}

/** Values of @ton/core in the same shape; pairs that end with null are lists. */
export function toCorePlain(item) {
  if (item.type === "null") return null;
  if (item.type === "nan") return NaN;
  if (item.type === "int") return item.value;
  if (item.type !== "tuple") return `${item.type} ${item.cell.hash().toString("hex")}`;
  const list = [];
  for (let at = item; at.type === "tuple" && at.items.length === 2; at = at.items[1]) {
    list.push(at.items[0]);
    if (at.items[1].type === "null") return { list: list.map(toCorePlain) };
  }
  return item.items.map(toCorePlain);
}
