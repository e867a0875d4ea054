// The files of a base image for tests, from this machine's programs: Node with npm, and busybox as in images of Alpine. Therefore the tests need no
// image registry.

import { chmod, copyFile, cp, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { getCommand } from "../runtimes/runtimes.mjs";
import { runProgram } from "./templates.mjs";

const BUSYBOX = process.env.BUSYBOX || "busybox";
const APPLETS = [
  "/bin/sh",
  "/bin/sleep",
  "/bin/cat",
  "/bin/id",
  "/bin/touch",
  "/bin/cut",
  "/bin/grep",
  "/bin/httpd",
  "/usr/bin/env",
  "/usr/bin/wget",
];

async function findProgram(program) {
  const { stdout } = await runProgram("sh", ["-c", `command -v ${program}`]);
  return realpath(stdout.trim());
}

/** The libraries that a program loads. */
async function listLibraries(program) {
  const { stdout } = await runProgram("ldd", [program]);
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path);
}

async function copy(from, to) {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

/** Copies a program with its libraries. @param {string} root @param {string} program a path, or a name @param {string} to below `root` */
export async function addProgram(root, program, to) {
  const file = await findProgram(program);
  await copy(file, join(root, to));
  await chmod(join(root, to), 0o755);
  for (const library of await listLibraries(file)) await copy(await realpath(library), join(root, library));
}

/** Adds busybox under the names of a shell and of the commands that the templates call. @param {string} root */
export async function addShell(root) {
  await addProgram(root, BUSYBOX, "bin/busybox");
  for (const applet of APPLETS) {
    await mkdir(dirname(join(root, applet)), { recursive: true });
    await symlink("/bin/busybox", join(root, applet));
  }
}

/** The files that every image has. @param {string} root a new folder */
export async function makeRoot(root) {
  for (const name of ["etc", "root", "tmp"]) await mkdir(join(root, name), { recursive: true });
  await chmod(join(root, "tmp"), 0o1777);
  await writeFile(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  await writeFile(join(root, "etc/group"), "root:x:0:\n");
}

/** @param {string} root a new folder @param {{ shell: boolean }} options `shell`: with npm and busybox, for a builder */
export async function makeBaseRoot(root, { shell }) {
  const [node] = getCommand("Node 22");
  await addProgram(root, node, "usr/local/bin/node");
  await makeRoot(root);
  if (!shell) return;
  await addShell(root);
  const npm = dirname(dirname(await findProgram("npm")));
  await cp(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
}
