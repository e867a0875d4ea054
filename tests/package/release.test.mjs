// The release, rehearsed without a registry: the fields that the workflow sets, the tarball with guides and changelog, `npm publish`, and the
// software bill of materials (CycloneDX). `cargo xtask test "crate rules"` checks that of the crate, and all licences. "Releasing a version" in
// CONTRIBUTING.md has the steps.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { listFencedBlocks } from "../docs/fenced.mjs";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Runs a program, and returns what it prints. No registry is asked. */
async function run(command, args, cwd, env = {}) {
  const options = { cwd, maxBuffer: 1 << 26, env: { ...process.env, npm_config_offline: "true", ...env } };
  const { stdout, stderr } = await execute(command, args, options);
  return { stdout, stderr };
}

let folder;
let packedFiles;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-release-"));
  const { stdout } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    join(root, "pkg"),
  );
  packedFiles = JSON.parse(stdout)[0] ?? Object.values(JSON.parse(stdout))[0];
  await run("tar", ["xzf", join(folder, packedFiles.filename)], folder);
});
after(() => folder && rm(folder, { recursive: true }));
const resolvePathInPackage = (name) => join(folder, "package", name);

describe("a release", () => {
  test("the version has a section of the changelog, and the tag is checked against it", async () => {
    const { version } = JSON.parse(await readFile(resolvePathInPackage("package.json"), "utf8"));
    const changelog = await readFile(resolvePathInPackage("CHANGELOG.md"), "utf8");
    assert.match(changelog, new RegExp(`^## ${version.replaceAll(".", "\\.")} - \\d{4}-\\d{2}-\\d{2}$`, "m"));
    const workflow = await readFile(join(root, ".github/workflows/release.yml"), "utf8");
    assert.match(workflow, /grep -q "\^## \$\{GITHUB_REF_NAME#v\}" CHANGELOG\.md/);
    assert.match(workflow, /id-token: write/);
  });

  test("the workflow's commands set repository, homepage and bugs", async () => {
    const workflow = await readFile(join(root, ".github/workflows/release.yml"), "utf8");
    const commands = [...workflow.matchAll(/^ +(npm pkg set .*)$/gm)].map(([, command]) => command);
    assert.ok(commands.length >= 2, workflow);
    await run("sh", ["-ec", commands.join("\n")], resolvePathInPackage("."), {
      GITHUB_SERVER_URL: "https://git.example",
      GITHUB_REPOSITORY: "team/ton-edge",
      DOCS_URL: "https://team.example/ton-edge/",
    });
    const { repository, homepage, bugs } = JSON.parse(await readFile(resolvePathInPackage("package.json"), "utf8"));
    assert.deepEqual(
      { repository, homepage, bugs },
      {
        repository: { type: "git", url: "git+https://git.example/team/ton-edge.git", directory: "pkg" },
        homepage: "https://team.example/ton-edge/",
        bugs: { url: "https://git.example/team/ton-edge/issues" },
      },
    );
  });

  test("npm would publish the tarball", async () => {
    const file = join(folder, packedFiles.filename);
    const { stdout, stderr } = await run(
      "npm",
      ["publish", "--dry-run", "--ignore-scripts", "--access", "public", file],
      folder,
    );
    assert.match(stdout, /^\+ ton-edge@\d/m);
    assert.doesNotMatch(stderr, /auto-corrected|npm error/, stderr);
  });

  test("the package has no dependency, and its SBOM says so", async () => {
    const args = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"];
    const bom = JSON.parse((await run("npm", args, resolvePathInPackage("."))).stdout);
    assert.equal(bom.bomFormat, "CycloneDX");
    assert.match(bom.metadata.component.purl, /^pkg:npm\/ton-edge@/);
    assert.deepEqual(bom.components, []);
  });
});

describe("the guides in the package", () => {
  /** The anchors of a document's headings. */
  const listAnchors = (text) =>
    [...text.replace(/^```[^]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\-_ ]/gu, "")
        .replaceAll(" ", "-"),
    );

  test("each link leads to a file of the package and to one of its headings, or to another site", async () => {
    const names = [
      "CHANGELOG.md",
      ...(await readdir(resolvePathInPackage("docs"), { recursive: true }))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `docs/${name}`),
    ];
    assert.ok(names.length > 20, names.join(" "));
    const texts = new Map();
    for (const name of names) texts.set(name, await readFile(resolvePathInPackage(name), "utf8"));
    const failures = [];
    for (const [name, text] of texts) {
      assert.ok(listFencedBlocks(name, text).length >= 0);
      const proseText = text.replace(/^```[^]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
      assert.doesNotMatch(proseText, /!\[/, `${name} has no picture`);
      for (const [, target] of proseText.matchAll(/\]\(([^)]*)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [path, anchor] = target.split("#");
        const file = path === "" ? name : join(name, "..", path);
        const fileText = texts.get(file);
        if (fileText === undefined || (anchor && !listAnchors(fileText).includes(anchor)))
          failures.push(`${name}: ${target}`);
      }
    }
    assert.deepEqual(failures, []);
  });

  test("each guide that a declaration names is in the package", async () => {
    const files = (await readdir(resolvePathInPackage("."))).filter((name) => name.endsWith(".d.ts"));
    const namedItems = [];
    for (const name of files) {
      const text = await readFile(resolvePathInPackage(name), "utf8");
      namedItems.push(...[...text.matchAll(/`(docs\/[\w/-]+\.md)`/g)].map(([, path]) => path));
      assert.doesNotMatch(text, /[Tt]he guide ["A-Z]/, `${name} names a guide without its file`);
    }
    assert.ok(namedItems.length >= 5, namedItems.join(" "));
    for (const path of namedItems) assert.ok((await readFile(resolvePathInPackage(path), "utf8")).length > 0, path);
  });
});
