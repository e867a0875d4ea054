// Reads the fenced blocks of a document, and the output that their comments promise.
import assert from "node:assert/strict";

/** The fenced blocks of a text. Ticks inside a longer fence are its content. */
export function fenced(name, text) {
  const foundItems = [];
  let open;
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent, fence, info] = /^( {0,3}|\s+)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open) {
      const closes = fence && fence[0] === open.fence[0] && fence.length >= open.fence.length && info.trim() === "";
      if (closes) {
        foundItems.push({ ...open, source: open.lines.join("\n") });
        open = undefined;
      } else {
        open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
      }
    } else if (fence) {
      const words = info.trim().split(/\s+/);
      open = { place: `${name}:${index + 1}`, language: words[0], tags: words.slice(1), fence, indent, lines: [] };
    }
  }
  assert.equal(open, undefined, `a block of ${name} is not closed`);
  return foundItems;
}

/** The lines of output that a block promises. */
export function promised(source) {
  return source.split("\n").flatMap((line) => {
    const found = /(?:\/\/|<!--|#)\s*(?:prints|→)\s(.*?)\s*(?:-->)?\s*$/.exec(line);
    return found ? [found[1]] : [];
  });
}

/** Whether a line equals the promised one, in which `…` matches any text. */
export function matches(line, wanted) {
  const parts = wanted.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(line);
}

export function compare(lines, wanted, place) {
  if (wanted.length === 0) return;
  const trimmed = lines.map((line) => line.trimEnd());
  if (trimmed.length === wanted.length && trimmed.every((line, index) => matches(line, wanted[index]))) return;
  assert.deepEqual(trimmed, wanted, place);
}
