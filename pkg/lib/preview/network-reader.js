// Requests accounts, configuration and libraries of a network, each once.

import { readList, readResponse, readText } from "../actions/read-response.js";
import { parseBoc } from "../message/cell.js";
import { decodeAccount, decodeShardAccount } from "../message/decode.js";
import { encodeHex } from "../message/text.js";
import { openConfig } from "../tvm/contract.js";
import { fail } from "../util/error.js";

/** Maximum libraries that one preview may load; typical contracts need one each. */
const MAX_LIBRARIES = 64;

/**
 * @typedef {{ bag: Uint8Array, account: any }} State `bag`: the `ShardAccount`; `account`: the decoded account, null if it does not exist
 */

/** @param {any} cell `ShardAccount` @returns {State} */
export function readState(cell) {
  const account = decodeAccount(decodeShardAccount(cell).account);
  return { bag: cell.toBoc({ crc32c: false }), account };
}

/** Reads the state of an account from a response. */
function readResponseState({ bytes }, address) {
  const state = readState(parseBoc(readText(bytes)));
  if (state.account === null || state.account.addr === address) return state;
  throw fail("invalid_response", "the response contains the state of another account");
}

export class NetworkReader {
  #client;
  #options;
  #at;
  /** @type {Map<string, Promise<State>>} */
  #states = new Map();
  /** Bags of libraries by hash; undefined if the network does not have the library. @type {Map<string, Uint8Array | undefined>} */
  #libraries = new Map();

  /** @param {any} client @param {any} options of requests @param {number | undefined} seqno of a masterchain block */
  constructor(client, options, seqno) {
    this.#client = client;
    this.#options = options;
    this.#at = seqno === undefined ? {} : { seqno };
  }

  /** Requests the current state of an account. @param {string} address raw */
  state(address) {
    let state = this.#states.get(address);
    if (!state) {
      state = this.#client.v2
        .getShardAccountCell({ address, ...this.#at }, this.#options)
        .then((response) => readResponse("getShardAccountCell", () => readResponseState(response, address)));
      this.#states.set(address, state);
    }
    return state;
  }

  async config() {
    const response = await this.#client.v2.getConfigAll(this.#at, this.#options);
    return readResponse("getConfigAll", () => openConfig(readText(response.config.bytes)));
  }

  /** Returns the bags of the loaded libraries. */
  get libraries() {
    return [...this.#libraries.values()].filter((bag) => bag !== undefined);
  }

  /** Loads a library. Resolves to true if it was found and is new. @param {string} hash */
  async loadLibrary(hash) {
    if (this.#libraries.has(hash) || this.#libraries.size >= MAX_LIBRARIES) return false;
    this.#libraries.set(hash, undefined);
    const response = await this.#client.v2.getLibraries({ libraries: [hash] }, this.#options);
    const libraryCells = readResponse("getLibraries", () =>
      readList(response.result).map(({ data }) => parseBoc(readText(data))),
    );
    const library = libraryCells.find((cell) => encodeHex(cell.hash()) === hash);
    this.#libraries.set(hash, library?.toBoc({ crc32c: false }));
    return library !== undefined;
  }
}
