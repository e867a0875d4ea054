// The multisig of version 2 and its orders: https://github.com/ton-blockchain/multisig-contract-v2
import { Dictionary } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";

/** The accounts of a dictionary of addresses, in the order of its keys. @param {import("@ton/core").Cell | null} cell @returns {string[]} */
export const listAccounts = (cell) =>
  cell === null
    ? []
    : [...Dictionary.loadDirect(Dictionary.Keys.Uint(8), Dictionary.Values.Address(), cell)]
        .sort(([a], [b]) => a - b)
        .map(([, address]) => writeRawAddress(address));

/** The results of `get_multisig_data`. @param {import("./contract.mjs").Answer} answer */
const makeMultisig = (answer) => ({
  next_order_seqno: String(answer.integer()),
  threshold: Number(answer.integer()),
  signers: listAccounts(answer.maybeCell()),
  proposers: listAccounts(answer.maybeCell()),
});

/** The results of `get_order_data`. It throws for an order that no multisig has filled. @param {import("./contract.mjs").Answer} answer */
const makeOrder = (answer) => {
  const multisig = answer.address();
  const seqno = answer.integer();
  const [threshold, isSent] = [Number(answer.integer()), answer.flag()];
  const signers = listAccounts(answer.cell());
  const [mask, count, expiration] = [answer.integer(), Number(answer.integer()), Number(answer.integer())];
  return { multisig, seqno, threshold, isSent, signers, mask, count, expiration, order: answer.cell() };
};

/** @type {Record<string, import("./index.mjs").Kind>} */
export const KINDS = {
  multisig_v2: {
    probe: "get_multisig_data",
    results: 4,
    async read(contract) {
      return { details: makeMultisig(await contract.ask("get_multisig_data")) };
    },
  },
  multisig_order_v2: {
    probe: "get_order_data",
    results: 9,
    async read(contract) {
      const order = makeOrder(await contract.ask("get_order_data"));
      if (!order.multisig) return undefined;
      // Anyone can deploy a contract that claims to have all approvals, but only the multisig knows its orders.
      const ownAddress = await contract.askOther(order.multisig, "get_order_address", [
        { type: "int", value: order.seqno },
      ]);
      if (ownAddress.address() !== contract.account) return undefined;
      return {
        parent: order.multisig,
        details: {
          multisig_address: order.multisig,
          order_seqno: String(order.seqno),
          threshold: order.threshold,
          sent_for_execution: order.isSent,
          approvals_mask: String(order.mask),
          approvals_num: order.count,
          expiration_date: order.expiration,
          order_boc: order.order.toBoc().toString("base64"),
          signers: order.signers,
        },
      };
    },
  },
};
