// The address inspector: everything is worked out here, so it works without a network.

import { detectAddress, detectHash, packAddress, parseAddress, tryParseAddress } from "../ton-edge/address.js";
import { byId, copyButton, el, fill } from "../page/dom.js";
import { echo } from "./echo.js";
import { describe, sentence } from "../page/errors.js";
import { formatRoute } from "../page/route.js";

/** It has a `-`, so that the two alphabets differ. */
const SAMPLE = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
/** Browsers allow some 200 changes of the URL in half a minute; screen readers need a pause, too. */
const PAUSE = 400;
const WORKCHAINS = { "-1": "masterchain", 0: "basechain" };

/** @param {{ replace(text: string): void, push(text: string): void }} url */
export function view(url) {
  const input = byId("address-input");
  let timer;
  let words = "";

  // Draws nothing: leaving the input by a press on one of the offers would take that offer away under the pointer.
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    url.replace(input.value);
    byId("address-live").textContent = words;
  };
  input.addEventListener("input", () => {
    words = inspect(input, url.push);
    clearTimeout(timer);
    timer = setTimeout(settle, PAUSE);
  });
  // Before a link takes the visitor away, so that Back finds what was typed.
  input.addEventListener("change", () => timer && settle());
  byId("address-sample").addEventListener("click", () => url.push(SAMPLE));
  byId("address-clear").addEventListener("click", () => {
    url.push("");
    input.focus();
  });

  return {
    show(text) {
      clearTimeout(timer);
      timer = undefined;
      if (input.value !== text) input.value = text;
      inspect(input, url.push);
    },
  };
}

/** Shows what the input holds; returns it in a few words. */
function inspect(input, use) {
  const text = input.value;
  const message = byId("address-message");
  const result = byId("address-result");
  input.removeAttribute("aria-invalid");
  message.className = "message";
  if (text === "") {
    fill(message);
    fill(result);
    return "";
  }
  let outcome;
  try {
    outcome = tryParseAddress(text);
  } catch (error) {
    // No fault of the text: the browser refuses WebAssembly.
    message.classList.add("bad");
    fill(message, describe(error));
    fill(result);
    return sentence(error.message);
  }
  if (outcome.ok) {
    const kind = kindOf(outcome.value);
    message.classList.add("good");
    fill(message, el("p", { class: "what" }, el("strong", {}, "Valid address. "), kind));
    fill(result, addressForms(text, outcome.value));
    return `Valid address. ${kind}`;
  }
  const hash = hashOf(text);
  if (hash) {
    const told = "Hash of 256 bits, such as of a transaction, message or block; not an address.";
    message.classList.add("note");
    fill(message, el("p", { class: "what" }, el("strong", {}, "Valid hash. "), told));
    fill(result, hashForms(text, hash, use));
    return `Valid hash. ${told}`;
  }
  input.setAttribute("aria-invalid", "true");
  message.classList.add("bad");
  const { error } = outcome;
  fill(
    message,
    el("p", { class: "what" }, el("strong", {}, "Not an address. "), el("span", { id: "address-error" }, sentence(error.message))),
    echo(text, error.index),
    remedy(text, error, use),
    el("p", { class: "code" }, "Code ", el("code", { id: "address-code" }, error.code)),
  );
  fill(result);
  return `Not an address. ${sentence(error.message)}`;
}

function hashOf(text) {
  try {
    return detectHash(text);
  } catch {
    return undefined;
  }
}

/** What a person most likely wants next; never a guess at another address. */
function remedy(text, { code }, use) {
  if (code === "address_whitespace") return offer("Remove the white space", text.replace(/\s+/gu, ""), use);
  if (code !== "address_is_link") return undefined;
  try {
    parseAddress(text);
  } catch ({ suggestion }) {
    return suggestion && offer("Take the address out of the link", suggestion, use);
  }
}

const offer = (label, text, use) => {
  const button = el("button", { type: "button", class: "remedy" }, label);
  button.addEventListener("click", () => {
    use(text);
    byId("address-input").focus();
  });
  return button;
};

function kindOf({ form, flags }) {
  if (form === "raw") return "Given in raw form, which carries no flags.";
  const alphabet = flags.urlSafe ? "base64url" : "base64";
  const net = flags.testOnly ? "test network only" : "main network";
  return `Given in friendly form: ${flags.bounceable ? "bounceable" : "non-bounceable"}, ${net}, ${alphabet}.`;
}

function addressForms(text, { workchain, hash, raw }) {
  const friendly = (testOnly) =>
    [true, false].flatMap((bounceable) =>
      [true, false].map((urlSafe) => [
        `${bounceable ? "Bounceable" : "Non-bounceable"}, ${urlSafe ? "base64url" : "base64"}`,
        packAddress(text, { bounceable, testOnly, urlSafe }),
        `${testOnly ? "test " : ""}${bounceable ? "" : "non-"}bounceable ${urlSafe ? "b64url" : "b64"}`,
      ]),
    );
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const name = WORKCHAINS[workchain];
  return [
    el("p", { class: "next" },
      el("a", { id: "address-to-account", href: formatRoute({ view: "account", text }) }, "Show transactions of this account")),
    group("Account", [
      ["Raw, upper-case", raw, "raw"],
      ["Raw, lower-case", detectAddress(text).raw_form, "raw lower"],
      ["Hash, hexadecimal", hex, "hash hex"],
      ["Workchain", String(workchain), "workchain", name && `the ${name}`],
    ], text),
    group("Friendly forms", friendly(false), text),
    group("Friendly forms for the test network only", friendly(true), text),
  ];
}

function hashForms(text, { hex, b64, b64url }, use) {
  const forms = group("Hash", [
    ["Hexadecimal", hex, "hash hex"], ["Base64", b64, "hash b64"], ["Base64url", b64url, "hash b64url"],
  ], text);
  if (tryParseAddress(text).error.code !== "address_bare_hash") return [forms];
  return [
    forms,
    el("p", { class: "next" }, "Is it the hash of an account? Its address also names the workchain:"),
    el("p", { class: "actions" },
      offer("Basechain, 0:", `0:${hex}`, use), offer("Masterchain, -1:", `-1:${hex}`, use)),
  ];
}

/** Rows of `[label, value, form, note]`; `form` is what tests and styles know the row by. */
function group(title, rows, given) {
  const lines = rows.map(([label, value, form, note]) => {
    const same = value === given && el("span", { class: "tag" }, "as given");
    const line = el("div", { class: "form" },
      el("dt", {}, label, same && " ", same),
      el("dd", {},
        el("span", { class: "value mono" }, value), note && el("span", { class: "note" }, note),
        copyButton(value, `${label} (${title})`)));
    line.dataset.form = form;
    return line;
  });
  return el("div", { class: "group" }, el("h3", {}, title), el("dl", {}, lines));
}
