// Reads the data that get-methods need besides the state of their account: the TVM version, the configuration, and libraries.

import { DATA_OFFSET, decodeBag, readBag } from "./bag.js";

/** Milliseconds for which a network's TVM version is remembered. It changes every few months, by a vote of the validators. */
const VERSION_MS = 60_000;
/** The id of the masterchain's only shard. */
const WHOLE_SHARD = "-9223372036854775808";
/** The tag of configuration parameter 8: `capabilities#c4 version:uint32`. */
const CAPABILITIES_TAG = 0xc4;
/** Maximum bytes of remembered libraries. They need no TTL: a library is identified by its hash, so it never changes. */
const LIBRARY_BYTES = 4 * 1024 * 1024;

const readResult = (body) => {
  try {
    return JSON.parse(body)?.result;
  } catch {
    return undefined;
  }
};

function parseVersion(body) {
  const bytes = decodeBag(readResult(body)?.config?.bytes);
  const bag = bytes && readBag(bytes);
  if (!bag) return undefined;
  const [root] = bag.cells;
  // 13 bytes: tag, version and capabilities.
  return root.length === DATA_OFFSET + 13 && root[DATA_OFFSET] === CAPABILITIES_TAG
    ? new DataView(root.buffer, root.byteOffset).getUint32(DATA_OFFSET + 1)
    : undefined;
}

/** @param {import("./load.js").Tools} tools @param {ReturnType<typeof import("./reads.js").createReads>} readOperation */
export function createFacts({ lruMap }, readOperation) {
  const versions = {};
  const configs = {};
  const libraries = lruMap(LIBRARY_BYTES);

  return {
    /** Returns the network's TVM version; undefined if it cannot be read. */
    async readVersion(call) {
      const { network } = call.context.verdict;
      const cachedVersion = versions[network];
      if (cachedVersion && Date.now() < cachedVersion.until) return cachedVersion.version;
      const { status, body, stored } = await readOperation("getConfigParam?config_id=8", call);
      const version = status === 200 ? parseVersion(body) : undefined;
      if (version !== undefined) versions[network] = { version, until: stored + VERSION_MS };
      return version;
    },

    /**
     * Returns the configuration at a masterchain block, requested for the last key block before it; undefined if it cannot be
     * read.
     */
    async readConfig(machine, seqno, call) {
      const { network } = call.context.verdict;
      const header = await readOperation(`getBlockHeader?seqno=${seqno}&shard=${WHOLE_SHARD}&workchain=-1`, call);
      const block = header.status === 200 ? readResult(header.body) : undefined;
      const keySeqno = block?.is_key_block === true ? seqno : block?.prev_key_block_seqno;
      if (!Number.isSafeInteger(keySeqno)) return undefined;
      const cachedConfig = configs[network];
      if (cachedConfig?.keySeqno === keySeqno) return cachedConfig.config;
      // Before the first key block (number 0) the configuration is that of the zero state, so the block itself is used.
      const { status, body } = await readOperation(`getConfigAll?seqno=${keySeqno > 0 ? keySeqno : seqno}`, call);
      const bytes = status === 200 ? decodeBag(readResult(body)?.config?.bytes) : undefined;
      if (!bytes) return undefined;
      const config = machine.openConfig(bytes);
      configs[network] = { keySeqno, config };
      return config;
    },

    /** Returns the bag of a library by its hash in hexadecimal digits; undefined if the network does not have it. */
    async readLibrary(hash, call) {
      const key = `${call.context.verdict.network} ${hash}`;
      const cachedLibrary = libraries.get(key);
      if (cachedLibrary) return cachedLibrary.bytes;
      const { status, body } = await readOperation(`getLibraries?libraries=${hash}`, call);
      const list = status === 200 ? readResult(body)?.result : undefined;
      const text = Array.isArray(list) && list.length === 1 ? list[0]?.data : undefined;
      const bytes = decodeBag(text);
      if (bytes) libraries.put(key, { body: text, size: text.length, bytes });
      return bytes;
    },
  };
}
