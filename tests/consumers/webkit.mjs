// WebKit, controlled by WebDriver: Debian has two versions of the engine, one of which is years old.

import { spawn } from "node:child_process";

import { ensureDebian } from "../helpers/debian.mjs";
import { findFreePort } from "../helpers/free-port.mjs";

const LIBRARIES = "/usr/lib/x86_64-linux-gnu";
/** The commands that start a driver, and the browser that it controls. */
const ENGINES = {
  gtk: {
    packages: ["webkit2gtk-driver", "xvfb", "xauth"],
    driver: "/usr/bin/WebKitWebDriver",
    // The browser needs a window.
    display: ["/usr/bin/xvfb-run", "-a"],
    options: "webkitgtk:browserOptions",
    browser: { binary: `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`, args: ["--automation"] },
  },
  wpe: {
    packages: ["wpewebkit-driver", "cog"],
    driver: "/usr/bin/WPEWebDriver",
    display: [],
    options: "wpe:browserOptions",
    browser: { binary: "/usr/bin/cog", args: ["--automation", "--platform=headless"] },
  },
};

/** The part of playwright's interface that `readPageResult` uses. @param {keyof typeof ENGINES} name */
export const runWebkit = (name) => async () => {
  const { packages, driver, display, options, browser } = ENGINES[name];
  await ensureDebian([driver, browser.binary, ...display.slice(0, 1)], packages);
  const port = await findFreePort();
  const [program, ...args] = [...display, driver, `--port=${port}`, "--host=127.0.0.1"];
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  const closeDriver = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGTERM");
  };
  const call = async (path, body, method = "POST") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(body) : undefined,
    });
    const { value } = /** @type {any} */ (await response.json());
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  try {
    for (let attempt = 0; ; attempt += 1) {
      if (await fetch(`http://127.0.0.1:${port}/status`).then(Boolean, () => false)) break;
      if (attempt === 100) throw new Error(`${driver} does not respond`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { sessionId, capabilities } = await call("/session", {
      capabilities: { alwaysMatch: { [options]: browser } },
    });
    const session = `/session/${sessionId}`;
    return {
      version: async () => capabilities.browserVersion,
      newPage: async () => ({
        on: () => {},
        goto: (url) => call(`${session}/url`, { url }),
        // The function must not use variables from outside.
        evaluate: (callback) =>
          call(`${session}/execute/async`, {
            script: `const done = arguments[0]; Promise.resolve((${callback})()).then((result) => done(result ?? null), (error) => done(String(error)));`,
            args: [],
          }),
      }),
      close: async () => {
        await call(session, undefined, "DELETE").catch(() => {});
        closeDriver();
      },
    };
  } catch (error) {
    closeDriver();
    throw error;
  }
};
