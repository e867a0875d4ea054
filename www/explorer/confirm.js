// The second press that a send takes.

import { el } from "../page/dom.js";

/** What is said and asked before a send; the focus belongs on `really`. @param {() => void} go @param {() => void} back */
export function confirmation(go, back) {
  const really = el("button", { id: "explorer-really", type: "button", class: "primary", onclick: go }, "Really send it");
  const not = el("button", { id: "explorer-rather-not", type: "button", onclick: back }, "Do not send");
  const said = [
    el("p", {}, el("strong", {}, "This is a real send.")),
    el("p", {}, "The service passes the message on to the network. What a contract takes cannot be taken back."),
    el("p", { class: "actions" }, really, not),
  ];
  return { said, really };
}
