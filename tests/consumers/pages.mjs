// Pages in browsers: serves the files of a project, and reads the result of a page.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html",
  ".mjs": "text/javascript",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Serves a folder; `page` is the document at `/`, `headers` are sent with every file. */
export async function serveFolder(folder, page, headers = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const path = normalize(join(folder, decodeURIComponent(pathname)));
    try {
      if (pathname !== "/" && !path.startsWith(folder)) throw new Error("outside");
      const body =
        pathname === "/" && page !== undefined
          ? page
          : await readFile(pathname === "/" ? join(folder, "index.html") : path);
      response
        .writeHead(200, {
          "content-type": pathname === "/" ? TYPES[".html"] : (TYPES[extname(path)] ?? "text/plain"),
          ...headers,
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A page that loads one script. */
export const writePage = (script, head = "") =>
  `<!doctype html><meta charset="utf-8"><title>consumer</title>${head}<script type="module" src="${script}"></script>`;

/** Opens a page and waits for the `done` of its program. */
export async function readPageResult(launch, url, readResult) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const messages = [];
    page.on("pageerror", (error) => messages.push(String(error)));
    page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
    await page.goto(url);
    // A development server may reload the page.
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const result = await page
        .evaluate(readResult ?? (() => globalThis.done))
        .catch((error) => void messages.push(String(error)));
      if (result !== undefined && result !== null) return { result, version: await browser.version() };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the page did not report a result\n${messages.join("\n")}`);
  } finally {
    await browser.close();
  }
}

/**
 * Serves a folder, visits its page, and closes the server.
 *
 * @param {() => Promise<any>} launch
 * @param {string} folder
 * @param {{ page: string, headers?: Record<string, string>, query?: Record<string, any> | URLSearchParams, start?: any }} options
 */
export async function visitFolder(launch, folder, { page, headers, query = {}, start }) {
  const site = await serveFolder(folder, page, headers);
  try {
    return await readPageResult(launch, `${site.url}?${new URLSearchParams(query)}`, start);
  } finally {
    await site.close();
  }
}
