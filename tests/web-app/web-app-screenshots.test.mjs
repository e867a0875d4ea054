// Takes the pictures of the web app and checks that they show something. A reviewer of a change finds them in target/screenshots.

import assert from "node:assert/strict";
import { test } from "node:test";

import sharp from "sharp";

import { PICTURE_COUNT, takeScreenshots, startScreenshotStack } from "./screenshots.mjs";
import { setUpFixture } from "./visit.mjs";

const MAX_PICTURE_BYTES = 350_000;

const fixture = setUpFixture(startScreenshotStack);

test("pictures of every view and of the explorer's results show something, light and dark, on a phone and a wide screen", {
  timeout: 120_000,
}, async (t) => {
  const paths = await takeScreenshots(fixture.stack, fixture.browser);
  assert.equal(paths.length, PICTURE_COUNT);
  for (const path of paths) {
    const picture = sharp(path);
    const [{ width, height, size }, { channels, entropy }] = [
      await sharp(await picture.toBuffer()).metadata(),
      await picture.stats(),
    ];
    assert.equal(width, path.includes("-phone") ? 585 : 2160, path);
    assert.ok(height > 1000 && size < MAX_PICTURE_BYTES && entropy > 0.1, `${path}: ${height} px high, ${size} bytes`);
    // The picture of this page shows both themes.
    if (path.includes("/design-")) continue;
    const [backgroundChannel] = channels;
    assert.ok(
      path.includes("-light-") ? backgroundChannel.mean > 180 : backgroundChannel.mean < 90,
      `${path}: its background has ${Math.round(backgroundChannel.mean)} of 255`,
    );
  }
  t.diagnostic(`${paths.length} pictures in target/screenshots`);
});
