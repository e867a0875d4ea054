// Configurations of the network. The version of TVM is taken to be the same for an hour. Of the other parameters that is not certain: a contract
// that reads them gets those of its block.

import { beginCell } from "../../message.js";
import { clock } from "../client/clock.js";
import { readResponse, textIn } from "./read-response.js";
import { share } from "./shared-requests.js";

/** Milliseconds in which the network is taken to keep its version. */
const VERSION_MS = 3_600_000;
/** Configurations that a client remembers, as many as tvm.wasm, and ranges of blocks that have one. */
const MOST = 4;
const MOST_RANGES = 32;

const NOWHERE = `0:${"0".repeat(64)}`;

/** Whether the virtual machine knows the version that a configuration names: only it can say so. */
function isKnown(tvm, config) {
  // `SETCP0 7 PUSHINT`, which returns 7 from every get-method.
  const code = beginCell().storeUint(0xff0077, 24).endCell().toBoc();
  const data = beginCell().endCell().toBoc();
  return tvm.openContract({ code, data, address: NOWHERE, config }).get(0).status === "done";
}

/** A configuration that can be used: the one of a response, opened once. */
function open({ opened }, tvm, response) {
  return readResponse("getConfigAll", () => {
    const boc = textIn(response.config.bytes);
    const found = opened.find((one) => one.boc === boc);
    if (found) return found;
    const config = tvm.openConfig(boc);
    opened.push({ boc, config, isKnown: isKnown(tvm, config) });
    if (opened.length > MOST) opened.shift();
    return opened.at(-1);
  });
}

/** The latest configuration, if it is not older than an hour. */
const remembered = ({ latest }) => (latest && clock() - latest.at < VERSION_MS ? latest.configuration : undefined);

/** Whether the virtual machine knows the version of the network; undefined: not known yet. */
export const knownVersion = (memory) => remembered(memory)?.isKnown;

/**
 * The latest configuration, if its version is that of an earlier block: versions only grow. `undefined`: that is not known.
 *
 * @param {any} memory @param {number} seqno
 */
export function configurationOfVersionAt(memory, seqno) {
  const latest = remembered(memory);
  const { version } = latest?.config ?? {};
  const isSame = ({ from, configuration }) => from <= seqno && configuration.config.version === version;
  return memory.ranges.some(isSame) ? latest : undefined;
}

/** The latest configuration, which may be an hour old: for the version. */
export async function latestConfiguration(memory, tvm, options) {
  const found = remembered(memory);
  if (found) return found;
  return share(memory, "configuration", options, async (own) => {
    const configuration = open(memory, tvm, await memory.client.v2.getConfigAll({}, own));
    memory.latest = { configuration, at: clock() };
    return configuration;
  });
}

/**
 * The configuration of the state after a masterchain block.
 *
 * @param {any} memory @param {any} tvm @param {number} seqno @param {any} options
 * @param {number} [from] the last key block before it: only key blocks change the configuration
 */
export async function configurationAt(memory, tvm, seqno, options, from = seqno) {
  const { ranges } = memory;
  const found = ranges.find((range) => range.from <= seqno && from <= range.to);
  if (found) {
    found.from = Math.min(found.from, from);
    found.to = Math.max(found.to, seqno);
    return found.configuration;
  }
  return share(memory, `configuration ${seqno}`, options, async (own) => {
    const configuration = open(memory, tvm, await memory.client.v2.getConfigAll({ seqno }, own));
    ranges.push({ from, to: seqno, configuration });
    if (ranges.length > MOST_RANGES) ranges.shift();
    const newest = Math.max(...ranges.map(({ to }) => to));
    if (newest === seqno) memory.latest = { configuration, at: clock() };
    return configuration;
  });
}
