// Entity tags of `files`: a browser that has a file does not download it again, and never shows an outdated one.

import assert from "node:assert/strict";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { files, serve } from "ton-edge/node";

let folder;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ton-edge-files-"));
  server = await serve(createGateway({ mainnet: "http://127.0.0.1:9", assets: files(folder), log() {} }), { port: 0 });
});
after(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (tag, method = "GET") =>
  fetch(`${server.url}/a.js`, { method, headers: tag === undefined ? {} : { "if-none-match": tag } });

test("a request with the entity tag of an unchanged file gets 304", async () => {
  await writeFile(join(folder, "a.js"), "export const a = 1;");
  const firstResponse = await get();
  const tag = firstResponse.headers.get("etag");
  assert.match(tag, /^W\/"[\da-z]+-[\da-z]+"$/);
  assert.equal(await firstResponse.text(), "export const a = 1;");
  for (const [tagHeader, method] of [[tag], [`"other", ${tag}`], [tag, "HEAD"]]) {
    const revalidation = await get(tagHeader, method);
    assert.equal(revalidation.status, 304);
    assert.equal(revalidation.headers.get("etag"), tag);
    assert.match(revalidation.headers.get("content-security-policy"), /^default-src 'none'/);
    assert.equal(await revalidation.text(), "");
  }
  for (const unknownTag of ["", '"other"', tag.slice(2), "*", `${"x,".repeat(3000)}`])
    assert.equal((await get(unknownTag)).status, 200, unknownTag);
});

test("a file that changed but kept its size and modification time is sent again", async () => {
  const path = join(folder, "a.js");
  const modifiedTime = new Date("1985-10-26T08:15:00Z");
  await writeFile(path, "export const a = 1;");
  await utimes(path, modifiedTime, modifiedTime);
  const tag = (await get()).headers.get("etag");
  assert.equal((await get(tag)).status, 304);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await writeFile(path, "export const a = 2;");
  await utimes(path, modifiedTime, modifiedTime);
  const changedResponse = await get(tag);
  assert.equal(await changedResponse.text(), "export const a = 2;");
  assert.notEqual(changedResponse.headers.get("etag"), tag);
});
