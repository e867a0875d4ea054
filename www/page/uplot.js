// uPlot, which comes when the first chart is wanted.

import { loaded } from "./errors.js";
import { stylesheet } from "./style.js";

export async function loadPlot() {
  const [library] = await Promise.all([loaded(import("../vendor/uplot.js")), stylesheet(new URL("../vendor/uplot.css", import.meta.url))]);
  return library.default;
}
