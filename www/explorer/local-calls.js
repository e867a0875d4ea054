// Calls that the page computes itself. Their modules load at the first use.

import { loadLazily } from "./lazy-part.js";
import { t } from "../shared/messages.js";

/**
 * @typedef {{ signal: AbortSignal, say(text: string): void, send?(): void }} Watch `say` shows progress; `send` sends the request instead
 * @typedef {{ said: string, heard?: string, shown: (Node | undefined)[] } | { fault: any, parameter: string }} Computed
 * `said` is the text of the status, `heard` a text for screen readers only, `shown` the elements below; `fault` is the fault of a value
 * of the form
 */

/** Whether the page can run the operation's get-method. @param {import("./catalogue.js").Row} row */
export const canRunHere = ({ path }) => /^\/runGetMethod(Std)?$/.test(path);

/** Whether the page can preview the operation's message. @param {import("./catalogue.js").Row} row */
export const hasPreview = ({ sideEffect, params = [] }) =>
  sideEffect === true && params.some(({ name, kind }) => name === "boc" && kind === "boc");

/**
 * Returns the message of a call that sends a message, and the name of the parameter that holds it.
 *
 * @param {import("./catalogue.js").Row} row @param {any} values
 */
export const readMessage = ({ path }, values) =>
  path === "/jsonRPC" ? { boc: values.params?.boc, parameter: "params" } : { boc: values.boc, parameter: "boc" };

const MACHINE_NAME = "the virtual machine";
const EMULATOR_NAME = "the virtual machine and the emulator";

const LOCAL_CSS = new URL("../explorer/local.css", import.meta.url);

/**
 * @template Module
 * @param {string} part @param {string} partName @param {Watch} watch @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
function loadPart(part, partName, { signal, say: showProgress }, load) {
  showProgress(t("Loading {part}…", { part: t(partName) }));
  const onProgress = (percent) => showProgress(t("Loading {part}: {percent} %…", { part: t(partName), percent }));
  return loadLazily(part, load, { signal, progress: onProgress, css: LOCAL_CSS });
}

/** @param {import("./catalogue.js").Operation} operation @param {any} values @returns {(watch: Watch) => Promise<Computed>} */
export const makeGetMethodRun = (operation, values) => async (progress) => {
  const { runLocally } = await loadPart(
    "explorer/local-get-method.js",
    MACHINE_NAME,
    progress,
    () => import("../explorer/local-get-method.js"),
  );
  return runLocally(operation, values, progress);
};

/** @param {{ boc: any, parameter: string, from?: string }} message @returns {(watch: Watch) => Promise<Computed>} */
export const makePreview = (message) => async (progress) => {
  const { previewMessage } = await loadPart(
    "explorer/message-preview.js",
    EMULATOR_NAME,
    progress,
    () => import("../explorer/message-preview.js"),
  );
  return previewMessage(message, progress);
};
