// Bodies of stakes, and of the elector's replies to them.
import { readBits256, readCell, u32, u64 } from "./forms.mjs";

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0x4e73744b": [
    "elector_new_stake",
    [
      ["query_id", u64],
      ["validator_pubkey", readBits256],
      ["stake_at", u32],
      ["max_factor", u32],
      ["adnl_addr", readBits256],
      ["signature", readCell],
    ],
  ],
  "0xf374484c": ["elector_new_stake_confirmation", [["query_id", u64]]],
  "0x47657424": ["elector_recover_stake_request", [["query_id", u64]]],
  "0xf96f7324": ["elector_recover_stake_response", [["query_id", u64]]],
};
