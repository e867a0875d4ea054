// Measures the CPU time of each instruction of the virtual machine per unit of gas and per unit of work, in Node. A loop with the instruction is
// compared with the same loop without it. The operands are random ones and large ones; the slowest count. Prints JSON: { node, cpu, date,
// unit, gas, rows: [{ operation, units, gas }, ...], unmeasured: [...] }: `unit` and `gas` are the medians in nanoseconds, and rows have
// multiples of them.
import { cpus } from "node:os";

import { INSTRUCTIONS, listOperands, openLoop } from "../tvm/instruction-loops.mjs";

const ROUNDS = 8;
/** Rounds of those that appear slow. */
const CAREFUL_ROUNDS = 25;
const LOOP_GAS = 20_000;
/** Variants of an instruction with arguments, lists of operands that are tried for each, and those that are measured. */
const VARIANTS = 2;
const MAX_TRIED = 30;
const MAX_MEASURED = 8;
/** Instructions above so many times the median are measured again. */
const SLOW_FACTOR = 4;

/** Returns the least milliseconds of some rounds: other programs only add to them. */
function time(loop, rounds) {
  let leastTime = Infinity;
  let result;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    result = loop();
    leastTime = Math.min(leastTime, performance.now() - start);
  }
  return { milliseconds: leastTime, ...result };
}

/** Returns nanoseconds, gas and work of one run of the instruction; undefined if they cannot be told from those of the loop. */
function measure({ times, run, runEmpty }, rounds) {
  const [fullTime, emptyTime] = [time(run, rounds), time(runEmpty, rounds)];
  if (fullTime.status !== "done" || emptyTime.status !== "done") return undefined;
  const [nanoseconds, gas, work] = [
    (fullTime.milliseconds - emptyTime.milliseconds) * 1e6,
    fullTime.gasUsed - emptyTime.gasUsed,
    fullTime.work - emptyTime.work,
  ].map((difference) => difference / times);
  return gas > 0 ? { nanoseconds, gas, work } : undefined;
}

function measureInstruction({ from, to, bits }) {
  const step = 2 ** (24 - bits);
  const lastVariant = Math.floor((to - from) / step) - 1;
  const variants = [
    ...new Set(Array.from({ length: VARIANTS }, (_, at) => Math.floor((at * lastVariant) / (VARIANTS - 1)))),
  ];
  let slowestFigure;
  for (const variant of variants) {
    const prefix = from + variant * step;
    let measuredCount = 0;
    for (const operands of listOperands(prefix, MAX_TRIED)) {
      if (measuredCount >= MAX_MEASURED) break;
      const loop = openLoop({ prefix, bits }, operands, LOOP_GAS);
      const figure = loop && measure(loop, ROUNDS);
      if (figure === undefined) continue;
      measuredCount += 1;
      if (
        slowestFigure === undefined ||
        figure.nanoseconds / figure.work > slowestFigure.nanoseconds / slowestFigure.work
      )
        slowestFigure = { ...figure, loop };
    }
  }
  return slowestFigure;
}

const findMedian = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const getName = ({ from, bits }) =>
  from
    .toString(16)
    .padStart(6, "0")
    .toUpperCase()
    .slice(0, Math.ceil(bits / 4));

const measuredInstructions = INSTRUCTIONS.map((instruction) => ({
  operation: getName(instruction),
  ...measureInstruction(instruction),
}));
const unmeasuredOperations = measuredInstructions
  .filter(({ loop }) => loop === undefined)
  .map(({ operation }) => operation);
let figures = measuredInstructions.filter(({ loop }) => loop !== undefined);
const unit = findMedian(figures.map(({ nanoseconds, work }) => nanoseconds / work));
const gas = findMedian(figures.map((figure) => figure.nanoseconds / figure.gas));
figures = figures.map((figure) => {
  if (figure.nanoseconds / figure.work < SLOW_FACTOR * unit) return figure;
  const carefulFigure = measure(figure.loop, CAREFUL_ROUNDS) ?? figure;
  return carefulFigure.nanoseconds < figure.nanoseconds ? { ...figure, ...carefulFigure } : figure;
});
const rows = figures.map(({ operation, nanoseconds, ...figure }) => ({
  operation,
  units: nanoseconds / figure.work / unit,
  gas: nanoseconds / figure.gas / gas,
}));
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0].model,
    date: new Date().toISOString().slice(0, 10),
    unit,
    gas,
    rows: rows.sort((a, b) => b.units - a.units),
    unmeasured: unmeasuredOperations,
  }),
);
