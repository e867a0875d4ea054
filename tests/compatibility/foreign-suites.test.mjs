// Test suites that others wrote for TON Center, through the gateway to the local chain: every case passes, or fails for a reason in REASONS.
// docs/operate/compatibility.md has the table: `TESTS_GENERATE=1 node --test tests/compatibility/foreign-suites.test.mjs` writes it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";

import { createGateway, listKeys } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { fileContains } from "../helpers/section.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { mintTokens } from "./tokens.mjs";
import * as addresses from "./suites/addresses.mjs";
import * as acton from "./suites/acton.mjs";
import * as httpApiCpp from "./suites/http-api-cpp.mjs";
import * as toncenter from "./suites/toncenter.mjs";

/** Why cases fail: matched by the name of the case and its error. @typedef {{ cases: RegExp, says: RegExp, why: string }} Reason */
/** @type {Record<string, Reason[]>} */
const REASONS = {
  "ton-http-api-cpp": [
    {
      cases: new RegExp(
        `^get(?:ExtendedAddressInformation|WalletInformation|TokenData): (?:${httpApiCpp.MISSING_FIELDS.join("|")}), `,
      ),
      says: /^another response$|is not Jetton or NFT$/,
      why: "the devnet lacks some contracts, such as a restricted wallet and a mintless jetton",
    },
    {
      cases: /^getShardBlockProof: (?:from the newest|the first block), /,
      says: /cannot construct block proof: the blocks of this chain have no cells$/,
      why: "the devnet has no proofs of blocks",
    },
    {
      cases: /^get(?:WalletInformation|AddressBalance): ten blocks before, /,
      says: /^another response$/,
      why: "the devnet's elector acts only in every 16th block of the masterchain",
    },
  ],
  acton: [
    {
      cases: /^v2, json_rpc$/,
      says: /^the response has jsonrpc$/,
      why: "JSON-RPC responses of the gateway have `jsonrpc` and `id`, which TON Center leaves out",
    },
    {
      cases: /^v3, metadata$/,
      says: /^no token has is_nsfw and is_scam$/,
      why: "tokens of the devnet are not reviewed, so none has `is_nsfw` or `is_scam`",
    },
    {
      cases: /^v3, messages$/,
      says: /^no messages$/,
      why: "the case `messages` expects that messages are executed within a second, which the devnet's history does not do",
    },
  ],
};

/** @type {{ name: string, version: string, cases: number, passed: number, others: string }[]} */
const rows = [];

/** Records the results of a suite, and fails if a failure has no reason, or a reason no failure. @param {string} name @param {string} version @param {[name: string, error: string | null][]} results */
function recordSuite(name, version, results) {
  const failures = results.filter(([, error]) => error !== null);
  const reasons = REASONS[name] ?? [];
  const matchesReason = ({ cases, says: pattern }, [testName, error]) => cases.test(testName) && pattern.test(error);
  assert.deepEqual(
    failures.filter((item) => !reasons.some((reason) => matchesReason(reason, item))),
    [],
    name,
  );
  for (const reason of reasons)
    assert.ok(
      failures.some((item) => matchesReason(reason, item)),
      `${name}: ${reason.why}`,
    );
  const otherReasons = reasons.map(({ why: reason }) => reason).join("; ");
  rows.push({ name, version, cases: results.length, passed: results.length - failures.length, others: otherReasons });
}

let devnet;
let gateway;
let tokens;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  gateway = await serve(
    createGateway({ limits: UNLIMITED, mainnet: devnet.url, cache: { adapter: "none" }, streaming: true, log() {} }),
    { port: 0 },
  );
  ({ tokens } = await mintTokens(devnet));
});
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

test("the cases of the server in C++", { timeout: 300_000 }, async (t) => {
  const list = (results) => results.map(({ name, error }) => [name, error]);
  const ownOutcomes = await httpApiCpp.runSuite(gateway.url, httpApiCpp.findCounterparts(devnet, tokens));
  recordSuite("ton-http-api-cpp", httpApiCpp.VERSION, list(ownOutcomes));
  await t.test("with the accounts of mainnet, only cases that name one fail beyond that", async () => {
    const results = await httpApiCpp.runSuite(gateway.url);
    const isExplained = ([testName, error]) =>
      REASONS["ton-http-api-cpp"].some(({ cases, says: pattern }) => cases.test(testName) && pattern.test(error));
    const failures = results.filter(({ error }) => error !== null);
    assert.deepEqual(
      list(failures.filter(({ account }) => account === undefined)).filter((item) => !isExplained(item)),
      [],
    );
    rows.push({
      name: "ton-http-api-cpp, with the accounts of mainnet",
      version: httpApiCpp.VERSION,
      cases: results.length,
      passed: results.length - failures.length,
      others: "the devnet does not have these accounts",
    });
  });
});

test("the cases of acton", { timeout: 300_000 }, async () => {
  const samples = { wallet: devnet.cast.wallet("crowd 1").account, master: tokens.edge };
  recordSuite("acton", acton.VERSION, Object.entries(await acton.runSuite(gateway.url, samples)));
});

test("the tests of toncenter", { timeout: 600_000 }, async () => {
  const keys = ["tonedge_of-the-tests-of-the-python-package-toncenter", "tonedge_the-other-of-the-tests-of-toncenter"];
  /** @type {import("ton-edge/gateway").KeyRecord[]} */
  const records = keys.map((key, index) => ({
    hash: createHash("sha256").update(key).digest("hex"),
    ...{ id: `toncenter-${index}`, network: "mainnet", created: "2026-01-01T00:00:00Z" },
  }));
  // The tests of streams expect that an API key has two connections.
  const streaming = { maxConnectionsPerCaller: 2 };
  const config = { limits: UNLIMITED, mainnet: devnet.url, apiKeys: listKeys(records), streaming, log() {} };
  const keyedServer = await serve(createGateway(config), { port: 0 });
  try {
    recordSuite("toncenter", toncenter.VERSION, Object.entries(await toncenter.runSuite(keyedServer.url, keys)));
  } finally {
    await keyedServer.close();
  }
});

test("addresses beside the server in Python", { timeout: 300_000 }, async () => {
  const {
    texts,
    stricter: stricterTexts,
    lenient: lenientTexts,
    different: differentTexts,
  } = await addresses.compare();
  assert.deepEqual(differentTexts, []);
  const isStandard = (text) =>
    /^-?\d+:[0-9a-f]{64}$/i.test(text) || (!text.includes(":") && !/^[0-9a-f]+$/i.test(text));
  assert.deepEqual(
    stricterTexts.filter((text) => !/\s/.test(text) && isStandard(text)),
    [],
  );
  assert.deepEqual(
    lenientTexts.filter((text) => !/^-(?!1:)\d+:/.test(text)),
    [],
  );
  rows.push({
    name: "pytonlib, `detect_address`",
    version: addresses.VERSION,
    cases: texts,
    passed: texts - stricterTexts.length - lenientTexts.length,
    others: `${stricterTexts.length} texts are refused here: they have no workchain, have spaces, or do not have exactly 64 digits; ${lenientTexts.length} text is of a workchain below -1, which pytonlib cannot write`,
  });
});

test("the table of docs/operate/compatibility.md equals the results of a run", async () => {
  const lines = rows.map(
    ({ name, version, cases, passed: passedCount, others: otherText }) =>
      `| ${name} | ${version} | ${cases} | ${passedCount} | ${otherText} |\n`,
  );
  await fileContains(
    "docs/operate/compatibility.md",
    "suites",
    `| suite | version | cases | passed | the others |\n|---|---|---|---|---|\n${lines.join("")}`,
  );
});
