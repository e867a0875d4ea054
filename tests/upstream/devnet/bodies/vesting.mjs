// Bodies of the vesting wallet.
import { beginCell } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";
import { readCell, u64, u8 } from "./forms.mjs";

/** Addresses, each except the first in a separate cell. The service sends them as a bag. @type {import("./forms.mjs").Form} */
const readAddresses = (slice) => {
  const restCell = beginCell().storeSlice(slice).endCell();
  const list = [];
  for (let at = restCell.beginParse(); ; at = at.loadRef().beginParse()) {
    list.push(writeRawAddress(at.loadAddress()));
    if (at.remainingRefs === 0) break;
  }
  return [list, restCell.toBoc().toString("base64")];
};

/** @type {import("./forms.mjs").Bodies} */
export const BODIES = {
  "0xa7733acd": [
    "vesting_send_message",
    [
      ["query_id", u64],
      ["send_mode", u8],
      ["message", readCell],
    ],
  ],
  "0xf7733acd": ["vesting_send_message_response", [["query_id", u64]]],
  "0x7258a69b": [
    "vesting_add_white_list",
    [
      ["query_id", u64],
      ["addresses_ref_snake", readAddresses],
    ],
  ],
  "0xf258a69b": ["vesting_add_white_list_response", [["query_id", u64]]],
};
