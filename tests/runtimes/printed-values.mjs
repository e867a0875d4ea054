// Prints cells, slices, builders and stacks by the runtime's own console.

import { beginCell, Stack } from "ton-edge/message";

const cell = beginCell().storeUint(7, 8).storeRef(beginCell().storeUint(8, 8).endCell()).endCell();
console.log(cell);
console.log(cell.beginParse().skip(4));
console.log(beginCell().storeUint(9, 8));
console.log(new Stack([5n, cell]));
console.log([{ type: "body", rest: cell }]);

/** A chain of 40 cells, longer than what is printed. */
let longCell = beginCell().storeUint(1, 8).endCell();
for (let depth = 0; depth < 40; depth += 1) longCell = beginCell().storeUint(depth, 64).storeRef(longCell).endCell();
console.log(longCell);
