// Bodies of TON DNS, TEP-81, and of the auctions of `.ton`.
import { readAddress, readBits256, u64, u8 } from "./forms.mjs";

/** @typedef {import("./forms.mjs").Form} Form */

/** A text in chunks; each except the first is in a separate cell. @param {import("@ton/core").Slice} slice */
function readChunks(slice) {
  let text = "";
  for (let chunksLeft = slice.loadUint(8), at = slice; chunksLeft > 0; chunksLeft -= 1) {
    text += at.loadBuffer(at.loadUint(8)).toString();
    if (chunksLeft > 1) at = at.loadRef().beginParse();
  }
  return text;
}

/** The name of the service, its TL-B constructor, and the fields, by the tag. @type {Record<number, [string, string, [string, Form][]]>} */
const RECORDS = {
  47763: ["DNSNextResolver", "dns_next_resolver", [["resolver", readAddress]]],
  44289: [
    "DNSAdnlAddress",
    "dns_adnl_address",
    [
      ["adnl_addr", readBits256],
      ["flags", u8],
    ],
  ],
  40915: [
    "DNSSmcAddress",
    "dns_smc_address",
    [
      ["smc_addr", readAddress],
      ["flags", u8],
    ],
  ],
  29811: ["DNSStorageAddress", "dns_storage_address", [["bag_id", readBits256]]],
};
const TEXT = 0x1eda;

/** A record in a reference. The value has the service's schema, with the address or text and the flags. @type {Form} */
const record = (slice) => {
  const recordSlice = slice.loadRef().beginParse();
  const tag = recordSlice.loadUint(16);
  if (tag === TEXT) {
    const text = readChunks(recordSlice);
    return [
      { schema: "DNSText", value: text, flags: null },
      { "@type": "dns_text", text },
    ];
  }
  const knownRecord = RECORDS[tag];
  // TL-B has no constructor for other records, so the whole body does not parse.
  if (!knownRecord) throw new Error(`a record has the tag ${tag}`);
  const [schema, tlb, fields] = knownRecord;
  const read = fields.map(([field, form]) => [field, ...form(recordSlice)]);
  const [[, value], flags] = read;
  return [
    { schema, value, flags: flags ? Number(flags[1]) : null },
    { "@type": tlb, ...Object.fromEntries(read.map(([field, , decoded]) => [field, decoded])) },
  ];
};

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0x4eb1f0f9": [
    "change_dns_record",
    [
      ["query_id", u64],
      ["key", readBits256],
      ["value", record],
    ],
    [
      "delete_dns_record",
      [
        ["query_id", u64],
        ["key", readBits256],
      ],
    ],
  ],
  "0x4ed14b65": ["dns_balance_release", [["query_id", u64]]],
  "0x370fec51": ["auction_fill_up", [["query_id", u64]]],
  "0x557cea20": ["outbid_notification", [["query_id", u64]]],
  "0x44beae41": ["process_governance_decision", [["query_id", u64]]],
};
