// A contract of the masterchain that publishes libraries for its owner.
import { Cell, beginCell } from "@ton/core";

import { makeState } from "./code.mjs";

const MASTERCHAIN = -1;

/** The actions on a library: the modes of SETLIBCODE. */
const MODE = { remove: 0, public: 2 };

/**
 * The owner's address is its data. An empty body is money. Any other has to come from the owner: a code in a reference, and a mode.
 * SETCP0 DROP, DUP SREMPTY IFRET, SWAP CTOS, 4 LDU NIP LDMSGADDR DROP, c4 PUSH CTOS SDEQ 42 THROWIFNOT, LDREF 8 LDU DROP, SETLIBCODE
 */
const CODE = beginCell()
  .storeBuffer(
    Buffer.from(["ff0030", "20c702dc", "01d0", "d30331fa4030", "ed44d0c705f2aa", "d4d30730", "fb06"].join(""), "hex"),
  )
  .endCell();

/** @param {import("@ton/core").Address} owner */
export const buildPublisher = (owner) => makeState(CODE, beginCell().storeAddress(owner).endCell(), MASTERCHAIN);

/** @param {Cell} code @param {number} mode */
const setLibrary = (code, mode) => beginCell().storeUint(mode, 8).storeRef(code).endCell();

/** The body with which the owner publishes a code. @param {Cell} code */
export const buildPublish = (code) => setLibrary(code, MODE.public);

/** The body with which the owner withdraws a code. @param {Cell} code */
export const buildWithdraw = (code) => setLibrary(code, MODE.remove);
