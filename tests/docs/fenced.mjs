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
    const promisedOutput = /(?:\/\/|<!--|#)\s*(?:prints|→)\s(.*?)\s*(?:-->)?\s*$/.exec(line);
    return promisedOutput ? [promisedOutput[1]] : [];
  });
}

/** Whether a line equals the promised one, in which `…` matches any text. */
export function matchesLine(line, expectedLines) {
  const parts = expectedLines.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(line);
}

export function compareLines(lines, expectedLines, place) {
  if (expectedLines.length === 0) return;
  const trimmedLines = lines.map((line) => line.trimEnd());
  if (
    trimmedLines.length === expectedLines.length &&
    trimmedLines.every((line, index) => matchesLine(line, expectedLines[index]))
  )
    return;
  assert.deepEqual(trimmedLines, expectedLines, place);
}
