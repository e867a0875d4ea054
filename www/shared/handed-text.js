// Passes a text to another view if it is too long for the URL.

let handedText = "";

/** @param {string} text */
export const storeHandedText = (text) => {
  handedText = text;
};

/** Returns the text and forgets it. */
export function takeHandedText() {
  const text = handedText;
  handedText = "";
  return text;
}
