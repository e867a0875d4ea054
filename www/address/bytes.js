// Draws and explains the 36 bytes of a friendly address (TEP-2) and the 32 bytes of a hash.

import { Address } from "../ton-edge/address.js";
import { el } from "../shared/dom.js";
import { t } from "../shared/messages.js";

const WORKCHAINS = { "-1": "the masterchain", 0: "the basechain" };
const ADDRESS_TAGS = [0x11, 0x51, 0x91, 0xd1];
const TEST_ONLY_BIT = 0x80;
const NON_BOUNCEABLE_BIT = 0x40;

export const nameWorkchain = (workchain) => WORKCHAINS[workchain] && t(WORKCHAINS[workchain]);
const toHexBytes = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0").toUpperCase());
const formatHexNumber = (bytes) => `0x${toHexBytes(bytes).join("")}`;

/** Draws and explains the bytes of a valid address. @param {import("ton-edge/address").ParsedAddress} parsed */
export function renderAddressBytes({ workchain, hash, form, flags }) {
  const { bounceable = true, testOnly = false } = flags ?? {};
  const address = new Address(workchain, hash);
  const bytes = address.toStringBuffer({ bounceable, testOnly });
  const rawNote =
    form === "raw" &&
    el(
      "p",
      { class: "lead" },
      `${t("The raw form has neither tag nor checksum. These bytes are of the account’s bounceable form:")} `,
      el("span", { class: "mono" }, address.toString()),
    );
  return renderSection(
    t("The 36 bytes"),
    rawNote,
    drawParts(splitParts(bytes)),
    explainParts(splitParts(bytes), bytes, bytes.slice(34)),
  );
}

/**
 * Draws and explains the bytes of a text that would be an address if its checksum were right.
 *
 * @param {string} text 48 characters of one base64 alphabet
 */
export function renderFaultyBytes(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
  return renderSection(
    t("The 36 bytes"),
    drawParts(splitParts(bytes, true)),
    explainParts(splitParts(bytes, true), bytes, computeChecksum(bytes)),
  );
}

/** @param {string} digits 64 hexadecimal digits */
export function renderHashBytes(digits) {
  const bytes = Uint8Array.from(digits.match(/../g), (byteDigits) => Number.parseInt(byteDigits, 16));
  return renderSection(t("The 32 bytes"), drawParts([{ key: "hash", name: t("Hash"), at: t("bytes 0 to 31"), bytes }]));
}

/** Returns the checksum that the other bytes require; undefined if the tag is invalid. */
function computeChecksum(bytes) {
  if (!ADDRESS_TAGS.includes(bytes[0])) return undefined;
  const flags = { bounceable: (bytes[0] & NON_BOUNCEABLE_BIT) === 0, testOnly: (bytes[0] & TEST_ONLY_BIT) !== 0 };
  return new Address(toSigned(bytes[1]), bytes.slice(2, 34)).toStringBuffer(flags).slice(34);
}

const toSigned = (byte) => (byte << 24) >> 24;
const renderSection = (title, ...children) => el("div", { class: "bytes" }, el("h3", {}, title), children);

const splitParts = (bytes, isWrong = false) => [
  { key: "tag", name: t("Tag"), at: t("byte 0"), bytes: bytes.slice(0, 1) },
  { key: "workchain", name: t("Workchain"), at: t("byte 1"), bytes: bytes.slice(1, 2) },
  { key: "hash", name: t("Account hash"), at: t("bytes 2 to 33"), bytes: bytes.slice(2, 34) },
  {
    key: "checksum",
    name: t(isWrong ? "Checksum, wrong" : "Checksum"),
    at: t("bytes 34 and 35"),
    bytes: bytes.slice(34),
    wrong: isWrong,
  },
];

/** Draws the parts as a picture. Screen readers skip it, because the list below it has the same content. */
function drawParts(partList) {
  return el(
    "div",
    { class: "drawing", "aria-hidden": "true" },
    partList.map(({ key, name, at: position, bytes, wrong: isWrong }) => {
      const box = el(
        "div",
        { class: isWrong ? "part wrong" : "part" },
        el("span", { class: "part-name" }, name),
        el("span", { class: "part-at" }, position),
        el(
          "span",
          { class: "cells mono" },
          toHexBytes(bytes).map((byte) => el("span", { class: "cell" }, byte)),
        ),
      );
      box.dataset.part = key;
      return box;
    }),
  );
}

