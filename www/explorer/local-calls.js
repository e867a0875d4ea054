// What the page computes itself. The modules for it are loaded on their first use.

import { loadStylesheet } from "../app/stylesheet.js";
import { withLoadError } from "../shared/errors.js";

/**
 * @typedef {{ signal: AbortSignal, say(text: string): void, send?(): void }} Watch `say` shows progress; `send` sends the request instead
 * @typedef {{ said: string, shown: (Node | undefined)[] } | { fault: any, parameter: string }} Computed
 *   what the status says and what is shown below it, or what is wrong with a value of the form
 */

/** Whether the page can run the operation's get-method. @param {import("./catalogue.js").Row} row */
export const runsHere = ({ path }) => /^\/runGetMethod(Std)?$/.test(path);

/** Whether the page can show what the operation's message would do. @param {import("./catalogue.js").Row} row */
export const hasPreview = ({ sideEffect, params = [] }) =>
  sideEffect === true && params.some(({ name, kind }) => name === "boc" && kind === "boc");

/** The message of a call that sends one, and the parameter that has it. @param {import("./catalogue.js").Row} row @param {any} values */
export const messageOf = ({ path }, values) =>
  path === "/jsonRPC" ? { boc: values.params?.boc, parameter: "params" } : { boc: values.boc, parameter: "boc" };

/** @template Module @param {Promise<Module>} modules @returns {Promise<Module>} */
async function withStyles(modules) {
  const [module] = await Promise.all([
    withLoadError(modules),
    loadStylesheet(new URL("../explorer/local.css", import.meta.url)),
  ]);
  return module;
}

/** @param {import("./catalogue.js").Operation} operation @param {any} values @returns {(watch: Watch) => Promise<Computed>} */
export const getMethodRun = (operation, values) => async (watch) => {
  watch.say("Loading the virtual machine…");
  return (await withStyles(import("./local-get-method.js"))).runLocally(operation, values, watch);
};

/** @param {{ boc: any, parameter: string }} message @returns {(watch: Watch) => Promise<Computed>} */
export const previewOf = (message) => async (watch) => {
  watch.say("Loading the virtual machine…");
  return (await withStyles(import("./message-preview.js"))).previewMessage(message, watch);
};
