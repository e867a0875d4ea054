// What get-methods depend on beside the state of their account: the version of the virtual machine, the configuration, and libraries.

import { DATA, decodeBag, readBag } from "./bag.js";

/** Milliseconds for which the version of a network is remembered: it changes with a vote of the validators, months apart. */
const VERSION_MS = 60_000;
/** The shard of the masterchain. */
const WHOLE = "-9223372036854775808";
/** `capabilities#c4 version:uint32`, parameter 8. */
const TAG = 0xc4;
/** Bytes of the libraries that are remembered. A library is final: it is found by its hash. */
const LIBRARY_BYTES = 4 * 1024 * 1024;

const resultOf = (body) => {
  try {
    return JSON.parse(body)?.result;
  } catch {
    return undefined;
  }
};

function versionIn(body) {
  const bytes = decodeBag(resultOf(body)?.config?.bytes);
  const bag = bytes && readBag(bytes);
  if (!bag) return undefined;
  const [root] = bag.cells;
  // Tag, version and capabilities.
  return root.length === DATA + 13 && root[DATA] === TAG
    ? new DataView(root.buffer, root.byteOffset).getUint32(DATA + 1)
    : undefined;
}

/** @param {import("./load.js").Tools} tools @param {ReturnType<typeof import("./reads.js").createReads>} read */
export function createFacts({ lruMap }, read) {
  const versions = {};
  const configs = {};
  const libraries = lruMap(LIBRARY_BYTES);

  return {
    /** The version of the virtual machine; undefined if it cannot be read. */
    async version(call) {
      const { network } = call.context.verdict;
      const known = versions[network];
      if (known && Date.now() < known.until) return known.version;
      const { status, body, stored } = await read("getConfigParam?config_id=8", call);
      const version = status === 200 ? versionIn(body) : undefined;
      if (version !== undefined) versions[network] = { version, until: stored + VERSION_MS };
      return version;
    },

    /** The configuration at a block of the masterchain, which is that of the last key block; undefined if it cannot be read. */
    async config(machine, seqno, call) {
      const { network } = call.context.verdict;
      const header = await read(`getBlockHeader?seqno=${seqno}&shard=${WHOLE}&workchain=-1`, call);
      const found = header.status === 200 ? resultOf(header.body) : undefined;
      const key = found?.is_key_block === true ? seqno : found?.prev_key_block_seqno;
      if (!Number.isSafeInteger(key)) return undefined;
      const known = configs[network];
      if (known?.key === key) return known.config;
      // Before the first key block the configuration is that of the zero state, which has no number.
      const { status, body } = await read(`getConfigAll?seqno=${key > 0 ? key : seqno}`, call);
      const bytes = status === 200 ? decodeBag(resultOf(body)?.config?.bytes) : undefined;
      if (!bytes) return undefined;
      const config = machine.openConfig(bytes);
      configs[network] = { key, config };
      return config;
    },

    /** The bag of a library by its hash in hexadecimal digits; undefined if the network has none. */
    async library(hash, call) {
      const key = `${call.context.verdict.network} ${hash}`;
      const known = libraries.get(key);
      if (known) return known.bytes;
      const { status, body } = await read(`getLibraries?libraries=${hash}`, call);
      const list = status === 200 ? resultOf(body)?.result : undefined;
      const text = Array.isArray(list) && list.length === 1 ? list[0]?.data : undefined;
      const bytes = decodeBag(text);
      if (bytes) libraries.put(key, { body: text, size: text.length, bytes });
      return bytes;
    },
  };
}
