// Debian's Chromium, controlled by playwright-core.

import { existsSync, statfsSync } from "node:fs";

import { chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The browser of this machine. */
export function findChromiumPath() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error("no Chromium found: apt-get install chromium-headless-shell, or set CHROMIUM to its path");
  return executablePath;
}

/**
 * Whether memory that processes share may be in /dev/shm: Playwright puts it into files in /tmp, because containers often have only 64 MB of
 * /dev/shm. In /tmp, each tile of a page would be a new file on disk.
 */
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}

export function launch() {
  return chromium.launch({
    executablePath: findChromiumPath(),
    ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
