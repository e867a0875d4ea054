// Loads a part of the explorer that few visitors use.

import { loadStylesheet } from "../app/stylesheet.js";
import { el, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { fetchFiles } from "../shared/lazy-files.js";

/** The files of the parts, which the build lists. */
const FILES = new URL("../explorer/lazy-files.json", import.meta.url);

/** How the parts with styles of their own load. */
export const TOOLS = { css: new URL("../explorer/tools.css", import.meta.url) };

/**
 * @template Module
 * @param {string} part its module, by its path on the site @param {() => Promise<Module>} load imports it
 * @param {{ signal?: AbortSignal, progress?: (percent: number) => void, css?: URL }} [how] `css` is a sheet that it needs
 * @returns {Promise<Module>}
 */
export async function loadLazily(part, load, { signal, progress = () => {}, css } = {}) {
  await fetchFiles(FILES, part, progress, signal);
  const [module] = await Promise.all([withLoadError(load()), css && loadStylesheet(css)]);
  return module;
}

/**
 * An element that shows a placeholder until its part is loaded, and an error with a Retry if it is not.
 * @param {() => Promise<Node | Node[]>} draw
 */
export function drawLazily(draw) {
  const home = el("div", { class: "lazy" });
  async function attempt() {
    fill(home, skeleton(3));
    try {
      fill(home, ...[await draw()].flat());
    } catch (error) {
      const again = el("button", { type: "button", onclick: attempt }, "Retry");
      fill(home, el("div", { class: "message bad" }, describeError(error), el("p", { class: "actions" }, again)));
    }
  }
  attempt();
  return home;
}

/** Placeholder lines while a part loads. */
export const skeleton = (lines) =>
  el(
    "div",
    { class: "skeletons", "aria-hidden": "true" },
    Array.from({ length: lines }, (_, at) => el("span", { class: `skeleton ${["wide", "half", "short"][at % 3]}` })),
  );
