// External messages: a node's checks before it forwards one, and its texts when it refuses one.
import { Cell, loadMessage } from "@ton/core";

import { Refusal } from "../refusal.mjs";
import { writeRawAddress } from "./account-name.mjs";
import { toBase64, computeNormalizedHash } from "./message.mjs";

const CANNOT_APPLY = "LITE_SERVER_UNKNOWN: cannot apply external message to current state";
const MAX_LOG = 3000;

/** @param {Buffer | Cell} boc @returns {{ cell: Cell, hash: string, hash_norm: string, destination: import("@ton/core").Address, account: string }} */
export function readExternal(boc) {
  let cell = boc;
  try {
    if (!(cell instanceof Cell)) {
      const roots = Cell.fromBoc(cell);
      if (roots.length !== 1) throw new Error(`a bag of one cell is needed, not of ${roots.length}`);
      cell = roots[0];
    }
  } catch (error) {
    throw new Refusal(500, `LITE_SERVER_UNKNOWN: cannot deserialize external message: ${error.message}`);
  }
  let message;
  try {
    message = loadMessage(cell.beginParse());
  } catch {
    throw new Refusal(500, "LITE_SERVER_UNKNOWN: cannot unpack external message: not a Message");
  }
  if (message.info.type !== "external-in")
    throw new Refusal(500, "LITE_SERVER_UNKNOWN: external message must begin with ext_in_msg_info$10");
  const { dest } = message.info;
  if (dest.workChain !== 0 && dest.workChain !== -1)
    throw new Refusal(500, `${CANNOT_APPLY} : unknown workchain ${dest.workChain}`);
  return {
    cell,
    hash: toBase64(cell.hash()),
    hash_norm: computeNormalizedHash(message),
    destination: dest,
    account: writeRawAddress(dest),
  };
}

/** The refusal of a message that the account did not accept. @param {string} account @param {import("./machine.mjs").NotExecuted} run */
export function makeNotAcceptedRefusal(account, run) {
  const address = account.split(":")[1];
  if (run.exitCode === undefined)
    return new Refusal(
      500,
      `${CANNOT_APPLY} : External message was not accepted\nCannot run message on account: inbound external message rejected by account ${address} before smart-contract execution`,
    );
  const stepCount = run.vmLog.split("\n").filter((line) => line.startsWith("execute ")).length;
  return new Refusal(
    500,
    `${CANNOT_APPLY} : External message was not accepted\nCannot run message on account: inbound external message rejected by transaction ${address}:\n` +
      `exitcode=${run.exitCode}, steps=${stepCount}, gas_used=0\nVM Log (truncated):\n${run.vmLog.slice(-MAX_LOG)}`,
  );
}

/** @param {string} reason */
export const makeCannotApplyRefusal = (reason) => new Refusal(500, `${CANNOT_APPLY} : ${reason}`);
