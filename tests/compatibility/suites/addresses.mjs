// `detectAddress` beside the function of the same name in TON Center's server in Python (the package pytonlib), on the same texts: addresses that others
// published, random ones in all forms, and texts that are almost addresses.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { detectAddresses, packAddress } from "ton-edge/address";

import { ensurePython } from "../../helpers/python.mjs";
import { createSeededRandom } from "../../helpers/seeded-random.mjs";

export const VERSION = "0.0.72";
const SCRIPT = fileURLToPath(new URL("../../python/addresses.py", import.meta.url));
const VECTORS = new URL("../../fixtures/address_vectors.json", import.meta.url);
const ACCOUNTS = 500;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
const FLAGS = [true, false].flatMap((urlSafe) =>
  [true, false].flatMap((bounceable) => [true, false].map((testOnly) => ({ urlSafe, bounceable, testOnly }))),
);

/** Texts that differ from an address in one place. @param {ReturnType<typeof createSeededRandom>} random @param {string} address */
function damageText({ below, pick }, address) {
  const position = below(address.length);
  const replaceLetter = (letter) => address.slice(0, position) + letter + address.slice(position + 1);
  return [
    replaceLetter(pick([...ALPHABET])),
    replaceLetter(""),
    replaceLetter(` ${address[position]}`),
    ` ${address}`,
    `${address}\n`,
    `${address}=`,
  ];
}

/** @returns {Promise<string[]>} */
async function collectTexts() {
  const publishedInputs = JSON.parse(await readFile(VECTORS, "utf8")).map(({ input }) => input);
  const random = createSeededRandom(61);
  const spellings = Array.from({ length: ACCOUNTS }, () => {
    const hash = random.bytes(32).toString("hex");
    const raw = `${random.pick([0, -1])}:${hash}`;
    const forms = [raw, raw.toUpperCase(), ...FLAGS.map((flags) => packAddress(raw, flags))];
    return [...forms, ...damageText(random, raw), ...damageText(random, random.pick(forms.slice(2))), hash, `1${raw}`];
  });
  return [...publishedInputs.filter((input) => typeof input === "string"), ...spellings.flat()];
}

/** @param {string[]} texts @returns {Promise<any[]>} */
async function askReference(texts) {
  const python = spawn(await ensurePython("pytonlib"), [SCRIPT], { stdio: ["pipe", "pipe", "inherit"] });
  python.stdin.end(JSON.stringify(texts));
  return JSON.parse(await text(python.stdout));
}

/** The forms of an address, with the digits of the account in one letter case. @param {any} detected */
const listForms = ({ raw_form, bounceable, non_bounceable, given_type, test_only }) =>
  JSON.stringify([
    raw_form.toLowerCase(),
    Object.values(bounceable),
    Object.values(non_bounceable),
    given_type,
    test_only,
  ]);

/**
 * Compares the functions.
 * @returns {Promise<{ texts: number, stricter: string[], lenient: string[], different: string[] }>} `stricter`: only the reference reads them; `lenient`: it
 *   refuses them; `different`: both read them, but not alike
 */
export async function compare() {
  const texts = await collectTexts();
  const reference = await askReference(texts);
  const [stricterTexts, lenientTexts, differentTexts] = [[], [], []];
  detectAddresses(texts).forEach((outcome, i) => {
    const otherLine = reference[i];
    if (!outcome.ok) {
      if (otherLine) stricterTexts.push(texts[i]);
    } else if (!otherLine) lenientTexts.push(texts[i]);
    else if (listForms(outcome.value) !== listForms(otherLine)) differentTexts.push(texts[i]);
  });
  return { texts: texts.length, stricter: stricterTexts, lenient: lenientTexts, different: differentTexts };
}
