// Runs a devnet in the given folder and sends a transfer with every block. It prints each step after it is done, for the test that kills it.
import { writeSync } from "node:fs";

import { internal } from "@ton/core";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { runGetMethod } from "../upstream/devnet/view.mjs";

const { chain, clock, cast, ready: devnetReady } = await startDevnet({ state: process.argv[2], world: "small" });
await devnetReady;
const [from, to] = [cast.wallet("carol"), cast.wallet("ivan")];
for (;;) {
  const { stack } = await runGetMethod(chain, { account: from.account, method: "seqno", stack: [] });
  const messages = [internal({ to: to.address, value: 1_000_000n, bounce: false })];
  const { hash } = await chain.submit(
    from.transfer({ seqno: Number(/** @type {any} */ (stack[0]).value), messages, validUntil: chain.time() + 60 }),
  );
  writeSync(1, `accepted ${hash}\n`);
  await clock.step();
  writeSync(1, `block ${chain.head.mc.seqno} ${chain.head.mc.root_hash}\n`);
}
