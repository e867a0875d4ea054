// A text on its way to another view that is too long for the URL.

let handed = "";

/** @param {string} text */
export const handOver = (text) => {
  handed = text;
};

/** The text, once. */
export function takeHanded() {
  const text = handed;
  handed = "";
  return text;
}
