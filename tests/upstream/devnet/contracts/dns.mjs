// TON DNS (TEP-81): the root, the collection of `.ton` and its domains, each of which begins with an auction.
import { createHash } from "node:crypto";

import { Address, beginCell } from "@ton/core";

import { readCode, buildOffchainContent, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Cell} Cell */

export const OP = { fillUp: 0x370fec51, changeRecord: 0x4eb1f0f9, release: 0x4ed14b65 };

/** Category of a record: the hash of its name. @param {string} name "wallet", "site", "storage" or "dns_next_resolver" */
export const hashCategory = (name) => BigInt(`0x${createHash("sha256").update(name).digest("hex")}`);

/**
 * The root is on the masterchain; parameter 4 of the config is its address.
 * @param {{ ton: Address, tMe: Address, www: Address }} resolvers of `.ton`, `t.me` and `www.ton`
 */
export const buildRoot = ({ ton, tMe, www }) =>
  makeState(readCode("dns-root"), beginCell().storeAddress(ton).storeAddress(tMe).storeAddress(www).endCell(), -1);

/** The collection of `.ton`, which has no owner. @param {Cell} content */
export const buildCollection = (content) =>
  makeState(readCode("dns-collection"), beginCell().storeRef(content).storeRef(readCode("dns-item")).endCell());

/** The collection of `.ton` as on mainnet: code and data give its address. */
export const TON = buildCollection(buildOffchainContent("https://dns.ton.org/collection.json"));

/** The root as on mainnet, which parameter 4 of its configuration names. Here, no contract resolves `t.me` and `www.ton`. */
export const ROOT = buildRoot({
  ton: TON.address,
  tMe: Address.parse("EQCA14o1-VWhS2efqoh_9M1b_A9DtKTuoqfmkn83AbJzwnPi"),
  www: Address.parse("EQB43-VCmf17O7YMd51fAvOjcMkCw46N_3JMCoegH_ZDo40e"),
});

const buildDomainCell = (/** @type {string} */ name) => beginCell().storeStringTail(name).endCell();

/** Index of a domain in its collection. @param {string} name without `.ton` */
export const computeDomainIndex = (name) => BigInt(`0x${buildDomainCell(name).hash().toString("hex")}`);

/** @param {{ name: string, collection: Address }} item the first bid deploys it */
export const buildDomain = ({ name, collection: of }) =>
  makeState(readCode("dns-item"), beginCell().storeUint(computeDomainIndex(name), 256).storeAddress(of).endCell());

const buildBodyWithoutFields = (op, queryId) => beginCell().storeUint(op, 32).storeUint(queryId, 64).endCell();

/** Deploys the collection, or pays for its storage. */
export const buildFillUp = (queryId = 0) => buildBodyWithoutFields(OP.fillUp, queryId);

/** The first bid: sent to the collection, which deploys the domain. Later bids are transfers to the domain without a body. @param {string} name without `.ton` */
export const buildStartAuction = (name) => beginCell().storeUint(0, 32).storeStringTail(name).endCell();

/** After a year without a renewal, anyone can start an auction of the domain with this message; its value is a bid. */
export const buildRelease = (queryId = 0) => buildBodyWithoutFields(OP.release, queryId);

/** The owner changes a record, or deletes it. @param {{ name: string, record?: Cell, queryId?: number }} change */
export const buildChangeRecord = ({ name, record, queryId = 0 }) => {
  const body = beginCell().storeUint(OP.changeRecord, 32).storeUint(queryId, 64).storeUint(hashCategory(name), 256);
  return (record ? body.storeRef(record) : body).endCell();
};

/** The owner renews the domain for a year. Any message of the owner would, but this one changes nothing else. */
export const buildRenew = (queryId = 0) =>
  beginCell().storeUint(OP.changeRecord, 32).storeUint(queryId, 64).storeUint(0, 256).endCell();

/** Records, by the name of their category. */
export const record = {
  wallet: (/** @type {Address} */ address) =>
    beginCell().storeUint(0x9fd3, 16).storeAddress(address).storeUint(0, 8).endCell(),
  /** @param {Buffer} adnl ADNL address of the site, 32 bytes */
  site: (adnl) => beginCell().storeUint(0xad01, 16).storeBuffer(adnl, 32).storeUint(0, 8).endCell(),
  /** @param {Buffer} bag ID of the bag of TON Storage, 32 bytes */
  storage: (bag) => beginCell().storeUint(0x7473, 16).storeBuffer(bag, 32).endCell(),
  nextResolver: (/** @type {Address} */ resolver) => beginCell().storeUint(0xba93, 16).storeAddress(resolver).endCell(),
};

/**
 * A domain in the form of `dnsresolve`: from the top level on, each part ended by a zero byte.
 * @param {string} name for example "alice.ton"
 */
export const encodeName = (name) => Buffer.from(`${name.split(".").reverse().join("\0")}\0`);
