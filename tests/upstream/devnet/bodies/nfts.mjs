// Bodies of NFTs: TEP-62, TEP-66, TEP-85, and the change of a sale's price.
import {
  readAddress,
  readCell,
  readCoins,
  readEitherCell,
  readFlag,
  readMaybeCell,
  u16,
  u64,
  readUint,
} from "./forms.mjs";

const u256 = readUint(256);

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0x5fcc3d14": [
    "nft_transfer",
    [
      ["query_id", u64],
      ["new_owner", readAddress],
      ["response_destination", readAddress],
      ["custom_payload", readMaybeCell],
      ["forward_amount", readCoins],
      ["forward_payload", readEitherCell],
    ],
  ],
  "0x05138d91": [
    "nft_ownership_assigned",
    [
      ["query_id", u64],
      ["prev_owner", readAddress],
      ["forward_payload", readEitherCell],
    ],
  ],
  "0x2fcb26a2": ["get_static_data", [["query_id", u64]]],
  "0x8b771735": [
    "report_static_data",
    [
      ["query_id", u64],
      ["index", u256],
      ["collection", readAddress],
    ],
  ],
  "0x693d3950": ["get_royalty_params", [["query_id", u64]]],
  "0xa8cb00ad": [
    "report_royalty_params",
    [
      ["query_id", u64],
      ["numerator", u16],
      ["denominator", u16],
      ["destination", readAddress],
    ],
  ],
  "0x04ded148": [
    "prove_ownership",
    [
      ["query_id", u64],
      ["dest", readAddress],
      ["forward_payload", readCell],
      ["with_content", readFlag],
    ],
  ],
  "0x0524c7ae": [
    "ownership_proof",
    [
      ["query_id", u64],
      ["item_id", u256],
      ["owner", readAddress],
      ["data", readCell],
      ["revoked_at", u64],
      ["content", readMaybeCell],
    ],
  ],
  "0xd0c3bfea": [
    "sbt_request_owner",
    [
      ["query_id", u64],
      ["dest", readAddress],
      ["forward_payload", readCell],
      ["with_content", readFlag],
    ],
  ],
  "0x0dd607e3": [
    "sbt_owner_info",
    [
      ["query_id", u64],
      ["item_id", u256],
      ["initiator", readAddress],
      ["owner", readAddress],
      ["data", readCell],
      ["revoked_at", u64],
      ["content", readMaybeCell],
    ],
  ],
  "0x1f04537a": ["sbt_destroy", [["query_id", u64]]],
  "0x6f89f5e3": ["sbt_revoke", [["query_id", u64]]],
  "0x6c6c2080": [
    "sale_update_message",
    [
      ["query_id", u64],
      ["new_full_price", readCoins],
      ["new_mp_fee", readCoins],
      ["new_royalty_amount", readCoins],
    ],
  ],
};
