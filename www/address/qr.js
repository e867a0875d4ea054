// Draws an address as a QR code, for a camera or a wallet on another device.

import { el } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { saveFile } from "../shared/save-file.js";
import { t } from "../shared/messages.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
/** Width of the light margin around the code in modules, as ISO/IEC 18004 requires. */
const QUIET_MODULES = 4;
/** Maximum characters of a code: version 40 with the error correction M holds 2331 bytes (ISO/IEC 18004). */
const MAX_QR_CHARS = 2331;
/** Pixels per module in the saved picture. */
const MODULE_PIXELS = 12;

const CODE_CONTENTS = {
  address: { label: "Address", text: (address) => address, note: "Only the address." },
  link: {
    label: "Transfer link",
    text: (address) => `ton://transfer/${address}`,
    note: "A camera opens a wallet with a transfer to this address.",
  },
};
/** The visitor's last choice, which also applies to the next address. */
let chosenContent = "address";

/** The encoder; undefined until the library is loaded. @type {typeof import("qr").encodeQR | undefined} */
let encodeQr;
/** @type {Promise<void> | undefined} */
let pendingLibrary;

/** Loads the encoder. Separate, because the forms of an address are shown before its QR code. */
export const loadQrCodes = () =>
  (pendingLibrary ??= withLoadError(import("../vendor/qr.js")).then((library) => {
    encodeQr = library.encodeQR;
  }));

/** @param {string} address friendly, base64url */
export function renderQrCode(address) {
  const picture = el("div", { class: "qr-picture" });
  const contentElement = el("p", { class: "qr-held mono" });
  const note = el("p", { class: "note" });
  let code;
  const name = `ton-${address}`;
  const saveButtons = [
    makeButton(t("Save SVG"), () => saveFile(`${name}.svg`, makeSvgFile(picture.firstChild))),
    makeButton(t("Save PNG"), async () => saveFile(`${name}.png`, await drawPng(code))),
  ];
  let isReady = false;
  const drawCode = () => {
    const { label, text, note: words } = CODE_CONTENTS[chosenContent];
    contentElement.textContent = text(address);
    note.textContent = t(words);
    for (const save of saveButtons) save.disabled = !isReady;
    if (!isReady) return;
    code = encodeQr(text(address), "raw", { border: QUIET_MODULES });
    picture.replaceChildren(drawSvg(code, t("QR code: {label} {address}", { label: t(label), address })));
  };
  drawCode();
  // The code is drawn after the forms of the address are painted, because it takes 10 ms, and 40 ms on a slow phone.
  Promise.all([loadQrCodes(), waitForPaint()]).then(
    () => {
      isReady = true;
      // Meanwhile the visitor may have typed another address.
      if (picture.isConnected) drawCode();
    },
    (error) => note.replaceWith(el("div", { class: "message bad" }, describeError(error))),
  );
  return el(
    "div",
    { class: "qr" },
    el("h3", {}, t("QR code")),
    picture,
    renderChoice(drawCode),
    contentElement,
    note,
    el("p", { class: "actions" }, ...saveButtons),
  );
}

/** Resolves in the task after the next frame. */
const waitForPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Draws any text; undefined if it is too long for a QR code. @param {string} text @param {string} label */
export async function drawQrCode(text, label) {
  await loadQrCodes();
  return text.length > MAX_QR_CHARS ? undefined : drawSvg(encodeQr(text, "raw", { border: QUIET_MODULES }), label);
}

function renderChoice(drawCode) {
  const radios = Object.entries(CODE_CONTENTS).map(([value, { label }]) => {
    const radio = el("input", { type: "radio", name: "address-qr", value, checked: value === chosenContent });
    radio.addEventListener("change", () => {
      chosenContent = value;
      drawCode();
    });
    return el("label", {}, radio, t(label));
  });
  return el("fieldset", {}, el("legend", { class: "hidden" }, t("What the QR code holds")), radios);
}

function makeButton(label, onClick) {
  const element = el("button", { type: "button" }, label);
  element.addEventListener("click", onClick);
  return element;
}

function makeSvg(tag, attributes) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Draws black on white even in dark mode, since many readers need it. @param {boolean[][]} code */
function drawSvg(code, label) {
  const size = code.length;
  const element = makeSvg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  });
  let path = "";
  forEachRun(code, (x, y, length) => {
    path += `M${x} ${y}h${length}v1h-${length}z`;
  });
  element.append(
    makeSvg("rect", { width: size, height: size, fill: "#fff" }),
    makeSvg("path", { d: path, fill: "#000" }),
  );
  return element;
}

const makeSvgFile = (element) => new Blob([new XMLSerializer().serializeToString(element)], { type: "image/svg+xml" });

function drawPng(code) {
  const canvas = el("canvas", { width: code.length * MODULE_PIXELS, height: code.length * MODULE_PIXELS });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  forEachRun(code, (x, y, length) =>
    context.fillRect(x * MODULE_PIXELS, y * MODULE_PIXELS, length * MODULE_PIXELS, MODULE_PIXELS),
  );
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * Calls `drawRun` for each run of dark modules in a row. Separately drawn modules would show thin light lines between
 * them.
 */
function forEachRun(code, drawRun) {
  code.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) drawRun(start, y, x - start);
    }
  });
}
