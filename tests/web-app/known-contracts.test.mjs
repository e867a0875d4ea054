// The list of known contracts: every row has an address that parses, a short name and a source, and no address appears twice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseAddress } from "ton-edge/address";

import { KNOWN_CONTRACTS } from "../../www/shared/known-contracts.js";

/** The hosts and repositories of the sources, at a fixed commit. */
const SOURCE_URL_PATTERN = /^https:\/\/github\.com\/[\w-]+\/[\w-]+\/blob\/[0-9a-f]{40}\/[\w./-]+$/;

test("every known contract has a valid address, a name and a source", () => {
  for (const { address, name, network, kind, source, symbol } of KNOWN_CONTRACTS) {
    const { flags } = parseAddress(address);
    assert.equal(flags?.testOnly, false, `${name} has the checksum of a friendly form`);
    assert.match(name, /^[\w.][\w.,:/() -]{2,39}$/, name);
    assert.match(source, SOURCE_URL_PATTERN, name);
    assert.ok(["mainnet", "testnet"].includes(network), name);
    assert.equal(kind === "jetton", symbol !== undefined, `${name}: jettons have symbols`);
  }
  assert.ok(KNOWN_CONTRACTS.length >= 15 && KNOWN_CONTRACTS.length <= 60, `${KNOWN_CONTRACTS.length} rows`);
});

test("no address is listed twice in a network", () => {
  const keys = KNOWN_CONTRACTS.map(({ network, address }) => `${network} ${parseAddress(address).raw}`);
  assert.equal(new Set(keys).size, keys.length);
});
