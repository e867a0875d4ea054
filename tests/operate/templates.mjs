// The templates for operators, and the programs that read them.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { ensurePython } from "../helpers/python.mjs";

export const TEMPLATES = fileURLToPath(new URL("../../pkg/templates/", import.meta.url));

/** The text of a template. @param {string} path below `pkg/templates/` */
export const readTemplate = (path) => readFile(join(TEMPLATES, path), "utf8");

/** A program from PyPI: `caddy`, `docker-compose`, `hadolint`, `kubernetes-validate`. */
export async function findTool(name) {
  return join(dirname(await ensurePython("operate")), name);
}

/**
 * Runs a program to its end, and never rejects.
 *
 * @param {string} program @param {string[]} args @param {import("node:child_process").ExecFileOptions & { input?: string }} [options]
 * @returns {Promise<{ code: number | string, output: string, stdout: string }>} `output`: standard output and error
 */
export function runProgram(program, args, { input, ...options } = {}) {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { timeout: 120_000, maxBuffer: 1 << 24, ...options },
      (error, stdout, stderr) =>
        resolve({
          code: error ? (error.code ?? error.signal) : 0,
          output: `${stdout}${stderr}`,
          stdout: String(stdout),
        }),
    );
    child.stdin.end(input);
  });
}

/** Replaces parts of a text; each must occur. @param {string} text @param {[string | RegExp, string][]} changes */
export function applyChanges(text, changes) {
  for (const [part, replacement] of changes) {
    if (!(typeof part === "string" ? text.includes(part) : part.test(text)))
      throw new Error(`no ${part} in the template`);
    text = text.replaceAll(/** @type {any} */ (part), replacement);
  }
  return text;
}
