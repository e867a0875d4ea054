// The check in TypeScript, compiled and type-checked by ts-jest.
import { writeFileSync } from "node:fs";

import { expect, test } from "@jest/globals";
import { type Client, createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address";
import * as message from "ton-edge/message";
import * as tvm from "ton-edge/tvm";

// The check's module has no types.
const { use } = require("./use.cjs");

test("the check", async () => {
  const client: Client = createClient({ baseUrl: process.env.SERVICE! });
  const { last } = await client.v2.getMasterchainInfo();
  const seqno: number = last.seqno;
  expect(seqno).toBeGreaterThan(0);
  const result = await use(
    { packAddress, unpackAddress, isTonEdgeError, createClient, message, tvm: async () => tvm },
    process.env.SERVICE,
  );
  writeFileSync("result.json", JSON.stringify(result));
});
