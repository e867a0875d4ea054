// The content of a domain in getTokenData: its name and its records, in the place of the content of other items.
import { Refusal } from "../../refusal.mjs";
import { Answer } from "../kinds/contract.mjs";
import { hashCategory, readRecords } from "../kinds/dns-records.mjs";
import { SELF, getLabel } from "../kinds/dns.mjs";

/** @typedef {import("@ton/core").Slice} Slice */
const loadHash = (/** @type {Slice} */ slice) => slice.loadBuffer(32).toString("hex");
function loadAddress(/** @type {Slice} */ slice) {
  const { workChain, hash: bytes } = slice.loadAddress();
  return { "@type": "addr_std", workchain_id: workChain, address: bytes.toString("hex") };
}

/** The records by their tag. @type {Record<number, (slice: Slice) => object>} */
const RECORDS = {
  47763: (slice) => ({ "@type": "dns_next_resolver", resolver: loadAddress(slice) }),
  44289: (slice) => ({ "@type": "dns_adnl_address", adnl_addr: loadHash(slice) }),
  40915: (slice) => ({ "@type": "dns_smc_address", smc_addr: loadAddress(slice) }),
  29811: (slice) => ({ "@type": "dns_storage_address", bag_id: loadHash(slice) }),
};
const NAMES = new Map(
  ["wallet", "site", "storage", "dns_next_resolver"].map((name) => [hashCategory(name).toString("hex"), name]),
);

/** A record that the service cannot read is omitted. @param {import("@ton/core").Cell} cell */
function getRecord(cell) {
  try {
    const slice = cell.beginParse();
    return RECORDS[slice.loadUint(16)]?.(slice);
  } catch {
    return undefined;
  }
}

/**
 * The content of an item that resolves its own name and has records, otherwise undefined. As in the service, the name is the one that the
 * item reports, and every name ends in `.ton`.
 * @param {(method: string, stack: import("@ton/core").TupleItem[]) => Promise<{ exit_code: number, stack: import("@ton/core").TupleItem[] }>} run
 *   runs a get-method of the item
 */
export async function readDomainContent(run) {
  const { exit_code: exitCode, stack } = await run("dnsresolve", SELF);
  const [, records] = stack;
  if (exitCode !== 0 || stack.length !== 2 || records.type !== "cell") return undefined;
  const name = await run("get_domain", []);
  if (name.exit_code !== 0) return undefined;
  try {
    const data = readRecords(records.cell).flatMap(([key, cell]) => {
      const record = getRecord(cell);
      const hex = key.toString("hex");
      return record ? [[NAMES.get(hex) ?? hex.toUpperCase(), record]] : [];
    });
    return { domain: `${getLabel(new Answer(name.stack))}.ton`, data: Object.fromEntries(data) };
  } catch {
    throw new Refusal(500, "Invalid DNS category dictionary"); // the owner can store any cell there
  }
}
