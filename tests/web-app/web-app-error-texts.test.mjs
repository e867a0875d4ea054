// Texts of errors, which may repeat what a caller or a server wrote.

import assert from "node:assert/strict";
import { test } from "node:test";

import { showDirectionMarks, toSentence } from "../../www/shared/errors.js";

test("direction marks in the text of an error and in the title are shown as code points", () => {
  assert.equal(toSentence("unknown domain a\u202Eb\u2066.ton"), "Unknown domain a[U+202E]b[U+2066].ton.");
  assert.equal(showDirectionMarks("\u200Fx\u061C"), "[U+200F]x[U+061C]");
  assert.equal(toSentence("العربية"), "العربية.");
});
