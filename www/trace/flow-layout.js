// The layout of the picture of a trace: columns from left to right, or a list where there is no room. Deep traces do not exhaust the stack.

/** In CSS pixels. */
const NODE = { most: 190, least: 124, height: 48 };
const GAP = { most: 160, usual: 96, least: 80, row: 16 };
const ROW = NODE.height + GAP.row;
/** The first child is at most this many rows above its parent. */
const MOST_RISE = 3;
/** Narrower pictures list the branches one below the other. */
const NARROW = 620;
/** Boxes are not indented below `least`: the ends of an address have to fit beside an amount. */
const LIST = { row: 60, height: 50, indent: 16, deepest: 9, least: 210 };

/**
 * @typedef {import("./branches.js").Branch} Branch
 * @typedef {{ branch: Branch, x: number, y: number, width: number, height: number }} Place
 * @typedef {{ places: Map<Branch, Place>, width: number, height: number, list: boolean, gap: number }} Layout
 */

/** @param {Branch[]} shown in the order of the tree, parents first @param {number} room @returns {Layout} */
export const placeBranches = (shown, room) => (room < NARROW ? asList(shown, room) : inColumns(shown, room));

function asList(shown, room) {
  const places = new Map();
  shown.forEach((branch, at) => {
    const most = Math.floor(Math.max(0, room - LIST.least) / LIST.indent);
    const x = Math.min(branch.level - 1, LIST.deepest, most) * LIST.indent;
    places.set(branch, { branch, x, y: at * LIST.row, width: room - x, height: LIST.height });
  });
  return {
    places,
    width: room,
    height: Math.max(0, shown.length * LIST.row - (LIST.row - LIST.height)),
    list: true,
    gap: 0,
  };
}

function inColumns(shown, room) {
  const columns = shown.reduce((most, { level }) => Math.max(most, level), 1);
  const between = Math.max(1, columns - 1);
  const clamp = (value, least, most) => Math.floor(Math.min(most, Math.max(least, value)));
  const width = clamp((room - between * GAP.usual) / columns, NODE.least, NODE.most);
  const gap = clamp((room - columns * width) / between, GAP.least, GAP.most);
  /** @type {Map<Branch, { first: number, last: number, own: number }>} */
  const rows = new Map();
  const isParent = new Set(shown.map(({ parent }) => parent));
  let next = 0;
  for (const branch of shown)
    if (!isParent.has(branch)) {
      rows.set(branch, { first: next, last: next, own: next });
      next += 1;
    }
  // From the end, since a branch comes before its children in the list, and a parent is placed in the middle of its children.
  for (const branch of [...shown].reverse()) {
    const { parent } = branch;
    const mine = rows.get(branch);
    if (isParent.has(branch)) mine.own = Math.min((mine.first + mine.last) / 2, mine.first + MOST_RISE);
    if (!parent) continue;
    const above = rows.get(parent);
    if (!above) rows.set(parent, { first: mine.own, last: mine.own, own: 0 });
    else above.first = mine.own;
  }
  const places = new Map();
  for (const branch of shown)
    places.set(branch, {
      branch,
      x: (branch.level - 1) * (width + gap),
      y: Math.round(rows.get(branch).own * ROW),
      width,
      height: NODE.height,
    });
  return {
    places,
    width: columns * width + (columns - 1) * gap,
    height: Math.max(0, next * ROW - GAP.row),
    list: false,
    gap,
  };
}

/** The length of the tip of a line. */
export const TIP = 9;

/** The line of a message: from the branch that sent it to the one that received it. @param {Place} from @param {Place} to @param {boolean} list */
export function lineBetween(from, to, list) {
  const end = to.y + to.height / 2;
  if (list) {
    const x = from.x + LIST.indent / 2;
    // Levels that are not indented further have their line beside the boxes.
    const reach = Math.max(to.x, x + 1);
    return `M${x} ${from.y + from.height}V${end - 6}Q${x} ${end} ${Math.min(x + 6, reach)} ${end}H${reach}`;
  }
  const [left, start] = [from.x + from.width, from.y + from.height / 2];
  // It ends where its tip begins.
  const right = to.x - TIP;
  const bend = (right - left) / 2;
  return `M${left} ${start}C${left + bend} ${start} ${right - bend} ${end} ${right} ${end}`;
}

/** The width of a line by the value of its message: a tenth of the largest value is clearly thinner, nothing at all is a hair. */
export function lineWidth(value, largest) {
  const LEAST = 1_000_000;
  const [own, most] = [Number(value ?? 0), Math.max(Number(largest), 10 * LEAST)];
  if (!(own > 0)) return 1.25;
  return 1.75 + 6.25 * Math.max(0, Math.log10(Math.max(own, LEAST) / LEAST) / Math.log10(most / LEAST)) ** 2;
}
