// Compares get-methods with the network's own virtual machine, which @ton/sandbox contains.

import { Address, Cell, beginCell, serializeTuple } from "@ton/core";
import { stackFromCell, stackToCell } from "ton-edge/message";
import { openConfig, openContract } from "ton-edge/tvm";

import { Machine } from "../upstream/devnet/machine.mjs";

const toBoc = (cell) => cell.toBoc({ idx: false, crc32: false });

/** The hash of a stack as this package writes it, in which slices of a part of a cell become separate cells. */
const normalHash = (bag) => stackToCell(stackFromCell(bag)).hash().join();

/**
 * Both machines, with the same configuration, time and libraries.
 *
 * @param {{ config: Cell, now: number, libraries?: Cell[], allLibraries?: Cell | null }} world `allLibraries`: the libraries as a dictionary
 */
export async function createOracle({ config, now, libraries = [], allLibraries = null }) {
  let machine = await Machine.create();
  const ownConfig = openConfig(toBoc(config));
  const theirConfig = toBoc(config).toString("base64");
  const bags = libraries.map(toBoc);

  return {
    /** Opens a contract for {@link compare}. */
    open(contract, options = {}) {
      const { code, data, address, balance, extraCurrencies } = contract;
      const programOptions = { code: toBoc(code), data: toBoc(data), address, balance, extraCurrencies };
      return {
        ...contract,
        opened: openContract({ ...programOptions, config: ownConfig, now, libraries: bags, ...options }),
      };
    },

    /**
     * Calls a method by its number in both machines.
     *
     * @returns {Promise<{ verdict: "same" | "differs" | "lost" | "both fail" | "no result", reason?: string, ours: any, theirs: any }>} `lost`: the
     *   network's machine succeeds, and ours responds `needs_upstream`
     */
    async compare(/** @type {any} */ { opened: openedContract, ...contract }, method, stack) {
      const edgeResult = openedContract.get(method, [...stackFromCell(toBoc(serializeTuple(stack)))]);
      const machineResult = await machine
        .get({
          ...contract,
          address: Address.parse(contract.address),
          config: theirConfig,
          libs: allLibraries,
          method,
          stack,
          now,
          seed: Buffer.alloc(32),
        })
        .catch(() => undefined);
      if (machineResult === undefined) {
        // The network's machine is C++, and does not work after one of its own exceptions.
        machine = await Machine.create();
        return { verdict: "no result", ours: edgeResult, theirs: { exit_code: undefined, gas_used: 0, stack: [] } };
      }
      if (edgeResult.status === "needs_upstream") {
        const hasSucceeded = machineResult.exit_code === 0 || machineResult.exit_code === 1;
        return {
          verdict: hasSucceeded ? "lost" : "both fail",
          reason: edgeResult.reason,
          ours: edgeResult,
          theirs: machineResult,
        };
      }
      const isSame =
        edgeResult.exitCode === machineResult.exit_code &&
        edgeResult.gasUsed === machineResult.gas_used &&
        stackToCell(edgeResult.stack).hash().join() === normalHash(toBoc(machineResult.stackCell));
      return { verdict: isSame ? "same" : "differs", ours: edgeResult, theirs: machineResult };
    },
  };
}

/** Lists of arguments for methods: none, numbers, addresses, cells. */
export function makeRandomArguments({ below, pick, bytes, number }, addresses) {
  const makeInteger = () => ({ type: "int", value: pick([BigInt(below(4)), number(8), number(64), number(256)]) });
  const makeAddress = () => ({
    type: "slice",
    cell: beginCell()
      .storeAddress(Address.parse(pick(addresses)))
      .endCell(),
  });
  const makeCell = () => ({
    type: "cell",
    cell: beginCell()
      .storeBuffer(bytes(below(40)))
      .endCell(),
  });
  const makeNullValue = () => ({ type: "null" });
  const slice = () => ({ type: "slice", cell: beginCell().storeBuffer(Buffer.from("\0alice\0")).endCell() });
  const shapes = [
    [],
    [],
    [],
    [makeInteger],
    [makeInteger],
    [makeAddress],
    [makeAddress],
    [slice, makeInteger],
    [makeInteger, makeInteger],
    [makeInteger, makeCell],
    [makeAddress, makeAddress],
    [makeCell],
    [makeNullValue],
  ];
  return /** @type {import("@ton/core").TupleItem[]} */ (pick(shapes).map((make) => make()));
}
