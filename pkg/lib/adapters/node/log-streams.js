// Keeps the process alive while lines of its log cannot be written, and counts these failures for `/metrics`. Without this module, Node
// ends the process when the disk is full, or when the program that reads its output ends.

import { logLosses } from "../../gateway/ops/log-losses.js";
import { PROCESS } from "../../gateway/ops/metric-families.js";
import { collectors } from "../../gateway/ops/process-collectors.js";

const countError = () => {
  logLosses.count += 1;
};
const collectMetrics = () => [[PROCESS.lostLines, [[[], logLosses.count]]]];

/** Watches standard output and standard error until the process ends, since the process also writes after its server has closed. */
export function watchLogStreams() {
  if (collectors.has(collectMetrics)) return;
  collectors.add(collectMetrics);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", countError);
}
