// Reads the fenced blocks of a document, and the output that their comments promise.
import assert from "node:assert/strict";

/** The fenced blocks of a text. Ticks inside a longer fence are its content. */
export function listFencedBlocks(name, text) {
  const blocks = [];
  let openBlock;
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent, fence, info] = /^( {0,3}|\s+)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (openBlock) {
      const isEnd =
        fence && fence[0] === openBlock.fence[0] && fence.length >= openBlock.fence.length && info.trim() === "";
      if (isEnd) {
        blocks.push({ ...openBlock, source: openBlock.lines.join("\n") });
        openBlock = undefined;
      } else {
        openBlock.lines.push(line.startsWith(openBlock.indent) ? line.slice(openBlock.indent.length) : line);
      }
    } else if (fence) {
      const words = info.trim().split(/\s+/);
      openBlock = { place: `${name}:${index + 1}`, language: words[0], tags: words.slice(1), fence, indent, lines: [] };
    }
  }
  assert.equal(openBlock, undefined, `a block of ${name} is not closed`);
  return blocks;
}

/** The lines of output that a block promises. */
export function listPromisedLines(source) {
  return source.split("\n").flatMap((line) => {
    const promise = /(?:\/\/|<!--|#)\s*(?:prints|→)\s(.*?)\s*(?:-->)?\s*$/.exec(line);
    return promise ? [promise[1]] : [];
  });
}

/** Whether a line equals the promised one, in which `…` matches any text. */
export function matchesLine(line, expectedLine) {
  const parts = expectedLine.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(line);
}

export function compareLines(lines, expectedLine, expectedPlace) {
  if (expectedLine.length === 0) return;
  const trimmed = lines.map((line) => line.trimEnd());
  if (trimmed.length === expectedLine.length && trimmed.every((line, index) => matchesLine(line, expectedLine[index])))
    return;
  assert.deepEqual(trimmed, expectedLine, expectedPlace);
}
