// Failover, retries, hedging and weights choose by height: an upstream that lags gets requests only if no other can respond, and its responses say
// so. On a simulated clock.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { BALANCE, isProbe, setUp, STATE } from "./height-upstreams.mjs";

const HEAD = "/api/v2/getMasterchainInfo";
const HEAD_V3 = "/api/v3/masterchainInfo";
const [A, B, C] = ["a.example", "b.example", "c.example"];
let accountCount = 0;
/** Paths of reads of an account that no other read has, so that each goes upstream. */
const makePaths = () => {
  accountCount += 1;
  const address = `0:${String(accountCount).padStart(64, "0")}`;
  return {
    state: `/api/v2/getAddressInformation?address=${address}`,
    balance: `/api/v2/getAddressBalance?address=${address}`,
    states: `/api/v3/accountStates?address=${address}`,
  };
};
const ADMIN = "a-token-of-an-operator";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** An upstream that responds after `ms`. */
const makeSlowSeqno = (seqno, ms) => async (_, path) => {
  if (!isProbe(path)) await sleep(ms);
  return seqno;
};
/** An upstream that responds to probes, but not to reads. */
const makeFailingSeqno = (seqno) => (_, path) => (isProbe(path) ? seqno : Number.NaN);
const listHosts = (requests) => requests.filter((line) => !isProbe(line)).map((line) => line.split(" ")[0]);

const onClock = (name, work) => test(name, () => onSimulatedClock(work));

