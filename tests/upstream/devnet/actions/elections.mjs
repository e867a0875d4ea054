// Actions of validators: stakes that the elector took or refused, and stakes that it paid back.
import { ELECTOR_ADDRESS } from "../contracts/governance.mjs";
import { writeRawAddress } from "../account-name.mjs";
import { findNext } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found */

const ELECTOR = writeRawAddress(ELECTOR_ADDRESS);

/** @param {Node} node @param {string} request @param {string} confirmation names of bodies */
function makeRequest(node, request, confirmation) {
  if (node.tx.account !== ELECTOR || node.body?.name !== request || node.incoming.bounced) return undefined;
  const replyNode = findNext(node, confirmation);
  return { holder: node.incoming.source, answer: replyNode, nodes: replyNode ? [node, replyNode] : [node] };
}

/** @param {Node} node @returns {Found | undefined} */
function findElectionDeposit(node) {
  const foundRequest = makeRequest(node, "elector_new_stake", "elector_new_stake_confirmation");
  if (!foundRequest) return undefined;
  return {
    type: "election_deposit",
    success: foundRequest.answer !== undefined,
    nodes: foundRequest.nodes,
    details: { stake_holder: foundRequest.holder, amount: String(node.incoming.value) },
    accounts: [foundRequest.holder, ELECTOR],
  };
}

/** @param {Node} node @returns {Found | undefined} */
function findElectionRecover(node) {
  const request = makeRequest(node, "elector_recover_stake_request", "elector_recover_stake_response");
  if (!request) return undefined;
  return {
    type: "election_recover",
    success: request.answer !== undefined,
    nodes: request.nodes,
    details: {
      stake_holder: request.holder,
      ...(request.answer && { amount: String(request.answer.incoming.value) }),
    },
    accounts: [request.holder, ELECTOR],
  };
}

/** Finders of actions of several transactions, in the order in which they are tried: `(node, findContract) => Found | undefined`. */
export const FINDERS = [findElectionDeposit, findElectionRecover];

/** The types of these actions; no shortcut of `supported_action_types` names them. */
export const TYPES = { elections: ["election_deposit", "election_recover"] };
