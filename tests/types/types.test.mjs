// The types as users' compilers read them: tests/types/*.ts under strict options, in both kinds of module resolution and both module
// systems, with the libraries checked as well. Those files mark the uses that the types must refuse.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { BUNDLER, COMPILERS, compile, NODE16 } from "../helpers/typescript.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readText = (path) => readFileSync(join(root, path), "utf8");
const esm = readText("tests/types/node.ts");
/** The type tests that run in both module systems, by file. The files are independent of one another. */
const sources = Object.fromEntries(
  readdirSync(join(root, "tests/types"))
    .filter((name) => name.endsWith(".ts") && name !== "node.ts")
    .map((name) => [name.replace(/\.ts$/, ""), readText(`tests/types/${name}`)]),
);
const findNamed = (end, texts) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}.${end}`, text]));
const uses = findNamed("mts", { ...sources, node: esm });
/** The same files without the marks of wrong uses. */
const uncheckedUses = Object.fromEntries(
  Object.entries(uses).map(([file, text]) => [`bare-${file}`, text.replaceAll("@ts-expect-error", "")]),
);
const recordings = readText("tests/golden/recordings.check.ts");
const streamEvents = readText("tests/golden/stream-events.check.ts");
/** One change per recording, because a compiler reports only the first fault of a literal. @type {[RegExp, string][]} */
const CHANGES = [
  [/"balance":"(\d+)"/, '"balance":[]'],
  [/"state_root_hash":/, '"state_root":'],
  [/"seqno":(\d+)/, '"seqno":"1"'],
  [/"jetton_wallets":\[\{/, '"jetton_wallets":[{"unheard_of":1,'],
  [/"now":(\d+)/, '"now":null'],
];
const changedText = CHANGES.reduce((text, [from, to]) => {
  assert.match(text, from);
  return text.replace(from, to);
}, recordings);
/** The recorded HTTP exchanges of v2, as results of the client's methods. */
const exchanges = JSON.parse(
  gunzipSync(readFileSync(join(root, "tests/fixtures/http_exchanges_v2.json.gz"))).toString(),
)
  .filter(({ response }) => response.status === 200)
  .map(({ request, response }, index) => {
    const method = /jsonRPC$/i.test(request.url) ? request.body.method : /(\w+)(\?|$)/.exec(request.url)[1];
    const operation = method === "shards" ? "getShards" : method;
    return `export const exchange${index}: Result<"${operation}"> = ${JSON.stringify(response.body.result)};`;
  });
const exchangeSource = `import type { Client } from "ton-edge";
type Result<M extends keyof Client["v2"]> = Client["v2"][M] extends (...parameters: never[]) => Promise<infer R> ? R : never;
${exchanges.join("\n")}
`;
const table = `import type { EndpointRow } from "ton-edge/endpoints";\nexport const rows: EndpointRow[] = ${readText("pkg/dist/endpoints.json")};\n`;
/** Imports every entry of the package, in a program that may be compiled without the types of a platform (DOM, Node). */
const PLAIN_PROGRAM = `
import { Address, createClient, isTonEdgeError, packAddress } from "ton-edge";
import * as addresses from "ton-edge/address";
import * as auto from "ton-edge/address/auto";
import * as plain from "ton-edge/address/no-wasm";
import * as client from "ton-edge/no-wasm";
import { init } from "ton-edge/slim";
import { createGateway } from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";
import { otlp } from "ton-edge/gateway/telemetry";
import { describeAction } from "ton-edge/actions";
import { endpoints } from "ton-edge/endpoints";
import { parseBoc, walletV5R1 } from "ton-edge/message";
import { verify } from "ton-edge/message/ed25519";
import { openContract } from "ton-edge/tvm";
import { createFakeService } from "ton-edge/testing";
const text: string = packAddress(Address.parse("0:00").toRawString());
const one = createClient({ baseUrl: text, headers: { "x-mine": "1" } });
export const seqno: Promise<number> = one.v2.getMasterchainInfo().then(({ last }) => last.seqno);
export const loaded: Promise<void> = init(new Uint8Array(8), "/client.wasm");
export const all = [addresses, auto, plain, client, createFakeService, createGateway, describeAction, remoteLimiter, endpoints, isTonEdgeError, openContract, otlp, parseBoc, verify, walletV5R1];
`;
/** The classes of the platform, where the compiler knows them. */
const NODE_WORKER = `
import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
export const client = createClient({ fetch: (request) => fetch(request), headers: new Headers() });
export const gateway = createGateway({ fetch: (url, init) => fetch(url, init) });
export const response: Promise<Response> = gateway.fetch(new Request("http://127.0.0.1"));
export const info = client.v2.getMasterchainInfo({}, { signal: AbortSignal.timeout(1000) });
`;
/** A function that runs once. @template T @param {() => T} make @returns {() => T} */
const memoize = (make) => {
  /** @type {{ made: T } | undefined} */
  let result;
  return () => (result ??= { made: make() }).made;
};
const options = { timeout: 240_000, concurrency: 2 };
const isFull = process.env.TESTS_FULL === "1";

for (const [name, compiler] of Object.entries(COMPILERS)) {
  describe(name, options, () => {
    // TypeScript 5 takes six times as long, so ordinary runs read the type tests in only one mode.
    const skipOptions = { skip: !isFull && name.startsWith("TypeScript 5") && "in a full run" };

    const checkClean = async (texts, settings) => {
      const { faults, read } = await compile(compiler, texts, settings);
      assert.deepEqual(faults, []);
      assert.ok(read.length > 0, "the compiler did not read the package");
      return read;
    };

    /** The program for the most common mode, with the tests of all files, so that the compiler reads the package once. */
    const program = {
      ...uses,
      "recordings.mts": recordings,
      "stream-events.mts": streamEvents,
      "exchanges.mts": exchangeSource,
      "changed.mts": changedText,
      ...(skipOptions.skip ? {} : { ...uncheckedUses, "table.mts": table }),
    };
    const compileOnce = memoize(() => compile(compiler, program, NODE16));
    /** The errors in these files. An error without a file counts for every file. */
    const readFaultsIn = async (files) =>
      (await compileOnce()).faults.filter((fault) => {
        const file = /^([\w.-]+)\(/.exec(fault)?.[1];
        return file === undefined || files.includes(file);
      });

    test("the type tests compile with node16 as an ES module", async () => {
      assert.deepEqual(await readFaultsIn(Object.keys(uses)), []);
      const { read } = await compileOnce();
      assert.ok(read.length > 0, "the compiler did not read the package");
      assert.ok(
        read.every((file) => file.endsWith(".d.ts")),
        read.join(" "),
      );
    });

    test("the type tests compile with node16 as CommonJS", skipOptions, async () => {
      // The compiler resolves the files for `require`.
      const checkedOutput = await checkClean(findNamed("cts", sources), NODE16);
      assert.ok(
        checkedOutput.every((file) => file.endsWith(".d.cts")),
        checkedOutput.join(" "),
      );
    });

    test("the type tests compile for a bundler", skipOptions, () =>
      checkClean(findNamed("ts", { ...sources, node: esm }), BUNDLER),
    );

    test("the type tests compile for a bundler with the condition workerd", skipOptions, () =>
      checkClean(findNamed("ts", { ...sources, node: esm }), { ...BUNDLER, customConditions: ["workerd"] }),
    );

    test("the type tests compile with nodenext, the newest module rules", skipOptions, () =>
      checkClean(findNamed("mts", { ...sources, node: esm }), { module: "nodenext", moduleResolution: "nodenext" }),
    );

    test("the type tests compile without exactOptionalPropertyTypes", skipOptions, () =>
      checkClean(findNamed("mts", sources), { ...NODE16, exactOptionalPropertyTypes: false }),
    );

    test("a program without the types of any platform compiles", () =>
      checkClean({ "plain.mts": PLAIN_PROGRAM }, { ...NODE16, lib: ["es2022"], types: [] }));

    test("a program with only Node's types compiles", () =>
      checkClean(
        { "plain.mts": PLAIN_PROGRAM, "node.mts": NODE_WORKER },
        { ...NODE16, lib: ["es2022"], types: ["node"], skipLibCheck: true },
      ));

    test("the endpoint table matches its type", skipOptions, async () =>
      assert.deepEqual(await readFaultsIn(["table.mts"]), []),
    );

    test("every recorded response matches its type", async () =>
      assert.deepEqual(await readFaultsIn(["recordings.mts"]), []));

    test("every event of a stream matches its type", async () =>
      assert.deepEqual(await readFaultsIn(["stream-events.mts"]), []));

    test("the result of every recorded HTTP exchange matches the type of its method", async () => {
      assert.ok(exchanges.length > 40, `${exchanges.length} exchanges`);
      assert.deepEqual(await readFaultsIn(["exchanges.mts"]), []);
    });

    test("a recording with a changed, removed or added property does not match its type", async () => {
      const faults = await readFaultsIn(["changed.mts"]);
      assert.ok(faults.length >= CHANGES.length, faults.join("\n").slice(0, 2000));
    });

    test("the compiler refuses each use marked @ts-expect-error", skipOptions, async () => {
      // An accepted wrong use is already an error of its `@ts-expect-error`; this test checks that each mark suppresses an error.
      const marks = Object.values(uses)
        .map((item) => item.match(/^\s*\/\/ @ts-expect-error/gm)?.length ?? 0)
        .reduce((a, b) => a + b);
      assert.ok(marks >= 90, `${marks} wrong uses`);
      const faults = await readFaultsIn(Object.keys(uncheckedUses));
      assert.ok(faults.length >= marks, `${faults.length} faults of ${marks} wrong uses`);
    });
  });
}