/** @param {Uint8Array | undefined} expectedChecksum the checksum that the other bytes require */
function explainParts(partList, bytes, expectedChecksum) {
  const [tag, workchain, hash, checksum] = partList;
  const number = toSigned(bytes[1]);
  const renderRow = ({ key, name, at: position, bytes: partBytes }, ...words) => {
    const element = el(
      "div",
      {},
      el("dt", {}, el("strong", {}, name), ` ${position}`),
      el("dd", {}, partBytes.length <= 2 && el("span", { class: "mono" }, formatHexNumber(partBytes)), words),
    );
    element.dataset.explains = key;
    return element;
  };
  return el(
    "dl",
    { class: "explained" },
    renderRow(tag, ...explainTag(bytes[0])),
    renderRow(
      workchain,
      el(
        "p",
        {},
        t("A signed byte: {number}, {workchain}.", {
          number,
          workchain: nameWorkchain(number) ?? t("a workchain that does not exist yet"),
        }),
      ),
    ),
    renderRow(
      hash,
      el(
        "p",
        {},
        t(
          "256 bits: the hash of the account’s initial code and data. Together with the workchain it identifies the account; all forms of an address hold both.",
        ),
      ),
    ),
    renderRow(checksum, ...explainChecksum(checksum.bytes, expectedChecksum)),
  );
}

function explainTag(tag) {
  if (!ADDRESS_TAGS.includes(tag))
    return [el("p", {}, t("No address has this tag. A tag is 0x11, 0x51, 0x91 or 0xD1."))];
  const bits = tag.toString(2).padStart(8, "0");
  const isTestOnly = (tag & TEST_ONLY_BIT) !== 0;
  const bounceable = (tag & NON_BOUNCEABLE_BIT) === 0;
  const renderLine = (bitRange, value, words) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, bitRange),
      el(
        "td",
        { class: "mono" },
        [...value].map((bit) => el("span", { class: "cell" }, bit)),
      ),
      el("td", {}, t(words)),
    );
  return [
    el(
      "p",
      {},
      t("{flag}, {network}. Its bits:", {
        flag: t(bounceable ? "Bounceable" : "Non-bounceable"),
        network: t(isTestOnly ? "for test networks only" : "for the main network"),
      }),
    ),
    el(
      "table",
      { class: "bits" },
      el("caption", { class: "hidden" }, t("Bits of the tag")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ["Bit", "Value", "Meaning"].map((name) => el("th", { scope: "col" }, t(name))),
        ),
      ),
      el(
        "tbody",
        {},
        renderLine(
          "7",
          bits[0],
          isTestOnly
            ? "Test networks only: wallets of the main network should refuse this address."
            : "Not restricted to test networks.",
        ),
        renderLine(
          "6",
          bits[1],
          bounceable
            ? "Bounceable: TON returns to the sender if the account does not exist or fails. Use it for contracts."
            : "Non-bounceable: TON stays, even if the account does not exist yet. Use it for a new wallet.",
        ),
        renderLine("5–0", bits.slice(2), "The same in every address."),
      ),
    ),
  ];
}

function explainChecksum(checksum, expectedChecksum) {
  const method = t("CRC-16 (polynomial 0x1021, start 0) of bytes 0 to 33, high byte first.");
  if (expectedChecksum === undefined) return [el("p", {}, `${method} ${t("It does not match.")}`)];
  if (formatHexNumber(checksum) === formatHexNumber(expectedChecksum))
    return [el("p", {}, `${method} ${t("It matches: no character was mistyped.")}`)];
  return [
    el(
      "p",
      {},
      method,
      ` ${t("The bytes before it give")} `,
      el("span", { id: "address-checksum", class: "mono" }, formatHexNumber(expectedChecksum)),
      t(", so at least one character is wrong."),
    ),
    el(
      "p",
      {},
      t(
        "The checksum cannot tell which one, and a corrected checksum could make the address of another account. Copy the address from its source again.",
      ),
    ),
  ];
}
