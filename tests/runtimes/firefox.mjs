// Debian's Firefox, controlled by puppeteer-core over WebDriver BiDi.

import { existsSync } from "node:fs";

import puppeteer from "puppeteer-core";

const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

export function launch() {
  const executablePath = process.env.FIREFOX ?? PLACES.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no Firefox found: apt-get install firefox-esr, or set FIREFOX to its path");
  return puppeteer.launch({ browser: "firefox", executablePath, headless: true });
}