describe("failover by height", () => {
  // The gateway's wasm module is compiled before the clock is simulated.
  before(() => setUp({ [A]: 1 }).read(BALANCE));

  onClock("a response of a lagging upstream after a failover says by how many blocks it is behind", async () => {
    const { seqnos, read } = setUp({ [A]: 1001, [B]: 951 });
    for (const path of [HEAD, HEAD_V3]) await read(path);
    seqnos[A] = Number.NaN;
    const { state, balance, states } = makePaths();
    for (const path of [state, balance, states]) {
      const { status, seqno, behind } = await read(path);
      assert.deepEqual([status, seqno, behind], [200, "951", "50"], path);
    }
    seqnos[A] = 1002;
    await sleep(11_000);
    const { seqno, behind } = await read(makePaths().state);
    assert.deepEqual([seqno, behind], ["1002", null], "the first upstream works again");
  });

  onClock("an upstream that failed and comes back behind the others says so, and is then not used", async () => {
    const { seqnos, read } = setUp({ [A]: Number.NaN, [B]: 1001 });
    assert.equal((await read(HEAD)).seqno, "1001");
    seqnos[A] = 951;
    await sleep(2000);
    const { balance } = makePaths();
    const firstRead = await read(balance);
    assert.deepEqual([firstRead.shownValue, firstRead.behind], [951, "50"]);
    const next = await read(makePaths().balance);
    assert.deepEqual([next.shownValue, next.behind], [1001, null]);
  });

  onClock("a block that another gateway has stored counts: a failover behind it says so", async () => {
    const entries = new Map();
    const adapter = { get: async (key) => entries.get(key), put: async (key, entry) => void entries.set(key, entry) };
    const otherGateway = setUp({ [A]: 1001, [B]: 951 }, { cache: { adapter } });
    for (const path of [HEAD, HEAD_V3]) await otherGateway.read(path);
    const { seqnos, read } = setUp({ [A]: 1001, [B]: 951 }, { cache: { adapter } });
    for (const path of [HEAD, HEAD_V3]) assert.match((await read(path)).cache, /hit/);
    seqnos[A] = Number.NaN;
    const { state, states } = makePaths();
    for (const path of [state, states]) assert.equal((await read(path)).behind, "50", path);
  });

  onClock("an upstream that is behind by fewer blocks than the setting is used as before", async () => {
    for (const [maxBehindBlocks, expectedBehind] of [
      [50, null],
      [49, "50"],
    ]) {
      const { seqnos, read } = setUp({ [A]: 1001, [B]: 951 }, { maxBehindBlocks });
      await read(HEAD);
      seqnos[A] = Number.NaN;
      assert.equal((await read(makePaths().state)).behind, expectedBehind, String(maxBehindBlocks));
    }
  });

  onClock("a failover passes over a lagging upstream, which gets the read only if all others fail", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 951, [C]: 1000 });
    await read(HEAD);
    seqnos[A] = Number.NaN;
    sentRequests.length = 0;
    const firstRead = await read(makePaths().balance);
    assert.deepEqual([firstRead.shownValue, firstRead.seqno, firstRead.behind], [1000, "1000", null]);
    assert.deepEqual(listHosts(sentRequests), [A, C]);
    seqnos[C] = makeFailingSeqno(1000);
    sentRequests.length = 0;
    const secondRead = await read(makePaths().balance);
    assert.deepEqual([secondRead.shownValue, secondRead.behind], [951, "50"]);
    assert.deepEqual(listHosts(sentRequests), [A, C, B]);
  });

  onClock(
    "a failover waits no longer for probes, however many callers probe an upstream whose head hangs",
    async () => {
      const { seqnos, read } = setUp({ [A]: 1001, [B]: 1000 });
      await read(HEAD);
      seqnos[A] = makeFailingSeqno(1001);
      seqnos[B] = async (_, path) => {
        if (isProbe(path)) await sleep(20_000);
        return 1000;
      };
      const waitingReads = Promise.all([1, 2, 3].map(() => read(makePaths().balance, 2000)));
      await sleep(400);
      const { status, ms } = await read(makePaths().balance);
      assert.equal(status, 200);
      assert.ok(ms < 700, `${ms} ms: 300 before the failover, and 300 for the height of its response`);
      for (const { error } of await waitingReads) assert.equal(error, "behind");
    },
  );

  onClock("v2 and v3 have separate heights", async () => {
    const { seqnos, read } = setUp({
      [A]: 1001,
      [B]: (_, path) => (path.startsWith("/api/v3/") ? 951 : 1001),
      [C]: (_, path) => (path.startsWith("/api/v3/") ? 1001 : 951),
    });
    for (const path of [HEAD, HEAD_V3]) await read(path);
    seqnos[A] = Number.NaN;
    assert.equal((await read(makePaths().balance)).shownValue, 1001);
    assert.equal((await read(makePaths().states)).shownValue, 1001);
  });

  onClock(
    "a response behind does not replace a cached one that is newer, and a cached one says that it is behind",
    async () => {
      const { seqnos, read } = setUp({ [A]: 1001, [B]: 951 });
      await read(HEAD);
      for (const path of [STATE, BALANCE]) await read(path);
      seqnos[A] = Number.NaN;
      await sleep(2500);
      for (const path of [STATE, BALANCE]) {
        for (const wait of [0, 100, 5000]) {
          await sleep(wait);
          const { shownValue, seqno, behind } = await read(path);
          assert.deepEqual([shownValue, seqno, behind], [1001, "1001", null], path);
        }
      }
      const otherPath = STATE.replace("83", "84");
      for (const state of [/fwd=miss/, /hit/]) {
        const { seqno, behind, cache } = await read(otherPath);
        assert.deepEqual([seqno, behind], ["951", "50"]);
        assert.match(cache, state);
      }
    },
  );

  onClock("the log says that a caller got a stale response in place of one behind", async () => {
    const lines = [];
    const settings = { logLevel: "info", log: (line) => lines.push(JSON.parse(line)) };
    const { seqnos, read } = setUp({ [A]: 1001, [B]: 951 }, settings);
    await read(HEAD);
    await read(STATE);
    seqnos[A] = Number.NaN;
    await sleep(5000);
    const { shownValue, cache } = await read(STATE);
    assert.equal(shownValue, 1001);
    assert.match(cache, /fwd=stale; detail=behind/);
    assert.equal(lines.filter(({ event }) => event === "request").at(-1).cache, "stale");
  });

  onClock("each upstream is probed at most once per second, however many reads fail over", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 951, [C]: 1001 }, { breaker: { failures: 1000 } });
    await read(HEAD);
    seqnos[A] = Number.NaN;
    sentRequests.length = 0;
    for (let round = 0; round < 10; round += 1) {
      const reads = await Promise.all(Array.from({ length: 20 }, () => read(makePaths().balance)));
      for (const { shownValue } of reads) assert.equal(shownValue, 1001);
      await sleep(200);
    }
    const probes = sentRequests.filter(isProbe);
    assert.ok(probes.length >= 4 && probes.length <= 8, probes.join());
    assert.ok(!listHosts(sentRequests).includes(B));
  });

  onClock("a probe that hangs delays a failover by 300 ms, and one that fails not at all", async () => {
    for (const { probe, longest: longestMs } of [
      { probe: () => new Promise(() => {}), longest: 340 },
      { probe: () => Number.NaN, longest: 60 },
    ]) {
      const { seqnos, read } = setUp(
        { [A]: 1001, [B]: (_, path) => (isProbe(path) ? probe() : 1001) },
        { breaker: { failures: 1000 } },
      );
      await read(HEAD);
      seqnos[A] = Number.NaN;
      const { status, ms } = await read(makePaths().balance);
      assert.equal(status, 200);
      assert.ok(ms <= longestMs, String(ms));
    }
  });

  onClock("a read that does not fail over costs no probe", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 951, [C]: 1001 });
    for (let round = 0; round < 5; round += 1) {
      for (const path of Object.values(makePaths())) await read(path);
      seqnos[A] += 1;
      await sleep(1000);
    }
    assert.ok(!sentRequests.some(isProbe), sentRequests.join());
    seqnos[A] = Number.NaN;
    sentRequests.length = 0;
    await read(makePaths().states);
    assert.ok(sentRequests.filter(isProbe).length <= 2, "no block of v3 is known");
  });

  onClock("a first upstream that lags is passed over until it has caught up", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 1001 });
    await read(makePaths().state);
    seqnos[A] = 951;
    const { shownValue, behind } = await read(makePaths().state);
    assert.deepEqual([shownValue, behind], [951, "50"], "nobody knew");
    sentRequests.length = 0;
    assert.equal((await read(makePaths().state)).shownValue, 1001);
    assert.deepEqual(listHosts(sentRequests), [B]);
    seqnos[A] = 1001;
    await sleep(1100);
    sentRequests.length = 0;
    assert.equal((await read(makePaths().state)).shownValue, 1001);
    assert.deepEqual(listHosts(sentRequests), [A]);
  });
});

