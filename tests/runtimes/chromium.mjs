// Debian's Chromium, driven by playwright-core.

import { existsSync } from "node:fs";

import { chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The browser of this machine. */
export function chromiumPath() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error("no Chromium found: apt-get install chromium-headless-shell, or set CHROMIUM to its path");
  return executablePath;
}

export function launch() {
  return chromium.launch({
    executablePath: chromiumPath(),
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
