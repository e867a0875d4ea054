// One address in all its forms, for the tests of the web app.

import { readFile } from "node:fs/promises";

/** An account hash whose base64 contains a `-`, so that all forms differ. */
export const ACCOUNT_HEX = "9f27ad7db6c58cbfe24c03be35766209dca0292bb7e45482f8b5912fa11bf300";

/** The 36 bytes of a friendly address (TEP-2) from the 34 before the checksum, computed without the package. */
export function withChecksum(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return Buffer.concat([bytes, Buffer.from([crc >> 8, crc & 255])]);
}

/** The first 34 bytes of the friendly address of `ACCOUNT_HEX`. */
export const makeAddressBytes = ({ bounceable = true, testOnly = false, workchain = 0 } = {}) =>
  Buffer.from([
    (bounceable ? 0x11 : 0x51) | (testOnly ? 0x80 : 0),
    workchain & 255,
    ...Buffer.from(ACCOUNT_HEX, "hex"),
  ]);

/** The forms of a detected address, by their names in the inspector. */
const renameForms = ({ given_type, test_only, ...forms }) =>
  Object.entries(forms).flatMap(([field, form]) =>
    typeof form === "string"
      ? [[field, form]]
      : Object.entries(form).map(([name, text]) => [`${test_only ? "test " : ""}${field} ${name}`, text]),
  );
const cases = JSON.parse(await readFile(new URL("../fixtures/detected.json", import.meta.url), "utf8"));
const DETECTED_FORMS = Object.fromEntries(
  cases.flatMap(({ detected }) => renameForms(detected)).map(([name, text]) => [name.replaceAll("_", "-"), text]),
);
const FRIENDLY_FORMS = Object.fromEntries(
  ["", "test "].flatMap((networkPrefix) =>
    ["", "non-"].flatMap((bouncePrefix) =>
      ["b64", "b64url"].map((alphabet) => {
        const addressBytes = withChecksum(
          makeAddressBytes({ bounceable: !bouncePrefix, testOnly: networkPrefix !== "" }),
        );
        return [
          `${networkPrefix}${bouncePrefix}bounceable ${alphabet}`,
          addressBytes.toString(alphabet === "b64" ? "base64" : "base64url"),
        ];
      }),
    ),
  ),
);
export const ADDRESS_FORMS = {
  raw: `0:${ACCOUNT_HEX.toUpperCase()}`,
  ...DETECTED_FORMS,
  "hash hex": ACCOUNT_HEX,
  workchain: "0",
  ...FRIENDLY_FORMS,
};

/** Types a text into the inspector. */
export const type = (page, text) => page.locator("#address-input").fill(text);
/** Reads the forms that the inspector shows. */
export const readForms = (page) =>
  page
    .locator("#address-result .form")
    .evaluateAll((elements) =>
      Object.fromEntries(
        elements.map((element) => [element.dataset.form, element.querySelector(".value").textContent]),
      ),
    );
