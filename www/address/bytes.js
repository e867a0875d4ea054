// Draws and explains the 36 bytes of a friendly address (TEP-2) and the 32 bytes of a hash.

import { Address } from "../ton-edge/address.js";
import { el } from "../shared/dom.js";

const WORKCHAINS = { "-1": "the masterchain", 0: "the basechain" };
const TAGS = [0x11, 0x51, 0x91, 0xd1];
const TEST_ONLY = 0x80;
const NON_BOUNCEABLE = 0x40;

export const nameWorkchain = (workchain) => WORKCHAINS[workchain];
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0").toUpperCase());
const hexNumber = (bytes) => `0x${hex(bytes).join("")}`;

/** The bytes of a valid address. @param {import("ton-edge/address").ParsedAddress} parsed */
export function renderAddressBytes({ workchain, hash, form, flags }) {
  const { bounceable = true, testOnly = false } = flags ?? {};
  const address = new Address(workchain, hash);
  const bytes = address.toStringBuffer({ bounceable, testOnly });
  const raw =
    form === "raw" &&
    el(
      "p",
      { class: "lead" },
      "The raw form has neither tag nor checksum. These bytes are of the account’s bounceable form: ",
      el("span", { class: "mono" }, address.toString()),
    );
  return section("The 36 bytes", raw, drawn(parts(bytes)), explained(parts(bytes), bytes, bytes.slice(34)));
}

/** The bytes of a text that would be an address if its checksum were right. @param {string} text 48 characters of one base64 alphabet */
export function renderFaultyBytes(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return section("The 36 bytes", drawn(parts(bytes, true)), explained(parts(bytes, true), bytes, checksumOf(bytes)));
}

/** @param {string} digits 64 hexadecimal digits */
export function renderHashBytes(digits) {
  const bytes = Uint8Array.from(digits.match(/../g), (two) => Number.parseInt(two, 16));
  return section("The 32 bytes", drawn([{ key: "hash", name: "Hash", at: "bytes 0 to 31", bytes }]));
}

/** The checksum that the other bytes should have. Undefined for a tag that no address has. */
function checksumOf(bytes) {
  if (!TAGS.includes(bytes[0])) return undefined;
  const flags = { bounceable: (bytes[0] & NON_BOUNCEABLE) === 0, testOnly: (bytes[0] & TEST_ONLY) !== 0 };
  return new Address(signed(bytes[1]), bytes.slice(2, 34)).toStringBuffer(flags).slice(34);
}

const signed = (byte) => (byte << 24) >> 24;
const section = (title, ...rest) => el("div", { class: "bytes" }, el("h3", {}, title), rest);

const parts = (bytes, wrong = false) => [
  { key: "tag", name: "Tag", at: "byte 0", bytes: bytes.slice(0, 1) },
  { key: "workchain", name: "Workchain", at: "byte 1", bytes: bytes.slice(1, 2) },
  { key: "hash", name: "Account hash", at: "bytes 2 to 33", bytes: bytes.slice(2, 34) },
  {
    key: "checksum",
    name: wrong ? "Checksum, wrong" : "Checksum",
    at: "bytes 34 and 35",
    bytes: bytes.slice(34),
    wrong,
  },
];

/** The picture. Screen readers skip it: the list below and the forms hold the same. */
function drawn(all) {
  return el(
    "div",
    { class: "drawing", "aria-hidden": "true" },
    all.map(({ key, name, at, bytes, wrong }) => {
      const box = el(
        "div",
        { class: wrong ? "part wrong" : "part" },
        el("span", { class: "part-name" }, name),
        el("span", { class: "part-at" }, at),
        el(
          "span",
          { class: "cells mono" },
          hex(bytes).map((byte) => el("span", { class: "cell" }, byte)),
        ),
      );
      box.dataset.part = key;
      return box;
    }),
  );
}

/** @param {Uint8Array | undefined} right the checksum that the other bytes should have */
function explained(all, bytes, right) {
  const [tag, workchain, hash, checksum] = all;
  const number = signed(bytes[1]);
  const row = ({ key, name, at, bytes: own }, ...words) => {
    const made = el(
      "div",
      {},
      el("dt", {}, el("strong", {}, name), ` ${at}`),
      el("dd", {}, own.length <= 2 && el("span", { class: "mono" }, hexNumber(own)), words),
    );
    made.dataset.explains = key;
    return made;
  };
  return el(
    "dl",
    { class: "explained" },
    row(tag, ...tagWords(bytes[0])),
    row(
      workchain,
      el("p", {}, `A signed byte: ${number}, ${nameWorkchain(number) ?? "a workchain that does not exist yet"}.`),
    ),
    row(
      hash,
      el(
        "p",
        {},
        "256 bits: the hash of the account’s initial code and data. Together with the workchain it identifies the account; ",
        "all forms of an address hold both.",
      ),
    ),
    row(checksum, ...checksumWords(checksum.bytes, right)),
  );
}

function tagWords(tag) {
  if (!TAGS.includes(tag)) return [el("p", {}, "No address has this tag. A tag is 0x11, 0x51, 0x91 or 0xD1.")];
  const bits = tag.toString(2).padStart(8, "0");
  const test = (tag & TEST_ONLY) !== 0;
  const bounceable = (tag & NON_BOUNCEABLE) === 0;
  const line = (at, value, words) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, at),
      el(
        "td",
        { class: "mono" },
        [...value].map((bit) => el("span", { class: "cell" }, bit)),
      ),
      el("td", {}, words),
    );
  return [
    el(
      "p",
      {},
      `${bounceable ? "Bounceable" : "Non-bounceable"}, ${test ? "for test networks only" : "for the main network"}. Its bits:`,
    ),
    el(
      "table",
      { class: "bits" },
      el("caption", { class: "hidden" }, "Bits of the tag"),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ["Bit", "Value", "Meaning"].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        line(
          "7",
          bits[0],
          test
            ? "Test networks only: wallets of the main network should refuse this address."
            : "Not restricted to test networks.",
        ),
        line(
          "6",
          bits[1],
          bounceable
            ? "Bounceable: TON returns to the sender if the account does not exist or fails. Use it for contracts."
            : "Non-bounceable: TON stays, even if the account does not exist yet. Use it for a new wallet.",
        ),
        line("5–0", bits.slice(2), "The same in every address."),
      ),
    ),
  ];
}

function checksumWords(found, right) {
  const how = "CRC-16 (polynomial 0x1021, start 0) of bytes 0 to 33, high byte first.";
  if (right === undefined) return [el("p", {}, `${how} It does not match.`)];
  if (hexNumber(found) === hexNumber(right)) return [el("p", {}, `${how} It matches: no character was mistyped.`)];
  return [
    el(
      "p",
      {},
      how,
      " The bytes before it give ",
      el("span", { id: "address-checksum", class: "mono" }, hexNumber(right)),
      ", so at least one character is wrong.",
    ),
    el(
      "p",
      {},
      "The checksum cannot tell which one, and a corrected checksum could make the address of another account. ",
      "Copy the address from its source again.",
    ),
  ];
}
