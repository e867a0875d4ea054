// Loads uPlot when the first chart is shown.

import { loadStylesheet } from "../app/stylesheet.js";
import { withLoadError } from "./errors.js";

export async function loadUPlot() {
  const [library] = await Promise.all([
    withLoadError(import("../vendor/uplot.js")),
    loadStylesheet(new URL("../vendor/uplot.css", import.meta.url)),
  ]);
  return library.default;
}
