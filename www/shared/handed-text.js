// Passes a text to another view if it is too long for the URL.

let storedText = "";

/** @param {string} text */
export const storeHandedText = (text) => {
  storedText = text;
};

/** Returns the stored text and removes it. */
export function takeHandedText() {
  const text = storedText;
  storedText = "";
  return text;
}
