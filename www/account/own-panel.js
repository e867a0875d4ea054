// The visitor's own part of the account view: watch the account, give it a label, share it. Also shows whether it is a known
// contract.

import { icon } from "../design/icons.js";
import { byId, el, fill } from "../shared/dom.js";
import { onKnownContracts, findKnownContract } from "../shared/known-names.js";
import { MAX_LABEL_CHARS, onNamesChange, readLabel, readOwnNames, setLabel, setWatched } from "../shared/own-names.js";
import { createShareButton } from "../shared/share-button.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "../shared/messages.js";

export function createOwnPanel() {
  let account = "";
  const watchButton = el("button", { type: "button", id: "account-watch" }, icon("star"), el("span"));
  const label = el("span", { class: "own-name" });
  const editButton = el("button", { type: "button", id: "account-label" });
  const knownLink = el("a", { class: "known-name", rel: "noreferrer" });
  const message = el("span", { class: "refusal", role: "status" });
  const input = el("input", {
    type: "text",
    id: "account-label-input",
    maxLength: MAX_LABEL_CHARS,
    autocomplete: "off",
    "aria-label": t("Your label"),
    placeholder: t("Your label"),
  });
  const removeButton = el("button", { type: "button" }, t("Remove"));
  const cancel = el("button", { type: "button" }, t("Cancel"));
  const form = el("form", { hidden: true }, input, el("button", { type: "submit" }, t("Save")), removeButton, cancel);
  fill(
    byId("account-own"),
    knownLink,
    label,
    watchButton,
    editButton,
    form,
    createShareButton(t("this account")),
    message,
  );

  watchButton.addEventListener("click", () => showRefusal(setWatched(account, !readOwnNames().watched.has(account))));
  editButton.addEventListener("click", () => {
    showRefusal(undefined);
    input.value = readLabel(account) ?? "";
    showForm(true);
    input.focus();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    saveLabel(input.value);
  });
  removeButton.addEventListener("click", () => saveLabel(""));
  cancel.addEventListener("click", () => closeForm());
  form.addEventListener("keydown", ({ key }) => key === "Escape" && closeForm());
  onNamesChange(paintPanel);
  onKnownContracts(paintPanel);

  const showRefusal = (/** @type {string | undefined} */ refusal) => (message.textContent = refusal ?? "");

  function saveLabel(text) {
    const refusal = setLabel(account, text);
    showRefusal(refusal);
    if (refusal === undefined) closeForm();
  }

  function closeForm() {
    showForm(false);
    editButton.focus();
  }

  function showForm(isShown) {
    form.hidden = !isShown;
    editButton.hidden = isShown;
    removeButton.hidden = readLabel(account) === undefined;
  }

  function paintPanel() {
    if (account === "") return;
    const isWatched = readOwnNames().watched.has(account);
    watchButton.setAttribute("aria-pressed", String(isWatched));
    watchButton.lastElementChild.textContent = t(isWatched ? "Watched" : "Watch");
    const text = readLabel(account);
    label.hidden = text === undefined;
    fill(
      label,
      icon("tag"),
      el("bdi", {}, visibleText(text ?? "")),
      el("span", { class: "hidden" }, t(", your label")),
    );
    editButton.textContent = t(text === undefined ? "Add a label" : "Change label");
    const contract = findKnownContract(account);
    knownLink.hidden = contract === undefined;
    if (!contract) return;
    knownLink.href = contract.source;
    knownLink.title = t("Known contract. Source: {source}", { source: contract.source });
    fill(
      knownLink,
      icon("book"),
      contract.name,
      el("span", { class: "hidden" }, t(", known contract: source of this name")),
    );
  }

  return {
    /** @param {string} address raw */
    open(address) {
      account = address.toUpperCase();
      showRefusal(undefined);
      showForm(false);
      paintPanel();
    },
  };
}