describe("hedging by height", () => {
  const HEDGING = { hedgeAfterMs: 50 };

  onClock("a lagging upstream gets no hedged request, and the read only if the first upstream fails", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 951 }, HEDGING);
    await read(HEAD);
    seqnos[A] = makeSlowSeqno(1001, 500);
    sentRequests.length = 0;
    const firstRead = await read(makePaths().balance);
    assert.deepEqual([firstRead.shownValue, firstRead.behind], [1001, null]);
    assert.deepEqual(listHosts(sentRequests), [A]);
    seqnos[A] = async (_, path) => (isProbe(path) ? 1001 : sleep(500).then(() => Number.NaN));
    const secondRead = await read(makePaths().balance);
    assert.deepEqual([secondRead.shownValue, secondRead.behind], [951, "50"]);
  });

  onClock("a hedged request goes to an upstream that does not lag", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 951, [C]: 1001 }, HEDGING);
    await read(HEAD);
    seqnos[A] = makeSlowSeqno(1001, 5000);
    sentRequests.length = 0;
    const { shownValue, ms } = await read(makePaths().balance);
    assert.deepEqual([shownValue, listHosts(sentRequests)], [1001, [A, C]]);
    assert.ok(ms < 200, String(ms));
  });

  onClock(
    "the response of a lagging upstream is used only if the other one fails, even if it is the first",
    async () => {
      for (const isFailing of [false, true]) {
        const { seqnos, read } = setUp({ [A]: 1001, [B]: 1001 }, HEDGING);
        await read(HEAD);
        // The first upstream shows an old block, after the hedged request was sent and before its response.
        seqnos[A] = makeSlowSeqno(951, 80);
        seqnos[B] = isFailing
          ? (_, path) => (isProbe(path) ? 1001 : sleep(200).then(() => Number.NaN))
          : makeSlowSeqno(1001, 200);
        const { shownValue, behind } = await read(makePaths().state);
        assert.deepEqual([shownValue, behind], isFailing ? [951, "50"] : [1001, null]);
      }
    },
  );

  onClock("the newer of two responses that are behind is used", async () => {
    const { seqnos, read } = setUp({ [A]: 1001, [B]: 1001 }, HEDGING);
    await read(HEAD);
    seqnos[A] = makeSlowSeqno(931, 80);
    seqnos[B] = async (_, path) => (isProbe(path) ? 1001 : sleep(200).then(() => 951));
    const { shownValue, behind } = await read(makePaths().state);
    assert.deepEqual([shownValue, behind], [951, "50"]);
  });
});

