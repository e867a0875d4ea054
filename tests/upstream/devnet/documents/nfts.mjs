// Documents of the seeded NFTs: a JSON document and an image for the collection, for each of its items and for the item without a
// collection.
const HOST = "https://nft.example";

/** The URIs of the content of the collection and of its items. */
export const COLLECTION_URI = `${HOST}/edge/collection.json`;
export const ITEMS_URI = `${HOST}/edge/`;
export const SINGLE_IMAGE = `${HOST}/edge/single.svg`;
/** Number of items that have a document. */
const ITEMS = 64;

const SHAPES = ["circle", "square"];

/** @param {number} hue in degrees @param {string} shape */
const makePicture = (hue, shape) => ({
  type: "image/svg+xml",
  text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 60% 90%)"/>${
    shape === "circle"
      ? `<circle cx="32" cy="32" r="20" fill="hsl(${hue} 60% 45%)"/>`
      : `<rect x="14" y="14" width="36" height="36" fill="hsl(${hue} 60% 45%)"/>`
  }</svg>\n`,
});

const makeJson = (/** @type {object} */ fields) => ({ type: "application/json", text: `${JSON.stringify(fields)}\n` });

/** @param {number} index */
const makeTraits = (index) => ({ hue: (index * 47) % 360, shape: SHAPES[index % SHAPES.length] });

/** @param {number} index */
function makeItem(index) {
  const { hue, shape } = makeTraits(index);
  return makeJson({
    name: `Edge Print #${index}`,
    description: `Print ${index} of the local chain. It is worth nothing.`,
    image: `${ITEMS_URI}${index}.svg`,
    attributes: [
      { trait_type: "Hue", value: String(hue) },
      { trait_type: "Shape", value: shape },
    ],
  });
}

const COLLECTION = makeJson({
  name: "Edge Prints",
  description: "The NFT collection of the local chain.",
  image: `${ITEMS_URI}collection.svg`,
  social_links: [],
});

/** @param {string} path of `HOST` @returns {import("./index.mjs").Document | undefined} */
export function readDocument(path) {
  if (path === "/edge/collection.json") return COLLECTION;
  if (path === "/edge/collection.svg") return makePicture(200, "square");
  if (path === "/edge/single.svg") return makePicture(20, "circle");
  const [, digits, form] = /^\/edge\/(0|[1-9]\d?)\.(json|svg)$/.exec(path) ?? [];
  const index = Number(digits);
  if (digits === undefined || index >= ITEMS) return undefined;
  if (form === "json") return makeItem(index);
  const { hue, shape } = makeTraits(index);
  return makePicture(hue, shape);
}
