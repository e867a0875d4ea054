// Emoji in URLs and in literals of Go: WebKit 2.38 (Safari 16.0) matches /\p{Surrogate}/gu at the second half of a pair, so the web app
// must not use this pattern in a replacement.

import assert from "node:assert/strict";
import { test } from "node:test";

import { replaceLoneSurrogates } from "../../www/shared/lone-surrogates.js";

/** Runs `work` in an engine whose global search finds the halves of pairs, too. */
function runAsInOldWebKit(work) {
  const { replace: nativeReplace } = String.prototype;
  String.prototype.replace = function (pattern, ...rest) {
    const hasLoneSurrogateClass = pattern instanceof RegExp && pattern.global && pattern.source.includes("Surrogate");
    return nativeReplace.call(this, hasLoneSurrogateClass ? /[\uD800-\uDFFF]/g : pattern, ...rest);
  };
  try {
    return work();
  } finally {
    String.prototype.replace = nativeReplace;
  }
}

test("only lone surrogates are replaced, also by an engine that finds the halves of pairs", () => {
  for (const [text, expected] of [
    ["ü💎 a", "ü💎 a"],
    ["\uD83D", "\uFFFD"],
    ["a\uDC8E💎\uD83D", "a\uFFFD💎\uFFFD"],
    ["", ""],
  ])
    assert.equal(
      runAsInOldWebKit(() => replaceLoneSurrogates(text)),
      expected,
    );
  assert.equal(
    runAsInOldWebKit(() => "💎".replace(/\p{Surrogate}/gu, "x")),
    "xx",
  );
});