describe("weights by height", () => {
  onClock("an upstream that lags is not drawn until it has caught up", async () => {
    const weights = { [A]: { weight: 50 }, [B]: { weight: 50 } };
    const { sentRequests, seqnos, read } = setUp({ [A]: 1001, [B]: 951 }, {}, weights);
    let oldBlockCount = 0;
    for (let reads = 0; reads < 200; reads += 1)
      if ((await read(makePaths().state)).shownValue === 951) oldBlockCount += 1;
    assert.ok(oldBlockCount <= 6, `${oldBlockCount} of 200, before both upstreams had shown a block, and none later`);
    sentRequests.length = 0;
    for (let reads = 0; reads < 100; reads += 1) assert.equal((await read(makePaths().balance)).shownValue, 1001);
    assert.ok(sentRequests.filter(isProbe).length <= 4, "probes of the lagging upstream");
    seqnos[B] = 1001;
    await sleep(1100);
    sentRequests.length = 0;
    for (let reads = 0; reads < 100; reads += 1) await read(makePaths().balance);
    const share = listHosts(sentRequests).filter((host) => host === B).length;
    assert.ok(share >= 20 && share <= 80, String(share));
  });
});

describe("an upstream with a wrong block", () => {
  onClock("a wrong seqno from one upstream does not make the preferred upstream count as lagging", async () => {
    const { sentRequests, seqnos, read } = setUp({ [A]: makeFailingSeqno(1001), [B]: 4_000_000_000 });
    await read(HEAD);
    const wrongRead = await read(makePaths().state);
    assert.deepEqual(
      [wrongRead.shownValue, wrongRead.seqno, wrongRead.behind],
      [4_000_000_000, null, null],
      "the seqno is not a height",
    );
    seqnos[A] = 1002;
    await sleep(11_000);
    sentRequests.length = 0;
    const { shownValue, seqno, behind } = await read(makePaths().state);
    assert.deepEqual([shownValue, seqno, behind, listHosts(sentRequests)], [1002, "1002", null, [A]]);
    assert.equal((await read(makePaths().state)).seqno, "1002");
  });

  onClock("one wrong upstream of three does not make the two others lag, whichever it is", async () => {
    for (const brokenHost of [A, B, C]) {
      const otherHosts = [A, B, C].filter((host) => host !== brokenHost);
      const { seqnos, read } = setUp({ [A]: 1001, [B]: 1001, [C]: 1001, [brokenHost]: 4_000_000_000 });
      await read(HEAD);
      const first = seqnos[A];
      seqnos[A] = makeFailingSeqno(first);
      await read(makePaths().state);
      for (const host of otherHosts) seqnos[host] = host === A ? makeFailingSeqno(1001) : 1001;
      await sleep(1100);
      await read(makePaths().state);
      seqnos[A] = first;
      await sleep(11_000);
      for (let reads = 0; reads < 3; reads += 1) await read(makePaths().state);
      for (const host of otherHosts) {
        for (const otherHost of [A, B, C]) seqnos[otherHost] = otherHost === host ? 1001 : Number.NaN;
        const { status, shownValue, behind } = await read(makePaths().state);
        assert.deepEqual([status, shownValue, behind], [200, 1001, null], `${brokenHost} is wrong, ${host} responds`);
      }
    }
  });

  onClock("whatever one upstream shows, every read gets a response", async () => {
    for (const lieSeqno of [1, 900, 50_000, 4_000_000_000]) {
      const { seqnos, read } = setUp({ [A]: lieSeqno, [B]: 1001 });
      for (let reads = 0; reads < 5; reads += 1) assert.equal((await read(makePaths().state)).status, 200);
      seqnos[A] = Number.NaN;
      for (let reads = 0; reads < 20; reads += 1)
        assert.equal((await read(makePaths().state)).status, 200, String(lieSeqno));
      seqnos[A] = lieSeqno;
      seqnos[B] = Number.NaN;
      await sleep(11_000);
      for (let reads = 0; reads < 5; reads += 1)
        assert.equal((await read(makePaths().state)).status, 200, String(lieSeqno));
    }
  });
});

