// Checks that work is linear in the size of the input: in no shape of input does a byte cost more because the input is large. Only ratios count.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createClientShapes } from "./client-shapes.mjs";
import {
  listAttacks,
  makeGateway,
  createGatewayShapes,
  makeValidRequest,
  listValidRequests,
  readRaisedLimits,
} from "./gateway-shapes.mjs";
import { readCpuMs, measureGrowth, summarizeGrowth, assertWithin } from "./growth.mjs";

const BODY_BYTES = 880_000;
const JSON_TYPE = { "content-type": "application/json" };

describe("the measurement of growth", () => {
  /** Does some work for the processor, `count` times. */
  const burnCpu = (count) => {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum = (Math.imul(sum, 31) + index) | 0;
    return sum;
  };
  const createShape = (largestSize, run) => ({ largest: largestSize, make: (size) => size, run });

  test("the measurement flags quadratic work", async () => {
    const growthReport = await measureGrowth(
      createShape(20_000, (size) => {
        for (let index = 0; index < size; index += 1) burnCpu(size);
      }),
    );
    assert.equal(growthReport.linear, false, summarizeGrowth(growthReport));
  });

  test("the measurement flags quadratic work beside much linear work", async () => {
    const growthReport = await measureGrowth(
      createShape(65_536, (size) => {
        burnCpu(size * 300);
        for (let index = 0; index < size; index += 1) burnCpu(size / 8);
      }),
    );
    assert.equal(growthReport.linear, false, summarizeGrowth(growthReport));
  });

  test("the measurement flags quadratic work also if the largest input is refused", async () => {
    const growthReport = await measureGrowth(
      createShape(1 << 17, (size) => {
        if (size <= 16_384) for (let index = 0; index < size; index += 1) burnCpu(size);
      }),
    );
    assert.equal(growthReport.linear, false, summarizeGrowth(growthReport));
  });

  test("the measurement passes linear work, `n log n` work, and input that is refused at once", async () => {
    for (const work of [
      (size) => burnCpu(size * 20),
      (size) => burnCpu(size * Math.log2(size + 1)),
      () => burnCpu(100),
      async (size) => burnCpu(size * 5),
    ]) {
      const growthReport = await measureGrowth(createShape(1 << 18, work));
      assert.equal(growthReport.linear, true, summarizeGrowth(growthReport));
    }
  });

  test("the measurement does not include the preparation of a run", async () => {
    const growthReport = await measureGrowth({
      ...createShape(8192, () => burnCpu(200_000)),
      start: (size) => {
        for (let index = 0; index < size; index += 4) burnCpu(size);
      },
    });
    assert.equal(growthReport.linear, true, summarizeGrowth(growthReport));
  });
});

/** Tests each shape of a kind with its own test. */
function checkShapes(shapes, faults) {
  for (const shape of shapes) {
    test(shape.title, { timeout: 60_000 }, async () => {
      const growthReport = await measureGrowth(shape);
      assert.ok(growthReport.linear, summarizeGrowth(growthReport));
      assert.deepEqual(faults, []);
    });
  }
}

describe("growth of the gateway's work in Node", async () => {
  const faults = [];
  checkShapes(createGatewayShapes(await readRaisedLimits(), faults), faults);
});

describe("growth of the client's work in Node", () => {
  const faults = [];
  checkShapes(createClientShapes(faults), faults);
});

test("a body of 80 000 distinct members is refused in at most twice the time of a valid body of its size", {
  timeout: 120_000,
}, async () => {
  for (const [config, isValid] of [
    [{}, listValidRequests],
    [{ unknownParameters: "forward" }, listValidRequests],
    [await readRaisedLimits(), makeValidRequest],
  ]) {
    const gateway = makeGateway({ ...config, cache: { adapter: "none" } });
    const post =
      (status) =>
      async ([path, body]) => {
        const response = await gateway.fetch(
          new Request(`https://gw.example${path}`, { method: "POST", headers: JSON_TYPE, body }),
          {},
          {},
        );
        await response.arrayBuffer();
        assert.ok(status(response.status), `${path}: ${response.status}`);
      };
    const [postRefused, postAccepted] = [
      post((status) => status >= 400 && status < 500),
      post((status) => status === 200),
    ];
    // The smaller size comes first, so that a failure takes little time.
    for (const size of [BODY_BYTES / 16, BODY_BYTES]) {
      for (const attack of /** @type {any[]} */ (listAttacks(size)))
        await assertWithin(
          2,
          () => postRefused(attack),
          () => postAccepted(isValid(size)),
          readCpuMs,
        );
    }
  }
});
