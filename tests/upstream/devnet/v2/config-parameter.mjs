// Reads one parameter of the configuration.
import { Dictionary } from "@ton/core";

/** @type {WeakMap<import("@ton/core").Cell, import("@ton/core").Dictionary<number, import("@ton/core").Cell>>} */
const parsed = new WeakMap();

/** @param {import("@ton/core").Cell} root of the configuration @param {number} id @returns {import("@ton/core").Cell | undefined} */
export function configParameter(root, id) {
  let all = parsed.get(root);
  if (!all) parsed.set(root, (all = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), root)));
  return all.get(id);
}
