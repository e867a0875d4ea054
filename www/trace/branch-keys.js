// Arrow keys in the branches of a trace, in the picture and in the tree.

/** @typedef {import("./branches.js").Branch} Branch */

/**
 * Returns the branch to which a key moves; null if there is none, undefined if the key has no meaning here.
 *
 * @param {string} key @param {Branch} branch
 * @param {{ all: Branch[], beside?: Branch[], isOpen: boolean, open(branch: Branch): void, close?(branch: Branch): void }} view
 *   `beside`: branches through which the up and down keys move, by default all
 */
export function followKey(
  key,
  branch,
  { all: allBranches, beside: neighbours = allBranches, isOpen, open: openBranch, close: closeBranch },
) {
  const index = neighbours.indexOf(branch);
  switch (key) {
    case "ArrowDown":
      return neighbours[index + 1] ?? null;
    case "ArrowUp":
      return neighbours[index - 1] ?? null;
    case "Home":
      return allBranches[0];
    case "End":
      return allBranches.at(-1);
    case "ArrowRight":
      if (branch.children.length === 0) return null;
      if (isOpen) return branch.children[0];
      openBranch(branch);
      return null;
    case "ArrowLeft":
      if (!isOpen || !closeBranch) return branch.parent ?? null;
      closeBranch(branch);
      return null;
    default:
      return undefined;
  }
}
