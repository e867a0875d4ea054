// Metrics of configuration reloads while the gateway runs, and the report about them in `/readyz`.

import { RELOAD } from "./metric-families.js";
import { collectors, processReport } from "./process-collectors.js";

/** Maximum names that the report lists. */
const MAX_NAMES = 100;

let lastSuccessFlag = 1;
let lastSuccess = 0;
/** @type {{ time: string, settings: string[], unlisted: number, needingRestart: string[] } | undefined} */
let lastChange;
/** When this process read its configuration for the first time. @type {string | undefined} */
let startedAt;

const collectMetrics = () => [
  [RELOAD.successful, [[[], lastSuccessFlag]]],
  [RELOAD.time, [[[], lastSuccess]]],
];

/**
 * Records that this process has read its configuration, at its start and at each reload. After the first call `/metrics` and `/readyz`
 * report the last result, and the time of the last success.
 *
 * @param {boolean} isSuccessful whether the configuration is valid, and therefore in use
 * @param {{ sources?: { file?: string, settings: Record<string, number> }, faults?: string[], changed?: string[],
 *   needingRestart?: string[] }} [details] `sources`: the file, and the number of settings by kind of source; `faults`: why it is not valid;
 *   `changed`: names of the settings that changed; `needingRestart`: of those that change only with a restart
 * @param {number} [now] milliseconds since 1970
 */
export function recordReload(isSuccessful, details = {}, now = Date.now()) {
  const time = new Date(now).toISOString();
  const { sources, faults, changed = [], needingRestart = [] } = details;
  startedAt ??= time;
  lastSuccessFlag = isSuccessful ? 1 : 0;
  if (isSuccessful) lastSuccess = now / 1000;
  if (changed.length > 0)
    lastChange = {
      ...{ time, settings: changed.slice(0, MAX_NAMES), unlisted: Math.max(0, changed.length - MAX_NAMES) },
      needingRestart,
    };
  collectors.add(collectMetrics);
  processReport.configuration = {
    ...{ startedAt, sources, readAt: time, isInUse: isSuccessful, faults },
    usedSince: lastSuccess > 0 ? new Date(lastSuccess * 1000).toISOString() : undefined,
    lastChange,
  };
}
