// Metrics of configuration reloads while the gateway runs.

import { RELOAD } from "./metric-families.js";
import { collectors } from "./process-collectors.js";

let lastSuccessFlag = 1;
let lastSuccess = 0;

const collectMetrics = () => [
  [RELOAD.successful, [[[], lastSuccessFlag]]],
  [RELOAD.time, [[[], lastSuccess]]],
];

/**
 * Records that this process has read its configuration, at its start and at each reload. After the first call `/metrics`
 * reports the last result, and the time of the last success.
 *
 * @param {boolean} isSuccessful whether the configuration is valid, and therefore in use
 * @param {number} [now] milliseconds since 1970
 */
export function recordReload(isSuccessful, now = Date.now()) {
  lastSuccessFlag = isSuccessful ? 1 : 0;
  if (isSuccessful) lastSuccess = now / 1000;
  collectors.add(collectMetrics);
}
