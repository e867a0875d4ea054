// A text on its way to another view that is too long for the URL.

let handedText = "";

/** @param {string} text */
export const storeHandedText = (text) => {
  handedText = text;
};

/** The text, once. */
export function takeHandedText() {
  const text = handedText;
  handedText = "";
  return text;
}
