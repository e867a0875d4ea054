// Fetches the files of a module before it is imported: browsers remember for good that a module failed to load, so that importing it
// again fails without a request. The build lists the files.

import { withLoadError } from "./errors.js";

/** Announced only in steps: screen readers read each of them. */
const STEP_PERCENT = 25;

/** @typedef {[path: string, size: number][]} Files paths from the root of the site, with their sizes */

/** Parts that are there. */
const loaded = new Set();

/** The list of the build. Undefined if the host has none: modules are imported without it, then. */
async function listFiles(url) {
  const response = await fetch(url);
  if (!response.ok) return undefined;
  return response.json().catch(() => undefined);
}

/**
 * @param {URL} list of the files by part, written by the build @param {string} part
 * @param {(percent: number) => void} progress @param {AbortSignal} signal
 */
export async function fetchFiles(list, part, progress, signal) {
  if (loaded.has(part)) return;
  await withLoadError(fetchAll(list, part, progress, signal));
  loaded.add(part);
}

async function fetchAll(list, part, progress, signal) {
  /** @type {Files} */
  const files = (await listFiles(list))?.[part] ?? [];
  const whole = files.reduce((sum, [, size]) => sum + size, 0);
  let received = 0;
  let said = 0;
  const count = (bytes) => {
    received += bytes;
    const percent = Math.min(Math.floor((100 * received) / whole / STEP_PERCENT) * STEP_PERCENT, 100);
    if (percent > said) progress((said = percent));
  };
  await Promise.all(files.map(([path]) => fetchFile(new URL(`../${path}`, list), count, signal)));
}

/** Reads a file to its end, so that the browser has it. */
async function fetchFile(url, count, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`could not load ${url}: status ${response.status}`);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    count(value.length);
  }
}
