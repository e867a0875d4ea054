// Puts many pictures together in one file, so that a person can look at all of them.

import sharp from "sharp";

/** Pixels of the height of each picture on the sheet, and between the pictures. */
const TILE_HEIGHT = 360;
const GAP = 12;

/**
 * Writes the pictures in rows, at the same height, and returns the path.
 * @param {Buffer[]} pictures PNG @param {string} path of the PNG file @param {number} columns pictures in a row
 */
export async function writeContactSheet(pictures, path, columns) {
  const tiles = await Promise.all(
    pictures.map((picture) => sharp(picture).resize({ height: TILE_HEIGHT }).toBuffer({ resolveWithObject: true })),
  );
  let sheetWidth = 0;
  let x = 0;
  const placed = tiles.map(({ data, info }, index) => {
    if (index % columns === 0) x = 0;
    const place = { input: data, left: x, top: Math.floor(index / columns) * (TILE_HEIGHT + GAP) };
    x += info.width + GAP;
    sheetWidth = Math.max(sheetWidth, x);
    return place;
  });
  await sharp({
    create: {
      width: sheetWidth,
      height: Math.ceil(tiles.length / columns) * (TILE_HEIGHT + GAP),
      channels: 3,
      background: "#888888",
    },
  })
    .composite(placed)
    .png({ palette: true, colours: 256 })
    .toFile(path);
  return path;
}
