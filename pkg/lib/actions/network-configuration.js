// Configurations of the network. The TVM version is assumed to stay the same for an hour. The other parameters may change, so a
// contract that reads them gets the configuration of its block.

import { beginCell } from "../../message.js";
import { clock } from "../client/clock.js";
import { readResponse, readText } from "./read-response.js";
import { shareRequest } from "./shared-requests.js";

/** Milliseconds for which the network is assumed to keep its version. */
const VERSION_TTL_MS = 3_600_000;
/**
 * Maximum number of configurations that a client remembers (the same number as tvm.wasm keeps), and maximum number of ranges of
 * blocks that have one configuration.
 */
const MAX_CONFIGURATIONS = 4;
const MAX_RANGES = 32;

const ZERO_ADDRESS = `0:${"0".repeat(64)}`;

/** Whether the virtual machine supports the TVM version that a configuration names. Runs a get-method to find out. */
function isKnownVersion(tvm, config) {
  // `SETCP0 7 PUSHINT`, which returns 7 from every get-method.
  const code = beginCell().storeUint(0xff0077, 24).endCell().toBoc();
  const data = beginCell().endCell().toBoc();
  return tvm.openContract({ code, data, address: ZERO_ADDRESS, config }).get(0).status === "done";
}

/** Opens the configuration of a response, once for all calls. */
function openConfiguration({ configurations }, tvm, response) {
  return readResponse("getConfigAll", () => {
    const boc = readText(response.config.bytes);
    const knownConfiguration = configurations.find((entry) => entry.boc === boc);
    if (knownConfiguration) return knownConfiguration;
    const config = tvm.openConfig(boc);
    configurations.push({ boc, config, isKnown: isKnownVersion(tvm, config) });
    if (configurations.length > MAX_CONFIGURATIONS) configurations.shift();
    return configurations[configurations.length - 1];
  });
}

/** Returns the latest configuration, unless it is older than an hour. */
const getRecentConfiguration = ({ latest: latestConfiguration }) =>
  latestConfiguration && clock() - latestConfiguration.at < VERSION_TTL_MS
    ? latestConfiguration.configuration
    : undefined;

/** Whether the virtual machine supports the version of the network; undefined if not known yet. */
export const isVersionKnown = (clientState) => getRecentConfiguration(clientState)?.isKnown;

/**
 * Returns the latest configuration if its version also applies to an earlier block, since versions only increase; `undefined` if that is
 * unknown.
 *
 * @param {any} clientState @param {number} seqno
 */
export function findVersionAt(clientState, seqno) {
  const latestConfiguration = getRecentConfiguration(clientState);
  const { version } = latestConfiguration?.config ?? {};
  const isOfSameVersion = ({ from, configuration }) => from <= seqno && configuration.config.version === version;
  return clientState.ranges.some(isOfSameVersion) ? latestConfiguration : undefined;
}

/** Returns the latest configuration, which may be an hour old: only its version counts. */
export async function fetchLatestConfiguration(clientState, tvm, options) {
  const recentEntry = getRecentConfiguration(clientState);
  if (recentEntry) return recentEntry;
  return shareRequest(clientState, "configuration", options, async (requestOptions) => {
    const configuration = openConfiguration(
      clientState,
      tvm,
      await clientState.client.v2.getConfigAll({}, requestOptions),
    );
    clientState.latest = { configuration, at: clock() };
    return configuration;
  });
}

/**
 * Returns the configuration of the state after a masterchain block.
 *
 * @param {any} clientState @param {any} tvm @param {number} seqno @param {any} options
 * @param {number} [from] the last key block before it: only key blocks change the configuration
 */
export async function fetchConfigurationAt(clientState, tvm, seqno, options, from = seqno) {
  const { ranges } = clientState;
  const range = ranges.find((range) => range.from <= seqno && from <= range.to);
  if (range) {
    range.from = Math.min(range.from, from);
    range.to = Math.max(range.to, seqno);
    return range.configuration;
  }
  return shareRequest(clientState, `configuration ${seqno}`, options, async (requestOptions) => {
    const configuration = openConfiguration(
      clientState,
      tvm,
      await clientState.client.v2.getConfigAll({ seqno }, requestOptions),
    );
    ranges.push({ from, to: seqno, configuration });
    if (ranges.length > MAX_RANGES) ranges.shift();
    const newestRange = Math.max(...ranges.map(({ to }) => to));
    if (newestRange === seqno) clientState.latest = { configuration, at: clock() };
    return configuration;
  });
}
