// Emoji in URLs and in literals of Go: WebKit 2.38 (Safari 16.0) matches /\p{Surrogate}/gu at the second half of a pair, so the web app
// must not replace by it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { replaceLoneSurrogates } from "../../www/shared/lone-surrogates.js";

/** Runs `work` in an engine whose global search finds the halves of pairs, too. */
function inOldWebKit(work) {
  const { replace } = String.prototype;
  String.prototype.replace = function (pattern, ...rest) {
    const isFaulty = pattern instanceof RegExp && pattern.global && pattern.source.includes("Surrogate");
    return replace.call(this, isFaulty ? /[\uD800-\uDFFF]/g : pattern, ...rest);
  };
  try {
    return work();
  } finally {
    String.prototype.replace = replace;
  }
}

test("only lone surrogates are replaced, also by an engine that finds the halves of pairs", () => {
  for (const [text, wanted] of [
    ["ü💎 a", "ü💎 a"],
    ["\uD83D", "\uFFFD"],
    ["a\uDC8E💎\uD83D", "a\uFFFD💎\uFFFD"],
    ["", ""],
  ])
    assert.equal(
      inOldWebKit(() => replaceLoneSurrogates(text)),
      wanted,
    );
  assert.equal(
    inOldWebKit(() => "💎".replace(/\p{Surrogate}/gu, "x")),
    "xx",
  );
});