describe("metrics and alerts about heights", () => {
  test("metrics, readiness and an alert have the heights", async () => {
    const lines = [];
    const { seqnos, read, gateway } = setUp(
      { [A]: 1001, [B]: 951 },
      { adminToken: ADMIN, logLevel: "warn", log: (line) => lines.push(JSON.parse(line)) },
    );
    const get = async (path) => {
      const headers = { authorization: `Bearer ${ADMIN}` };
      return (await gateway.fetch(new Request(`https://gw.example${path}`, { headers }))).text();
    };
    await read(HEAD);
    seqnos[A] = makeFailingSeqno(1001);
    for (let reads = 0; reads < 3; reads += 1) await read(makePaths().state);
    const metrics = await get("/metrics");
    const matchSeries = (name, host, generation) =>
      new RegExp(`^${name}\\{network="mainnet",upstream="${host}",generation="${generation}"\\} (\\d+)$`, "m").exec(
        metrics,
      )?.[1];
    assert.equal(matchSeries("ton_edge_upstream_seqno", A, "v2"), "1001");
    assert.equal(matchSeries("ton_edge_upstream_seqno", B, "v2"), "951");
    assert.equal(matchSeries("ton_edge_upstream_seqno", B, "v3"), undefined);
    assert.equal(matchSeries("ton_edge_upstream_blocks_behind", A, "v2"), "0");
    assert.equal(matchSeries("ton_edge_upstream_blocks_behind", B, "v2"), "50");
    assert.equal(matchSeries("ton_edge_upstream_responses_behind_total", B, "v2"), "3");
    assert.equal(matchSeries("ton_edge_upstream_responses_behind_total", A, "v2"), "0");
    const alerts = lines.filter(({ code }) => code === "upstream_behind");
    assert.equal(alerts.length, 1, "one per minute");
    assert.match(alerts[0].alert, /mainnet: .* v2 .* 50 blocks behind, from upstream 1 \(b\.example\)/);
    const report = JSON.parse(await get("/readyz"));
    const { time, ...height } = report.networks.mainnet.services[1].heights.v2;
    assert.deepEqual(height, { seqno: 951, behind: 50 });
    assert.ok(!Number.isNaN(Date.parse(time)), time);
    assert.ok(report.alerts.some(({ code }) => code === "upstream_behind"));
  });

  onClock("the alert is repeated once per minute", async () => {
    const lines = [];
    const settings = { logLevel: "warn", log: (line) => lines.push(JSON.parse(line).code) };
    const { seqnos, read } = setUp({ [A]: 1001, [B]: 951 }, settings);
    await read(HEAD);
    seqnos[A] = makeFailingSeqno(1001);
    for (let second = 0; second < 125; second += 1) {
      await read(makePaths().state);
      await sleep(1000);
    }
    assert.equal(lines.filter((code) => code === "upstream_behind").length, 3);
  });
});
