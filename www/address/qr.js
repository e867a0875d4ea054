// Draws an address as a QR code for a camera or a wallet on another device.

import { el } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { saveFile } from "../shared/save-file.js";

const SVG = "http://www.w3.org/2000/svg";
/** Light modules around the code, which ISO/IEC 18004 requires. */
const QUIET = 4;
/** Pixels per module in the saved picture. */
const SCALE = 12;

const HOLDS = {
  address: { label: "Address", text: (address) => address, note: "Only the address." },
  link: {
    label: "Transfer link",
    text: (address) => `ton://transfer/${address}`,
    note: "A camera opens a wallet with a transfer to this address.",
  },
};
/** The visitor's last choice, which stays for the next address. */
let chosen = "address";

/** The library, once it is there. @type {typeof import("qr").encodeQR | undefined} */
let encode;
/** @type {Promise<void> | undefined} */
let loading;

/** Loads what encodes: the forms of an address are shown before its picture. */
export const loadQrCodes = () =>
  (loading ??= withLoadError(import("../vendor/qr.js")).then((library) => {
    encode = library.encodeQR;
  }));

/** @param {string} address friendly, base64url */
export function renderQrCode(address) {
  const picture = el("div", { class: "qr-picture" });
  const held = el("p", { class: "qr-held mono" });
  const note = el("p", { class: "note" });
  let code;
  const name = `ton-${address}`;
  const saves = [
    button("Save SVG", () => saveFile(`${name}.svg`, svgFile(picture.firstChild))),
    button("Save PNG", async () => saveFile(`${name}.png`, await png(code))),
  ];
  const draw = () => {
    const { label, text, note: words } = HOLDS[chosen];
    held.textContent = text(address);
    note.textContent = words;
    for (const save of saves) save.disabled = !encode;
    if (!encode) return;
    code = encode(text(address), "raw", { border: QUIET });
    picture.replaceChildren(drawing(code, `QR code: ${label} ${address}`));
  };
  draw();
  if (!encode)
    loadQrCodes().then(draw, (error) => note.replaceWith(el("div", { class: "message bad" }, describeError(error))));
  return el(
    "div",
    { class: "qr" },
    el("h3", {}, "QR code"),
    picture,
    choice(draw),
    held,
    note,
    el("p", { class: "actions" }, ...saves),
  );
}

function choice(draw) {
  const radios = Object.entries(HOLDS).map(([value, { label }]) => {
    const radio = el("input", { type: "radio", name: "address-qr", value, checked: value === chosen });
    radio.addEventListener("change", () => {
      chosen = value;
      draw();
    });
    return el("label", {}, radio, label);
  });
  return el("fieldset", {}, el("legend", { class: "hidden" }, "What the QR code holds"), radios);
}

function button(label, work) {
  const made = el("button", { type: "button" }, label);
  made.addEventListener("click", work);
  return made;
}

function svg(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Black on white in dark mode, too: many readers need it. @param {boolean[][]} code */
function drawing(code, label) {
  const size = code.length;
  const made = svg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  });
  let runs = "";
  eachRun(code, (x, y, length) => {
    runs += `M${x} ${y}h${length}v1h-${length}z`;
  });
  made.append(svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: runs, fill: "#000" }));
  return made;
}

const svgFile = (drawn) => new Blob([new XMLSerializer().serializeToString(drawn)], { type: "image/svg+xml" });

function png(code) {
  const canvas = el("canvas", { width: code.length * SCALE, height: code.length * SCALE });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  eachRun(code, (x, y, length) => pen.fillRect(x * SCALE, y * SCALE, length * SCALE, SCALE));
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Calls `use` for each run of dark modules in a row: thin light lines would show between single modules. */
function eachRun(code, use) {
  code.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) use(from, y, x - from);
    }
  });
}
