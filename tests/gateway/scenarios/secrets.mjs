// Secrets that no output may contain, in whatever form: upstream keys and callers' keys.

import { createHash } from "node:crypto";

/** Upstream keys. Each has characters that escapes would change, and text that no other key has. */
export const UPSTREAM_KEYS = ["ours+Zero/k9Vw=~!", "ours+One/q3Rt=~!", "ours+Two/m7Xb=~!"];
/** Further keys of the first upstream, which only that upstream may get. */
export const SPARE_KEYS = ["spare+A/h2Yc=~!", "spare+B/d8Ns=~!"];

/** The admin token. */
export const TOKEN = "operators-Token/w4Jt=~!";

/** Callers' keys: good, for the other network, revoked, unknown. */
export const CALLER_KEYS = {
  good: `tonedge_${"Good".repeat(10)}abc`,
  other: `tonedge_${"Othr".repeat(10)}abc`,
  revoked: `tonedge_${"Gone".repeat(10)}abc`,
  unknown: `tonedge_${"Nobo".repeat(10)}abc`,
  foreign: "a+key/that=is~of?another&service!",
};

const computeHash = (key) => createHash("sha256").update(key).digest("hex");
const record = (key, id, overrides = {}) => ({
  hash: computeHash(key),
  id,
  network: "mainnet",
  created: "2026-01-01T00:00:00Z",
  ...overrides,
});

export const RECORDS = [
  record(CALLER_KEYS.good, "shop"),
  record(CALLER_KEYS.other, "moon", { network: "testnet" }),
  record(CALLER_KEYS.revoked, "gone", { revoked: true }),
];

/** The base64 of a text at any offset in a longer one: the characters that depend on this text alone. */
function listEncodings(text) {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((byteShift) => {
    const decompressed = Buffer.concat([Buffer.alloc(byteShift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const knownPart = decompressed.slice(Math.ceil((byteShift * 4) / 3) + (byteShift ? 1 : 0), -1);
    return [knownPart, knownPart.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** All forms of a secret that the search looks for. */
function listForms(text) {
  const escapedText = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const hex = Buffer.from(text).toString("hex");
  return [
    text,
    [...text].reverse().join(""),
    encodeURIComponent(text),
    encodeURIComponent(text).toLowerCase(),
    escapedText,
    escapedText.toUpperCase(),
    hex,
    hex.toUpperCase(),
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(text).replaceAll("/", "\\/").slice(1, -1),
    Buffer.from(text, "utf16le").toString("latin1"),
    text.toLowerCase(),
    text.toUpperCase(),
    text.slice(0, Math.ceil(text.length * 0.7)),
    ...listEncodings(text),
  ];
}

const ownSecrets = [...UPSTREAM_KEYS, ...SPARE_KEYS, TOKEN].flatMap(listForms);
// The hashes as well: a stolen hash cannot be used, but it identifies a caller.
const callerSecrets = Object.values(CALLER_KEYS).flatMap((key) => [
  ...listForms(key),
  computeHash(key),
  Buffer.from(computeHash(key), "hex").toString("base64"),
]);

const findSecrets = (text, secrets) => secrets.filter((secret) => text.includes(secret));

/** The secrets in a text that anyone may read. */
export const findLeaks = (text) => findSecrets(text, [...ownSecrets, ...callerSecrets]);

/** The secrets in the bytes to an upstream, except the one header that must have one: other upstreams' keys, or a caller's. */
export const findStrayedKeys = (text) =>
  findSecrets(text.replace(/^x-api-key: .*\r$/gim, ""), [...ownSecrets, ...callerSecrets]).concat(
    findSecrets(text, callerSecrets),
  );
