// Loads a part of the explorer that few visitors use.

import { loadStylesheet } from "../app/stylesheet.js";
import { el, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { fetchFiles } from "../shared/lazy-files.js";
import { t } from "../shared/messages.js";

/** The list of the files of each part, which the build writes. */
const FILES_URL = new URL("../explorer/lazy-files.json", import.meta.url);

/** The options for parts that need the style sheet of the tools. */
export const TOOLS_OPTIONS = { css: new URL("../explorer/tools.css", import.meta.url) };

/**
 * Loads a part of the explorer.
 *
 * @template Module
 * @param {string} part the path of its module on the site
 * @param {() => Promise<Module>} load imports the module
 * @param {{ signal?: AbortSignal, progress?: (percent: number) => void, css?: URL }} [how] `css` is a style sheet that the part
 *   needs
 * @returns {Promise<Module>}
 */
export async function loadLazily(part, load, { signal, progress: onProgress = () => {}, css } = {}) {
  await fetchFiles(FILES_URL, part, onProgress, signal);
  const [module] = await Promise.all([withLoadError(load()), css && loadStylesheet(css)]);
  return module;
}

/**
 * Makes an element that shows a placeholder until its part is loaded, and an error with a Retry button if loading fails.
 * @param {() => Promise<Node | Node[]>} draw
 */
export function drawLazily(draw) {
  const container = el("div", { class: "lazy" });
  async function tryDraw() {
    fill(container, renderSkeleton(3));
    try {
      fill(container, ...[await draw()].flat());
    } catch (error) {
      const retryButton = el("button", { type: "button", onclick: tryDraw }, t("Retry"));
      fill(
        container,
        el("div", { class: "message bad" }, describeError(error), el("p", { class: "actions" }, retryButton)),
      );
    }
  }
  tryDraw();
  return container;
}

/** Draws placeholder lines while a part loads. */
export const renderSkeleton = (lines) =>
  el(
    "div",
    { class: "skeletons", "aria-hidden": "true" },
    Array.from({ length: lines }, (_, index) =>
      el("span", { class: `skeleton ${["wide", "half", "short"][index % 3]}` }),
    ),
  );
