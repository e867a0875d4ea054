// Fetches the files of a module before it is imported, because browsers remember a failed import, and a repeated one fails
// without a request. The build lists the files.

import { withLoadError } from "./errors.js";

/** Progress is announced in steps of this many percent, since screen readers read each announcement. */
const STEP_PERCENT = 25;

/** @typedef {[path: string, size: number][]} Files paths from the root of the site, with sizes in bytes */

/** Names of parts that were loaded. */
const loadedParts = new Set();

/**
 * Returns the list from the build; undefined if the host lacks it. Then modules are imported without fetching their files
 * first.
 */
async function listFiles(url) {
  const response = await fetch(url);
  if (!response.ok) return undefined;
  return response.json().catch(() => undefined);
}

/**
 * @param {URL} listUrl the URL of the build's list of files by part @param {string} part
 * @param {(percent: number) => void} onProgress @param {AbortSignal} signal
 */
export async function fetchFiles(listUrl, part, onProgress, signal) {
  if (loadedParts.has(part)) return;
  await withLoadError(fetchAll(listUrl, part, onProgress, signal));
  loadedParts.add(part);
}

async function fetchAll(listUrl, part, onProgress, signal) {
  /** @type {Files} */
  const files = (await listFiles(listUrl))?.[part] ?? [];
  const totalBytes = files.reduce((sum, [, size]) => sum + size, 0);
  let receivedBytes = 0;
  let reportedPercent = 0;
  const countBytes = (bytes) => {
    receivedBytes += bytes;
    const percent = Math.min(Math.floor((100 * receivedBytes) / totalBytes / STEP_PERCENT) * STEP_PERCENT, 100);
    if (percent > reportedPercent) onProgress((reportedPercent = percent));
  };
  await Promise.all(files.map(([path]) => fetchFile(new URL(`../${path}`, listUrl), countBytes, signal)));
}

/** Reads a file completely, so that the browser caches it. */
async function fetchFile(url, countBytes, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`could not load ${url}: status ${response.status}`);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    countBytes(value.length);
  }
}
