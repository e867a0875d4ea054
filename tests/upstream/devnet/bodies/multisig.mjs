// Bodies of the multisig, version 2, under the service's names for them. Dictionaries stay bags of cells.
import { readCell, readBits256, readFlag, u32, u64, u8, readUint } from "./forms.mjs";

const u48 = readUint(48),
  u256 = readUint(256);

/** @type {import("./forms.mjs").Form} */
const readMaybeU8 = (slice) => {
  if (!slice.loadBit()) return [null, { "@type": "nothing_from_maybe" }];
  const [value, decoded] = u8(slice);
  return [value, { "@type": "something_from_maybe", value: decoded }];
};

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0xf718510f": [
    "mulisig_new_order", // as the service spells it
    [
      ["query_id", u64],
      ["order_seqno", u256],
      ["signer", readFlag],
      ["index", u8],
      ["expiration_date", u48],
      ["order", readCell],
    ],
  ],
  "0x9c73fba2": [
    "multisig_order_init",
    [
      ["query_id", u64],
      ["threshold", u8],
      ["signers", readCell],
      ["expiration_date", u48],
      ["order", readCell],
      ["signer_index", readMaybeU8],
    ],
  ],
  "0xa762230f": [
    "multisig_approve",
    [
      ["query_id", u64],
      ["signer_index", u8],
    ],
  ],
  "0x82609bf6": ["multisig_approve_accepted", [["query_id", u64]]],
  "0xafaf283e": [
    "multisig_approve_rejected",
    [
      ["query_id", u64],
      ["exit_code", u32],
    ],
  ],
  "0x75097f5d": [
    "multisig_execute",
    [
      ["query_id", u64],
      ["order_seqno", u256],
      ["expiration_date", u48],
      ["approvals_num", u8],
      ["signers_hash", readBits256],
      ["order", readCell],
    ],
  ],
  "0xa32c59bf": [
    "multisig_execute_internal",
    [
      ["query_id", u64],
      ["order", readCell],
    ],
  ],
};
