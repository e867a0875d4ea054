// What get-methods depend on beside the state of their account: the version of the virtual machine, the configuration, and libraries.

import { dataAt, decodeBag, readBag } from "./bag.js";

/** Milliseconds for which the version of a network is remembered: it changes with a vote of the validators, months apart. */
const VERSION_MS = 60_000;
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
  const at = dataAt(bag, 0);
  return bytes[at] === TAG ? new DataView(bytes.buffer).getUint32(at + 1) : undefined;
}

/** @param {import("./load.js").Tools} tools @param {ReturnType<typeof import("./reads.js").createReads>} read */
export function createFacts({ lruMap }, read) {
  const versions = {};
  const configs = {};
  const libraries = lruMap(LIBRARY_BYTES);

  return {
    /** The version of the virtual machine; undefined if it cannot be read. */
    async version(call) {
      const { network } = call.verdict;
      const known = versions[network];
      if (known && Date.now() < known.until) return known.version;
      const { status, body, stored } = await read("getConfigParam?config_id=8", call);
      const version = status === 200 ? versionIn(body) : undefined;
      if (version !== undefined) versions[network] = { version, until: stored + VERSION_MS };
      return version;
    },

    /** The configuration, as old as the cache lets it be; undefined if it cannot be read. */
    async config(machine, call) {
      const { network } = call.verdict;
      const { status, body, tag } = await read("getConfigAll", call);
      if (status !== 200) return undefined;
      const known = configs[network];
      if (known && tag !== undefined && known.tag === tag) return known.config;
      const bytes = decodeBag(resultOf(body)?.config?.bytes);
      if (!bytes) return undefined;
      const config = machine.openConfig(bytes);
      configs[network] = { tag, config };
      return config;
    },

    /** The bag of a library by its hash in hexadecimal digits; undefined if the network has none. */
    async library(hash, call) {
      const key = `${call.verdict.network} ${hash}`;
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
