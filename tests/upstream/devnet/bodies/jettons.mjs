// Bodies of jettons: TEP-74, TEP-89.
import { readAddress, readCoins, readEitherCell, readFlag, readMaybeCell, u64 } from "./forms.mjs";

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0x0f8a7ea5": [
    "jetton_transfer",
    [
      ["query_id", u64],
      ["amount", readCoins],
      ["destination", readAddress],
      ["response_destination", readAddress],
      ["custom_payload", readMaybeCell],
      ["forward_ton_amount", readCoins],
      ["forward_payload", readEitherCell],
    ],
  ],
  "0x178d4519": [
    "jetton_internal_transfer",
    [
      ["query_id", u64],
      ["amount", readCoins],
      ["from", readAddress],
      ["response_address", readAddress],
      ["forward_ton_amount", readCoins],
      ["forward_payload", readEitherCell],
    ],
  ],
  "0x7362d09c": [
    "jetton_notify",
    [
      ["query_id", u64],
      ["amount", readCoins],
      ["sender", readAddress],
      ["forward_payload", readEitherCell],
    ],
  ],
  "0x595f07bc": [
    "jetton_burn",
    [
      ["query_id", u64],
      ["amount", readCoins],
      ["response_destination", readAddress],
      ["custom_payload", readMaybeCell],
    ],
  ],
  "0x7bdd97de": [
    "jetton_burn_notification",
    [
      ["query_id", u64],
      ["amount", readCoins],
      ["sender", readAddress],
      ["response_destination", readAddress],
    ],
  ],
  "0xd53276db": ["excess", [["query_id", u64]]],
  "0x2c76b973": [
    "provide_wallet_address",
    [
      ["query_id", u64],
      ["owner_address", readAddress],
      ["include_address", readFlag],
    ],
  ],
};
