// Takes the pictures of the web app and checks that they show something. A reviewer of a change finds them in target/screenshots.

import assert from "node:assert/strict";
import { test } from "node:test";

import sharp from "sharp";

import { PICTURES, screenshots, start } from "./screenshots.mjs";
import { standing } from "./visit.mjs";

const LARGEST = 350_000;

const started = standing(start);

test("pictures of every view and of the explorer's results show something, light and dark, on a phone and a wide screen", {
  timeout: 120_000,
}, async (t) => {
  const paths = await screenshots(started.stack, started.browser);
  assert.equal(paths.length, PICTURES);
  for (const path of paths) {
    const picture = sharp(path);
    const [{ width, height, size }, { channels, entropy }] = [
      await sharp(await picture.toBuffer()).metadata(),
      await picture.stats(),
    ];
    assert.equal(width, path.includes("-phone") ? 585 : 2160, path);
    assert.ok(height > 1000 && size < LARGEST && entropy > 0.1, `${path}: ${height} px high, ${size} bytes`);
    // The picture of this page shows both themes.
    if (path.includes("/design-")) continue;
    const [back] = channels;
    assert.ok(
      path.includes("-light-") ? back.mean > 180 : back.mean < 90,
      `${path}: its background has ${Math.round(back.mean)} of 255`,
    );
  }
  t.diagnostic(`${paths.length} pictures in target/screenshots`);
});
