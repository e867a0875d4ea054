// The layout of the picture of a trace: columns from left to right, or a list if there is no room. Works without recursion, for deep
// traces.

/** Sizes in CSS pixels. */
const NODE = { most: 190, least: 124, height: 48 };
const GAPS = { most: 160, usual: 96, least: 80, row: 16 };
const ROW_HEIGHT = NODE.height + GAPS.row;
/** Maximum number of rows by which the first child is above its parent. */
const MAX_RISE_ROWS = 3;
/** If the picture is narrower than this, the branches are listed in one column. */
const MIN_COLUMNS_WIDTH = 620;
/** Indentation does not make boxes narrower than `least`: the ends of an address must fit next to an amount. */
const LIST_SIZES = { row: 60, height: 50, indent: 16, deepest: 9, least: 210 };

/**
 * @typedef {import("./branches.js").Branch} Branch
 * @typedef {{ branch: Branch, x: number, y: number, width: number, height: number }} Place
 * @typedef {{ places: Map<Branch, Place>, width: number, height: number, list: boolean, gap: number }} Layout
 */

/** @param {Branch[]} branches in the order of the tree, parents first @param {number} availableWidth @returns {Layout} */
export const placeBranches = (branches, availableWidth) =>
  availableWidth < MIN_COLUMNS_WIDTH
    ? arrangeAsList(branches, availableWidth)
    : arrangeInColumns(branches, availableWidth);

function arrangeAsList(branches, availableWidth) {
  const places = new Map();
  branches.forEach((branch, rowIndex) => {
    const maxIndents = Math.floor(Math.max(0, availableWidth - LIST_SIZES.least) / LIST_SIZES.indent);
    const x = Math.min(branch.level - 1, LIST_SIZES.deepest, maxIndents) * LIST_SIZES.indent;
    places.set(branch, {
      branch,
      x,
      y: rowIndex * LIST_SIZES.row,
      width: availableWidth - x,
      height: LIST_SIZES.height,
    });
  });
  return {
    places,
    width: availableWidth,
    height: Math.max(0, branches.length * LIST_SIZES.row - (LIST_SIZES.row - LIST_SIZES.height)),
    list: true,
    gap: 0,
  };
}

function arrangeInColumns(branches, availableWidth) {
  const columnCount = branches.reduce((maxIndents, { level }) => Math.max(maxIndents, level), 1);
  const gapCount = Math.max(1, columnCount - 1);
  const clampToInteger = (value, min, maxIndents) => Math.floor(Math.min(maxIndents, Math.max(min, value)));
  const width = clampToInteger((availableWidth - gapCount * GAPS.usual) / columnCount, NODE.least, NODE.most);
  const columnGap = clampToInteger((availableWidth - columnCount * width) / gapCount, GAPS.least, GAPS.most);
  /** @type {Map<Branch, { first: number, last: number, own: number }>} */
  const rowsByBranch = new Map();
  const parents = new Set(branches.map(({ parent }) => parent));
  let nextRow = 0;
  for (const branch of branches)
    if (!parents.has(branch)) {
      rowsByBranch.set(branch, { first: nextRow, last: nextRow, own: nextRow });
      nextRow += 1;
    }
  // From the end, so that children are placed before their parent, which is placed in the middle of them.
  for (const branch of [...branches].reverse()) {
    const { parent } = branch;
    const ownRows = rowsByBranch.get(branch);
    if (parents.has(branch)) ownRows.own = Math.min((ownRows.first + ownRows.last) / 2, ownRows.first + MAX_RISE_ROWS);
    if (!parent) continue;
    const parentRows = rowsByBranch.get(parent);
    if (!parentRows) rowsByBranch.set(parent, { first: ownRows.own, last: ownRows.own, own: 0 });
    else parentRows.first = ownRows.own;
  }
  const places = new Map();
  for (const branch of branches)
    places.set(branch, {
      branch,
      x: (branch.level - 1) * (width + columnGap),
      y: Math.round(rowsByBranch.get(branch).own * ROW_HEIGHT),
      width,
      height: NODE.height,
    });
  return {
    places,
    width: columnCount * width + (columnCount - 1) * columnGap,
    height: Math.max(0, nextRow * ROW_HEIGHT - GAPS.row),
    list: false,
    gap: columnGap,
  };
}

/** The length of the tip of a line. */
export const TIP_LENGTH = 9;

/**
 * Returns the line of a message: from the branch that sent it to the one that received it.
 *
 * @param {Place} from @param {Place} to @param {boolean} isList
 */
export function makeLinePath(from, to, isList) {
  const endY = to.y + to.height / 2;
  if (isList) {
    const x = from.x + LIST_SIZES.indent / 2;
    // Where levels are not indented further, the line ends next to its start.
    const endX = Math.max(to.x, x + 1);
    return `M${x} ${from.y + from.height}V${endY - 6}Q${x} ${endY} ${Math.min(x + 6, endX)} ${endY}H${endX}`;
  }
  const [startX, startY] = [from.x + from.width, from.y + from.height / 2];
  // The line ends where its tip begins.
  const endBeforeTip = to.x - TIP_LENGTH;
  const bendOffset = (endBeforeTip - startX) / 2;
  return `M${startX} ${startY}C${startX + bendOffset} ${startY} ${endBeforeTip - bendOffset} ${endY} ${endBeforeTip} ${endY}`;
}

/** Returns the width of a line by the value of its message: a tenth of the largest value is clearly thinner, a value of 0 is a hairline. */
export function lineWidth(value, largestValue) {
  const MIN_VALUE = 1_000_000;
  const [ownValue, maxIndents] = [Number(value ?? 0), Math.max(Number(largestValue), 10 * MIN_VALUE)];
  if (!(ownValue > 0)) return 1.25;
  return (
    1.75 +
    6.25 * Math.max(0, Math.log10(Math.max(ownValue, MIN_VALUE) / MIN_VALUE) / Math.log10(maxIndents / MIN_VALUE)) ** 2
  );
}
