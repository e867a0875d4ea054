// The gateway view in headless Chromium, in front of the replay upstream: the parts for every visitor, the parts for an operator; and the
// admin token is sent only in its header.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../helpers/stack.mjs";
import { findAxeViolations } from "./axe.mjs";
import { waitForApp, assertLooks, eventually, describeFit, serveSources, createPageTest } from "./visit.mjs";

const TOKEN = "a-token-of-the-operators";
/** The recordings have no newest v3 block, so /readyz responds with 503; the browser logs that. */
const UNREADY_MESSAGE = /status of 503/;

let stack;
let bareStack;
let browser;
before(async () => {
  stack = await startStack({
    bindings: {
      TON_EDGE_ADMIN_TOKEN: TOKEN,
      TON_EDGE_CACHE_ADAPTER: "memory",
      TON_EDGE_LIMITS_KEYLESS: "1000",
      TON_EDGE_LIMITS_BUDGET: "1000",
    },
  });
  bareStack = await startStack();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await stack?.close();
  await bareStack?.close();
});

const testPage = createPageTest(() => ({ stack, browser }));
const testPageWithoutToken = createPageTest(() => ({ stack: bareStack, browser }));
const openPage = async (page, url = stack.url) => {
  await page.goto(`${url}/#/gateway/`);
  await waitForApp(page);
};
const readText = (page, id) => page.locator(`#gateway-${id}`).textContent();
const findTokenField = (page) => page.getByLabel("Admin token");
const enterToken = async (page, value = TOKEN) => {
  await findTokenField(page).fill(value);
  await page.keyboard.press("Enter");
};
const waitForLive = (page) => page.locator("#gateway-live").waitFor();
const enterAndPause = async (page) => {
  await enterToken(page);
  // Waits for the second refresh: the first one ran before /readyz had checked the upstreams.
  await eventually(
    async () => (await readText(page, "requests")) !== "…" && (await readText(page, "ready")) !== "",
    true,
  );
  await page.getByRole("button", { name: "Pause" }).click();
};
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const setVisibility = (page, state) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

const fetchStatus = async (path) => {
  const response = await fetch(stack.url + path);
  await response.arrayBuffer();
  return response.status;
};
async function makeTraffic() {
  for (let n = 0; n < 4; n++) assert.equal(await fetchStatus("/api/v2/getMasterchainInfo"), 200);
  for (let n = 0; n < 3; n++) assert.equal(await fetchStatus("/api/v3/blocks?limit=1001"), 422);
}
/** The sum of a series, read directly from the gateway and without the web app's metrics reader. */
async function sumSeries(name, pattern = /./) {
  const metrics = await (await fetch(`${stack.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  return metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && pattern.test(line))
    .reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);
}
/** Collects the web app's requests to the operator's paths. */
const collectRequests = (page) => {
  const requests = [];
  page.on("request", (request) => {
    if (/\/(metrics|readyz)$/.test(request.url())) requests.push(request);
  });
  return requests;
};

describe("the gateway view of a visitor", () => {
  testPage("a visitor sees the gateway's health, and the outcome of a test request", async (page) => {
    await delay(3000); // until the cached response has expired
    await openPage(page);
    const { version } = await (await fetch(`${stack.url}/healthz`)).json();
    await eventually(() => readText(page, "health"), "Up");
    assert.equal(await readText(page, "version"), version);
    assert.equal(await readText(page, "network"), "Mainnet");
    assert.match(await readText(page, "block"), /^[\d,]+$/);
    assert.equal(await readText(page, "read-status"), "Status 200");
    assert.equal(await readText(page, "read-cache"), "Miss");
    assert.match(await readText(page, "read-why"), /^Fetched from upstream, and stored/);
    assert.match(await readText(page, "timing"), /Upstream [\d.]+ m?s.*Gateway [\d.]+ m?s.*Network [\d.]+ m?s/);
    await page.getByText("Response headers").click();
    assert.match(await page.locator("#gateway-read-headers").innerText(), /cache-status\s+ton-edge; fwd=miss; stored/);
    // On a busy machine, the response may expire between two of the requests.
    await eventually(async () => {
      const response = page.waitForResponse(/\/api\//);
      await page.getByRole("button", { name: "Send again" }).click();
      await response;
      await page.waitForTimeout(200);
      return readText(page, "read-cache");
    }, "Hit");
    assert.match(
      await readText(page, "read-why"),
      /does not count towards your limit\. It is .* old, and fresh for \d s more\.|does not count towards your limit\./,
    );
    // A cache hit does not count towards the limit, which is unchanged since the last reading.
    assert.match(await readText(page, "read-limit"), /^\d+ left of 1000 per second$/);
    assert.equal(await page.locator("#gateway-live").isVisible(), false);
  });

  testPage("a visitor sees their own limit, even if the cheapest request is in the cache", async (page) => {
    await openPage(page);
    await eventually(async () => /^\d+ left of 1000 per second$/.test(await readText(page, "read-limit")), true);
    await page.goto("about:blank");
    await openPage(page);
    await eventually(async () => /^\d+ left of 1000 per second$/.test(await readText(page, "read-limit")), true);
    assert.equal(await readText(page, "limit-name"), "keyless");
    await eventually(() => readText(page, "limit-reset"), "All of it is available");
    assert.match(await readText(page, "gauge"), /^1,000of 1,000$/);
    assert.match(await readText(page, "limit-why"), /counted by your IP address/);
  });

  testPage("after a response that failed, the limit is not known", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    await page.route("**/api/**", (route) => route.fulfill({ status: 500, json: { error: "no" } }));
    await openPage(page);
    await eventually(() => readText(page, "read-limit"), "Not known");
    assert.doesNotMatch(await readText(page, "limit-why"), /does not limit/);
  });

  testPageWithoutToken("a gateway without limits says so", async (page) => {
    await openPage(page, bareStack.url);
    await eventually(() => readText(page, "read-limit"), "No limit for you");
    await eventually(() => readText(page, "read-cache"), "No cache");
  });

  testPage("a visitor sees how long their own requests from all views took", async (page) => {
    await page.goto(`${stack.url}/#/address/`);
    await waitForApp(page);
    await page.evaluate(async () => {
      // A response counts only after its body was read.
      const fetchText = async (path) => (await fetch(path, { cache: "no-store" })).text();
      for (let n = 0; n < 3; n++) await fetchText(`/api/v2/detectAddress?address=0:${"0".repeat(64)}`);
      await fetchText("/healthz");
    });
    await page.evaluate(() => {
      location.hash = "#/gateway/";
    });
    await eventually(async () => Number.parseInt(await readText(page, "own-count"), 10) >= 4, true);
    const count = Number.parseInt(await readText(page, "own-count"), 10);
    assert.equal(await page.locator("#gateway-own-bars rect").count(), count);
    for (const id of ["latency", "own-median", "own-late"]) assert.match(await readText(page, id), /^[\d.]+ m?s$/);
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    testPage(
      `${width} by ${height}: the first screen shows the gateway's health and the visitor's limit, and nothing shifts`,
      async (page) => {
        await page.addInitScript(() => {
          /** @type {any[]} */
          const movedValues = [];
          Object.assign(window, { moved: movedValues });
          new PerformanceObserver((list) => {
            for (const entry of /** @type {any[]} */ (list.getEntries()))
              movedValues.push([entry.value, entry.sources.map(({ node }) => node?.id || node?.className)]);
          }).observe({ type: "layout-shift", buffered: true });
        });
        await openPage(page);
        await eventually(() => readText(page, "health"), "Up");
        await eventually(async () => / left of /.test(await readText(page, "read-limit")), true);
        await delay(500);
        for (const id of ["health", "network", "latency", "gauge", "read-limit", "limit-why"]) {
          const { y, height: panelHeight } = await page.locator(`#gateway-${id}`).boundingBox();
          assert.ok(y >= 0 && y + panelHeight <= height, `${id} ends at ${y + panelHeight}`);
        }
        assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).moved), []);
      },
      { viewport: { width, height } },
    );

  testPage("an unreachable gateway is reported, and the view recovers", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await openPage(page);
    await eventually(() => readText(page, "health"), "Up");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Send again" }).click();
    await eventually(
      async () => /^The gateway cannot be reached\./.test(await readText(page, "visitor-message")),
      true,
    );
    assert.equal(await readText(page, "health"), "No response");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send again" }).click();
    await eventually(() => readText(page, "visitor-message"), "");
    await eventually(() => readText(page, "health"), "Up");
  });
});

describe("the gateway view of an operator", () => {
  testPage("the operator's numbers equal those of /metrics", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    await makeTraffic();
    await openPage(page);
    await eventually(() => readText(page, "health"), "Up");
    await enterAndPause(page);
    const [requests, attempts, failed, hits, misses, ok, refused, entries, bytes] = [
      await sumSeries("ton_edge_requests_total", /generation="v/),
      await sumSeries("ton_edge_upstream_attempts_total"),
      await sumSeries("ton_edge_upstream_attempts_total", /outcome="(failed|timeout|unreachable|broken_off)"/),
      await sumSeries("ton_edge_requests_total", /cache="hit"/),
      await sumSeries("ton_edge_requests_total", /cache="miss"/),
      await sumSeries("ton_edge_requests_total", /generation="v.*outcome="success"/),
      await sumSeries("ton_edge_requests_total", /generation="v.*outcome="(invalid|limited|cancelled)"/),
      await sumSeries("ton_edge_cache_entries"),
      await sumSeries("ton_edge_cache_bytes"),
    ];
    assert.ok(ok >= 4 && refused >= 3 && hits >= 1);
    assert.equal(await readText(page, "requests-total"), `${requests} in total, ${refused} refused, ${ok} served`);
    assert.ok((await readText(page, "cache-total")).startsWith(`${hits} hits, `));
    assert.ok((await readText(page, "cache-total")).includes(`, ${misses} misses, `));
    assert.equal(await readText(page, "attempts-total"), `${attempts} in total, ${failed} failed`);
    assert.ok((await readText(page, "cache-entries")).startsWith(`${entries} entr`));
    assert.equal(
      Number.parseFloat(await readText(page, "cache-size")),
      Number((bytes < 1000 ? bytes : bytes / 1000).toPrecision(3)),
    );
    assert.match(await readText(page, "callers"), /^0 requests queued for the rate budget, \d+ callers? remembered$/);
    assert.equal(await readText(page, "breakers"), "All closed");
    assert.match(await readText(page, "isolate"), /^[0-9a-f]{8}$/);
    assert.match(await readText(page, "errors"), /invalid_parameter\d/);
  });

  testPage("traffic is shown as rates, and as charts with descriptions", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    await openPage(page);
    await enterToken(page);
    await waitForLive(page);
    assert.equal(await readText(page, "requests"), "…");
    await makeTraffic();
    await eventually(async () => Number(await readText(page, "requests")) > 0, true);
    assert.match(await readText(page, "chart-requests"), /Served: [\d.]+ now, [\d.]+ max.*Refused \(4xx\): [\d.]+ now/);
    assert.match(await readText(page, "responses-spread"), /^median about [\d.]+ ms, 95th percentile about [\d.]+ ms$/);
    await page.locator("#gateway-chart-requests path.series").first().waitFor();
  });

  testPage(
    "charts have an axis from zero with whole labels, also where nothing happens",
    async (page, expectedMessages) => {
      expectedMessages.push(UNREADY_MESSAGE);
      await openPage(page);
      await enterToken(page);
      await eventually(async () => /now, [\d.]+ max/.test(await readText(page, "chart-requests")), true);
      for (const name of ["requests", "cache", "time"]) {
        const chart = page.locator(`#gateway-chart-${name} svg`);
        const labels = await chart.locator("text.tick[text-anchor=end]").allTextContents();
        assert.match(labels[0], /^0( ms)?$/);
        assert.equal(new Set(labels).size, 5);
        // The chart is drawn again after its width has changed.
        const findClippedLabels = () =>
          chart.evaluate((element) => {
            const chartBox = element.getBoundingClientRect();
            return [...element.querySelectorAll("text")].filter((label) => {
              const { left, right, top, bottom } = label.getBoundingClientRect();
              return (
                left < chartBox.left - 1 ||
                right > chartBox.right + 1 ||
                top < chartBox.top - 1 ||
                bottom > chartBox.bottom + 1
              );
            }).length;
          });
        await eventually(findClippedLabels, 0);
      }
      // Refusals of earlier tests are older than the chart's range, so its line lies on the axis.
      const { failed, axis } = await page.locator("#gateway-chart-requests svg").evaluate((element) => ({
        failed: element.querySelector(".series.bad, .point.bad").getBoundingClientRect(),
        axis: element.querySelector(".axis").getBoundingClientRect(),
      }));
      assert.ok(Math.abs(failed.bottom - axis.bottom) < 4);
    },
  );

  testPage(
    "operations, kinds of operations, budgets and names of upstreams are shown",
    async (page, expectedMessages) => {
      expectedMessages.push(UNREADY_MESSAGE);
      await makeTraffic();
      await openPage(page);
      await enterAndPause(page);
      const readCells = (id) =>
        page
          .locator(`#gateway-${id} tr`)
          .evaluateAll((rows) => rows.map((row) => [...row.children].map((element) => element.textContent)));
      const operations = await readCells("operations");
      const blocks = operations.find(([name]) => name === "v3 blocks");
      const [count, refused] = [
        await sumSeries("ton_edge_requests_total", /operation="blocks"/),
        await sumSeries("ton_edge_requests_total", /operation="blocks".*outcome="invalid"/),
      ];
      assert.deepEqual([blocks[1], blocks[3], blocks[4]], [String(count), `${(100 * refused) / count} %`, "–"]);
      const headRow = operations.find(([name]) => name === "v2 getMasterchainInfo");
      const [hits, allCount] = [
        await sumSeries("ton_edge_requests_total", /operation="getMasterchainInfo".*cache="(hit|stale|collapsed)"/),
        await sumSeries("ton_edge_requests_total", /operation="getMasterchainInfo".*cache="(?!none)/),
      ];
      assert.equal(Math.round(Number.parseFloat(headRow[4])), Math.round((100 * hits) / allCount));
      const classes = await readCells("classes");
      assert.ok(classes.some(([name]) => name === "Blocks") && classes.some(([name]) => name === "Blockchain data"));
      for (const [, requests, ...times] of classes) {
        assert.ok(Number(requests.replace(",", "")) > 0);
        for (const time of times) assert.match(time, /^(> )?[\d.]+ m?s$/);
      }
      const [mainnet] = await readCells("services");
      assert.ok(mainnet[0].includes(new URL(stack.upstream).host), mainnet[0]);
      assert.match(mainnet[6], /^[\d.]+ +[\d.]+ % of 1,?000\/s$/);
      assert.match(await readText(page, "alarm"), /^No upstream of mainnet is ready/);
      assert.match(await readText(page, "alerts"), /None in this isolate|×|,/);
    },
  );

  testPage(
    "all isolates, recent alerts and the state of health are shown as the gateway reports them",
    async (page) => {
      let breaker = 0;
      let readCount = 0;
      const writeMetrics = () =>
        [
          'ton_edge_start_time_seconds{isolate="aa"} 5',
          `ton_edge_requests_total{isolate="aa",network="mainnet",generation="v2",operation="x",outcome="success",cache="none"} ${(readCount += 1)}`,
          `ton_edge_fleet_requests_total{network="mainnet",generation="v3",operation="jetton/masters",outcome="success"} ${1000 * readCount}`,
          'ton_edge_fleet_cache_total{cache="hit"} 3',
          'ton_edge_fleet_cache_total{cache="miss"} 1',
          `ton_edge_breaker_state{isolate="aa",network="mainnet",upstream="one.example",state="open"} ${breaker}`,
          'ton_edge_budget_requests_per_second{isolate="aa",network="mainnet",upstream="one.example"} 10',
          'ton_edge_budget_waiting_requests{isolate="aa",network="mainnet",upstream="one.example"} 3',
        ].join("\n");
      const service = { ready: true, host: "one.example", globalId: -239, seqno: 1234567, headAge: 3.2 };
      const heights = { v2: { seqno: 1234567, behind: 0 }, v3: { seqno: 1234000, behind: 567 } };
      const services = [service, { ...service, host: "two.example", heights }];
      const alerts = [
        {
          time: new Date().toISOString(),
          level: "error",
          code: "upstream_key_refused",
          alert: "<b>refused\u202e",
          network: "mainnet",
          upstream: 0,
          count: 3,
        },
        {
          time: "2026-01-01T00:00:00.000Z",
          level: "warn",
          code: "cache_unavailable",
          alert: "the cache failed",
          count: 1,
        },
      ];
      await page.route("**/metrics", (route) => route.fulfill({ body: writeMetrics() }));
      await page.route("**/readyz", (route) =>
        route.fulfill({
          json: { ready: true, networks: { mainnet: { ready: true, needed: true, services } }, alerts },
        }),
      );
      await openPage(page);
      await enterToken(page);
      await waitForLive(page);
      await eventually(() => readText(page, "alarm"), "The upstream two.example of mainnet lags by 567 blocks.");
      await eventually(() => readText(page, "ready"), "Ready");
      const cells = await page.locator("#gateway-services td").allTextContents();
      assert.deepEqual(cells.slice(0, 6), [
        "one.example mainnet 1",
        "Ready",
        "1,234,5673.2 s old",
        "the newest",
        "not known",
        "not known",
      ]);
      assert.match(cells[6], /^(–|0) 0 % of 10\/s3 queued$/);
      assert.equal(cells[13], "the newestv3: 567 behind, at 1,234,000");
      const rows = await page.locator("#gateway-alerts li").allTextContents();
      assert.match(rows[0], /^<b>refused\[U\+202E\] ×3error, upstream_key_refused, mainnet 1, /);
      assert.match(rows[1], /^the cache failedwarn, cache_unavailable, \d+ \w+ ago$/);
      assert.match(await readText(page, "operations"), /^v2 x/);
      await page.getByRole("button", { name: "All isolates" }).click();
      await eventually(async () => /^v3 jetton\/masters/.test(await readText(page, "operations")), true);
      assert.equal(await readText(page, "hits"), "75 %");
      await eventually(async () => Number(await readText(page, "requests")) > 100, true);
      await page.getByRole("button", { name: "This isolate" }).click();
      await eventually(async () => Number(await readText(page, "requests")) < 10, true);
      breaker = 1;
      await eventually(
        () => readText(page, "alarm"),
        "The gateway does not use these upstreams for now, since they failed: mainnet one.example.The upstream two.example of mainnet lags by 567 blocks.",
      );
      assert.match(await page.locator("#gateway-services").textContent(), /Breaker open/);
      assert.deepEqual(await findAxeViolations(page), []);
    },
  );

  testPage("keys, streams and reloads are shown as the metrics name them", async (page) => {
    const keyLines = Array.from(
      { length: 25 },
      (_, n) => `ton_edge_key_requests_total{isolate="aa",plan="pro",key="k${n}",outcome="success"} ${100 - n}`,
    );
    const writeMetrics = (successCount) =>
      [
        'ton_edge_start_time_seconds{isolate="aa"} 5',
        ...keyLines,
        'ton_edge_key_requests_total{isolate="aa",plan="pro",key="k0",outcome="limited"} 100',
        'ton_edge_key_requests_total{isolate="aa",plan="",key="<b>\u202e",outcome="failed"} 7',
        'ton_edge_key_cost_total{isolate="aa",plan="pro",key="k0"} 12345',
        'ton_edge_streams{isolate="aa",kind="sse"} 3',
        'ton_edge_streams{isolate="aa",kind="ws"} 2',
        'ton_edge_stream_sockets{isolate="aa"} 4',
        'ton_edge_stream_accounts{isolate="aa"} 12',
        'ton_edge_stream_openings_total{isolate="aa",kind="sse"} 7',
        'ton_edge_stream_openings_total{isolate="aa",kind="ws"} 2',
        'ton_edge_stream_resumes_total{isolate="aa",result="continued"} 6',
        'ton_edge_stream_resumes_total{isolate="aa",result="gap"} 1',
        'ton_edge_upstream_attempts_total{isolate="aa",network="mainnet",upstream="one.example",outcome="success"} 400',
        `ton_edge_stream_upstream_requests_total{isolate="aa",operation="accountStates"} ${(upstreamRequests += 100)}`,
        'ton_edge_stream_ends_total{isolate="aa",reason="slow_reader"} 2',
        `ton_edge_config_last_reload_successful ${successCount}`,
        `ton_edge_config_last_reload_success_timestamp_seconds ${Date.now() / 1000 - 120}`,
        'ton_edge_key_store_stale_seconds{isolate="aa"} 90',
      ].join("\n");
    let success = 1;
    let upstreamRequests = 0;
    await page.route("**/metrics", (route) => route.fulfill({ body: writeMetrics(success) }));
    await page.route("**/readyz", (route) => route.fulfill({ json: { ready: true, networks: {}, alerts: [] } }));
    await openPage(page);
    await enterToken(page);
    await waitForLive(page);
    const rows = await page.locator("#gateway-keys tr").allInnerTexts();
    assert.equal(rows.length, 20);
    assert.match(rows[0].replace(/\s+/g, " "), /^k0 pro 200 50 % 0 % 12,345$/);
    assert.match(rows[1].replace(/\s+/g, " "), /^k1 pro 99 0 % 0 % not known$/);
    assert.equal(await readText(page, "keys-note"), "the 20 most used of 26");
    assert.equal(
      await readText(page, "streams-open"),
      "Streams5By server-sent events3By WebSocket2WebSockets, with or without a subscription4Accounts watched12Buffered for slow readersnot known",
    );
    assert.match(
      await readText(page, "streams-past"),
      /^Opened9: 7 server-sent events, 2 WebSocketDropped: the reader was too slow2Resumed: all missed events written6Resumed with a gap1Events writtennot known/,
    );
    // Two readings are 2 s apart, so the rate of 5 streams is known then.
    await eventually(
      async () =>
        /Per second[1-9][\d.]*Per second and open stream[\d.]+For v3/.test(await readText(page, "streams-cost")),
      true,
    );
    const [, total, share] = /^Upstream requests(\d+)Share of all upstream requests([\d.]+) %/.exec(
      await readText(page, "streams-cost"),
    );
    assert.equal(Number(share), Number(total) / 4);
    assert.match(await readText(page, "reload"), /^Last reloadSucceededIn use since2 min ago$/);
    success = 0;
    await eventually(async () => /^Last reloadFailed: the previous/.test(await readText(page, "reload")), true);
    assert.match(await readText(page, "alarm"), /^The last reload failed, so the gateway still uses the previous/);
    await page.getByRole("button", { name: "Pause" }).click();
    await assertLooks(page);
  });

  testPage("a gateway without keys, streams and reloads says so", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    await makeTraffic();
    await openPage(page);
    await enterAndPause(page);
    const requests = await sumSeries("ton_edge_key_requests_total");
    const [name, plan, count] = await page.locator("#gateway-keys td").allInnerTexts();
    assert.deepEqual([name, plan, Number(count.replace(",", ""))], ["Without a key", "–", requests]);
    assert.equal(await readText(page, "streams-note"), "off: the setting streaming is not set");
    assert.equal(await page.locator("#gateway-streams").isVisible(), false);
    assert.match(
      await readText(page, "reload"),
      /^Reloadoff: this gateway reads its settings onceRead\d+ \w+ ago|now$/,
    );
    assert.match(await readText(page, "key-file"), /^Recordsnot known: callers have no API keys/);
  });

  testPage(
    "the callers are those of the report of the gateway, and their requests add up",
    async (page, expectedMessages) => {
      expectedMessages.push(UNREADY_MESSAGE);
      await makeTraffic();
      await openPage(page);
      await enterAndPause(page);
      const response = await fetch(`${stack.url}/readyz`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const { callers } = await response.json();
      const rows = await page.locator("#gateway-callers-table tr").allInnerTexts();
      assert.equal(rows.length, callers.counted);
      assert.ok(
        rows.some((row) => row.startsWith(callers.list[0].client)),
        rows.join("; "),
      );
      assert.match(rows[0].replace(/\s+/g, " "), /^[0-9a-f]{16} – [\d,]+ [\d.]+ % /);
    },
  );

  testPage("callers can be sorted by requests and refusals, for a recent period and since the start", async (page) => {
    const countOutcomes = (counts) => ({ success: 0, invalid: 0, limited: 0, cancelled: 0, failed: 0, ...counts });
    const makeUse = (requests, recent) => ({ requests: countOutcomes(requests), recent: countOutcomes(recent) });
    const lastSeen = new Date(Date.now() - 200_000).toISOString();
    const callers = {
      since: "2026-01-01T01:00:00.000Z",
      recentSince: "2026-01-01T02:50:00.000Z",
      counted: 9,
      maxCounted: 500,
      list: [
        { key: "shop", plan: "big", cost: 9, lastSeen, ...makeUse({ success: 600 }, { success: 10 }) },
        {
          client: "<b>\u202e",
          cost: 0,
          lastSeen,
          ...makeUse({ success: 100, limited: 150, invalid: 50 }, { limited: 80, failed: 10 }),
        },
      ],
      unlisted: { callers: 7, ...makeUse({ success: 50 }, {}) },
      others: { dropped: 3, ...makeUse({ success: 50 }, {}) },
    };
    await page.route("**/metrics", (route) => route.fulfill({ body: 'ton_edge_start_time_seconds{isolate="aa"} 5' }));
    await page.route("**/readyz", (route) =>
      route.fulfill({ json: { ready: true, networks: {}, alerts: [], callers } }),
    );
    await openPage(page);
    await enterToken(page);
    await waitForLive(page);
    const readRows = async () =>
      (await page.locator("#gateway-callers-table tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "));
    await eventually(() => readText(page, "callers-note"), "since 02:50 UTC");
    assert.deepEqual(await readRows(), [
      "<b>[U+202E] – 90 90 % 80 (88.9 %) 80 over a limit 10 3 min ago",
      "shop key big 10 10 % 0 0 3 min ago",
      "7 other callers – 0 0 % 0 0 –",
      "Callers that fell out 3 times, since the table has at most 500 callers – 0 0 % 0 0 –",
    ]);
    await page.getByRole("button", { name: "Since the start" }).click();
    assert.equal(await readText(page, "callers-note"), "since 01:00 UTC");
    assert.deepEqual((await readRows()).slice(0, 2), [
      "shop key big 600 60 % 0 0 3 min ago",
      "<b>[U+202E] – 300 30 % 200 (66.7 %) 150 over a limit 0 3 min ago",
    ]);
    await page.getByRole("button", { name: "By refusals" }).click();
    const [first, second] = await readRows();
    assert.match(first, /^<b>\[U\+202E\] – 300/);
    // Callers that were not refused are summed up with the others.
    assert.equal(second, "8 other callers – 650 65 % 0 0 –");
    await page.getByRole("button", { name: "Pause" }).click();
    await assertLooks(page, "callers");
  });

  testPage(
    "the upstreams have their lag, breaker and last failure, and what was not seen is not known",
    async (page) => {
      const formatPast = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();
      const services = [
        {
          ...{ ready: true, host: "one.example", seqno: 1000, headAge: 2 },
          heights: { v3: { seqno: 1000, behind: 0, time: formatPast(1) } },
          breaker: { state: "closed", since: formatPast(7200) },
          lastSuccess: formatPast(200),
          lastFailure: { time: formatPast(300), operation: "v3 blocks", outcome: "failed", status: 502 },
        },
        {
          ...{ ready: true, host: "two.example", seqno: 960, headAge: 57.5 },
          heights: { v3: { seqno: 960, behind: 40, time: formatPast(1) } },
          breaker: { state: "open", since: formatPast(120), until: new Date(Date.now() + 90_000).toISOString() },
          lastFailure: {
            time: formatPast(200),
            operation: "v2 runGetMethod",
            outcome: "unreachable",
            reason: "TypeError: ECONNREFUSED",
          },
        },
        {
          ready: false,
          host: "three.example",
          fault: "it cannot be reached",
          heights: {},
          breaker: { state: "closed" },
        },
      ];
      const report = {
        ...{ ready: true, networks: { mainnet: { ready: true, needed: true, services } }, alerts: [] },
        ...{ since: "2026-01-01T02:50:00.000Z", checkedAt: formatPast(65), streaming: "durable-object" },
      };
      await page.route("**/metrics", (route) => route.fulfill({ body: 'ton_edge_start_time_seconds{isolate="aa"} 5' }));
      await page.route("**/readyz", (route) => route.fulfill({ json: report }));
      await openPage(page);
      await enterToken(page);
      await eventually(() => readText(page, "checked"), "as of the check 1 min ago");
      const rows = await page
        .locator("#gateway-services tr")
        .evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
      assert.deepEqual(rows[0].slice(2, 6), [
        "1,0002 s old",
        "the newest",
        "Closedclosed 2 h ago",
        "failed 502 5 min agov3 blocks: failed, status 502last success 3 min ago",
      ]);
      assert.deepEqual(rows[1].slice(2, 4), ["96057.5 s old", "40 blocks, 55.5 sv3: 40 behind, at 960"]);
      assert.match(rows[1][4], /^Breaker openopened 2 min agonext request in \d\d s$/);
      assert.equal(rows[1][5], "unreachable 3 min agov2 runGetMethod: not reachable, TypeError: ECONNREFUSED");
      assert.deepEqual(rows[2].slice(2, 6), [
        "not known",
        "not known",
        "Closednot opened since 02:50 UTC",
        "none since 02:50 UTC",
      ]);
      assert.equal(
        await readText(page, "streams-note"),
        "not known: the streams are in Durable Objects, which serve no metrics",
      );
      assert.match(await readText(page, "callers-table"), /^Not known/);
    },
  );

  testPage("the configuration has its source, faults and last change", async (page) => {
    const makeAgo = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();
    const configuration = {
      ...{ startedAt: makeAgo(86_400), readAt: makeAgo(60), isInUse: false, usedSince: makeAgo(7200) },
      sources: { file: "/etc/ton-edge.toml", settings: { file: 11, variables: 0, options: 1 } },
      faults: ["ton-edge.toml:9:1: `orgins` is not a setting", "second\u202e"],
      lastChange: { time: makeAgo(7200), settings: ["limits.keyless", "port"], unlisted: 0, needingRestart: ["port"] },
    };
    const lastChange = {
      time: makeAgo(600),
      unlisted: 1,
      added: ["a1", "a2"],
      changed: [],
      revoked: ["b1"],
      removed: [],
    };
    const report = {
      ...{ ready: true, networks: {}, alerts: [], configuration },
      apiKeys: { state: "good", readAt: makeAgo(200), lastChange },
    };
    await page.route("**/metrics", (route) => route.fulfill({ body: 'ton_edge_start_time_seconds{isolate="aa"} 5' }));
    await page.route("**/readyz", (route) => route.fulfill({ json: report }));
    await openPage(page);
    await enterToken(page);
    await eventually(async () => (await readText(page, "reload")).startsWith("Source"), true);
    assert.equal(
      await readText(page, "reload"),
      "Source/etc/ton-edge.toml (11 settings), 1 optionLast reloadFailed: the previous configuration is in use 1 min agoIn usethe configuration read 2 h agoFaultston-edge.toml:9:1: `orgins` is not a settingsecond[U+202E]Last change2 h ago: limits.keyless, portonly after a restart: port",
    );
    assert.match(
      await readText(page, "key-file"),
      /^RecordsCan be readLast read3 min agoLast change10 min ago: added a1, a2; revoked b1 and 1 more$/,
    );
    await page.getByRole("button", { name: "Pause" }).click();
    await assertLooks(page, "configuration");
  });

  testPage("that no problem is seen is said only with what was looked at", async (page) => {
    let failedCount = 0;
    let readCount = 0;
    const writeMetrics = () =>
      [
        'ton_edge_start_time_seconds{isolate="aa"} 5',
        `ton_edge_requests_total{isolate="aa",network="mainnet",generation="v2",operation="x",outcome="success",cache="none"} ${(readCount += 1)}`,
        `ton_edge_requests_total{isolate="aa",network="mainnet",generation="v2",operation="x",outcome="failed",cache="none"} ${failedCount}`,
      ].join("\n");
    await page.route("**/metrics", (route) => route.fulfill({ body: writeMetrics() }));
    await page.route("**/readyz", (route) => route.fulfill({ json: { ready: true, networks: {}, alerts: [] } }));
    await openPage(page);
    await enterToken(page);
    await eventually(
      () => readText(page, "alarm"),
      "No problem is seen: every required network has an upstream that is ready, none lags, no breaker is open, and no request failed in the last minute.",
    );
    failedCount = 2;
    await eventually(
      async () => /^Of \d+ requests in the last minute, 2 failed \(5xx\)/.test(await readText(page, "alarm")),
      true,
    );
  });

  testPage("the readiness of every upstream is shown with its error", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    await openPage(page);
    await enterToken(page);
    await eventually(() => readText(page, "ready"), "Not ready");
    const report = await (await fetch(`${stack.url}/readyz`, { headers: { authorization: `Bearer ${TOKEN}` } })).json();
    const rows = await page.locator("#gateway-services tr").allTextContents();
    assert.equal(rows.length, 2);
    assert.ok(rows[0].includes(report.networks.mainnet.services[0].fault));
    assert.match(rows[1], /testnet 1\s*optional/);
  });

  testPage(
    "refreshing can be paused, and stops while the tab is hidden or the view is left",
    async (page, expectedMessages) => {
      expectedMessages.push(UNREADY_MESSAGE);
      const requests = collectRequests(page);
      await openPage(page);
      await enterToken(page);
      await waitForLive(page);
      const pauseButton = page.getByRole("button", { name: "Pause" });
      for (const [stop, go] of [
        [() => pauseButton.click(), () => pauseButton.click()],
        [() => setVisibility(page, "hidden"), () => setVisibility(page, "visible")],
        [() => page.locator("#nav-address").click(), () => page.locator("#nav-gateway").click()],
      ]) {
        await stop();
        const count = requests.length;
        await delay(2600);
        assert.equal(requests.length, count);
        await go();
        await eventually(() => requests.length > count, true);
      }
    },
  );

  testPage(
    "an error of /metrics is shown, and disappears when the next request succeeds",
    async (page, expectedMessages) => {
      expectedMessages.push(UNREADY_MESSAGE, /ERR_INTERNET_DISCONNECTED/);
      await openPage(page);
      await enterToken(page);
      await waitForLive(page);
      await eventually(() => readText(page, "state"), "Live");
      const totalBefore = await readText(page, "requests-total");
      await page.context().setOffline(true);
      await eventually(async () => /^The gateway cannot be reached\./.test(await readText(page, "error")), true);
      assert.equal(await readText(page, "requests-total"), totalBefore, "the last numbers have changed");
      await page.context().setOffline(false);
      await eventually(() => readText(page, "error"), "");
    },
  );
});

describe("the admin token", () => {
  testPage("a wrong token shows an error, and another one can be entered", async (page, expectedMessages) => {
    expectedMessages.push(/status of 401/, UNREADY_MESSAGE);
    await openPage(page);
    await enterToken(page, "not-the-right-token");
    await eventually(async () => /^The gateway rejected this token\./.test(await readText(page, "message")), true);
    assert.equal(await findTokenField(page).getAttribute("aria-invalid"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-token");
    await enterToken(page, "with space");
    assert.match(await readText(page, "message"), /visible ASCII/);
    await enterToken(page, "");
    assert.match(await readText(page, "message"), /^Paste the token first/);
    await enterToken(page);
    await eventually(() => readText(page, "ready"), "Not ready");
    assert.equal(await readText(page, "message"), "");
  });

  testPageWithoutToken("a gateway that has none says what to set", async (page, expectedMessages) => {
    expectedMessages.push(/status of 404/);
    await openPage(page, bareStack.url);
    await enterToken(page);
    await eventually(
      async () => /^This gateway has no admin token.*TON_EDGE_ADMIN_TOKEN/.test(await readText(page, "message")),
      true,
    );
    assert.equal(await page.locator("#gateway-live").isVisible(), false);
  });

  testPage("the token is sent only in the header, to two paths", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    const requests = [];
    page.on("request", (request) => requests.push(request));
    await openPage(page);
    await enterToken(page);
    await eventually(async () => (await readText(page, "ready")) !== "", true);
    for (const request of requests) {
      assert.ok(!request.url().includes(TOKEN));
      assert.ok(!(request.postData() ?? "").includes(TOKEN));
      const { authorization } = await request.allHeaders();
      assert.equal(
        authorization,
        /\/(metrics|readyz)$/.test(request.url()) ? `Bearer ${TOKEN}` : undefined,
        request.url(),
      );
    }
    const storedSecrets = await page.evaluate(
      async (secret) => ({
        url: location.href.includes(secret),
        document: document.documentElement.outerHTML.includes(secret),
        fields: [...document.querySelectorAll("input")].some(({ value }) => value.includes(secret)),
        storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]).includes(secret),
        databases: (await indexedDB.databases()).length,
        caches: (await caches.keys()).length,
        history: JSON.stringify(history.state)?.includes(secret) ?? false,
      }),
      TOKEN,
    );
    assert.deepEqual(storedSecrets, {
      url: false,
      document: false,
      fields: false,
      storage: false,
      databases: 0,
      caches: 0,
      history: false,
    });
    await page.reload();
    await waitForApp(page);
    assert.equal(await findTokenField(page).isVisible(), true);
  });

  testPage("the token can be removed by the keyboard alone", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    const requests = collectRequests(page);
    await openPage(page);
    await findTokenField(page).focus();
    await page.keyboard.type(TOKEN);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await waitForLive(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-pause");
    await eventually(() => readText(page, "state"), "Live");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-token");
    assert.equal(await page.locator("#gateway-live").isVisible(), false);
    const count = requests.length;
    await delay(2600);
    assert.equal(requests.length, count);
  });
});

describe("reading metrics", () => {
  testPage("escapes, infinities, NaN and timestamps are read, and other lines are ignored", async (page) => {
    await openPage(page);
    await serveSources(page);
    const parsedMetrics = await page.evaluate(
      async (text) => (await import("/sources/gateway/exposition.js")).parseExposition(text),
      [
        "# HELP a b",
        "a 1",
        'a{x="1",y="a\\"b\\\\c\\nd, e=}"} 2.5e3 1700000000000',
        'a{le="+Inf"} +Inf',
        "a{} NaN",
        'a{x="{}",} -Inf',
        "",
        "not a sample at all",
        "a{x=1} 2",
        'a{x="1"} two',
        'a{x="open} 3',
      ].join("\n"),
    );
    assert.deepEqual(parsedMetrics, [
      { name: "a", labels: {}, value: 1 },
      { name: "a", labels: { x: "1", y: 'a"b\\c\nd, e=}' }, value: 2500 },
      { name: "a", labels: { le: "+Inf" }, value: Infinity },
      { name: "a", labels: {}, value: Number.NaN },
      { name: "a", labels: { x: "{}" }, value: -Infinity },
    ]);
  });

  testPage("sums of the fleet are shown in place of the isolate's", async (page) => {
    await openPage(page);
    await serveSources(page);
    const [totalReading, fleet] = await page.evaluate(async (text) => {
      const { readMetrics } = await import("/sources/gateway/metrics-reading.js");
      const { createHistory } = await import("/sources/gateway/history.js");
      const { paintNumbers } = await import("/sources/gateway/numbers.js");
      const { toFleetReading } = await import("/sources/gateway/scope.js");
      const isolateReading = readMetrics(text, 1000);
      paintNumbers(toFleetReading(isolateReading), createHistory());
      return [isolateReading, toFleetReading(isolateReading)];
    }, [
      'ton_edge_start_time_seconds{isolate="aa"} 5',
      'ton_edge_requests_total{isolate="aa",network="mainnet",generation="v2",operation="x",outcome="success",cache="none"} 2',
      'ton_edge_requests_total{isolate="aa",network="",generation="",operation="metrics",outcome="success",cache="none"} 9',
      'ton_edge_fleet_requests_total{network="mainnet",generation="v2",operation="x",outcome="success",cache="none"} 12000',
      'ton_edge_fleet_cache_total{cache="hit"} 3',
      'ton_edge_fleet_cache_total{cache="miss"} 1',
      'ton_edge_breaker_state{isolate="aa",network="mainnet",upstream="two.example",state="open"} 1',
    ].join("\n"));
    assert.equal(totalReading.isolate, "aa");
    assert.deepEqual(totalReading.counted.requests, { served: 2 });
    assert.deepEqual(totalReading.counted.operations, { "v2 x": { served: 2 } });
    assert.deepEqual(fleet.counted.operations, { "v2 x": { served: 12_000 } });
    assert.equal(await readText(page, "requests-total"), "12,000 in total, 12,000 served");
    assert.equal(await readText(page, "hits"), "75 %");
    assert.equal(await readText(page, "breakers"), "1 open");
    assert.equal(await readText(page, "breakers-which"), "not used for now: mainnet two.example");
  });

  testPage("counters that decrease, and alternating isolates, never give a negative rate", async (page) => {
    await openPage(page);
    await serveSources(page);
    const pageResult = await page.evaluate(async () => {
      const { readMetrics } = await import("/sources/gateway/metrics-reading.js");
      const { createHistory } = await import("/sources/gateway/history.js");
      const writeMetrics = (isolate, since, requests) =>
        [
          `ton_edge_start_time_seconds{isolate="${isolate}"} ${since}`,
          `ton_edge_requests_total{isolate="${isolate}",generation="v2",outcome="success"} ${requests}`,
        ].join("\n");
      const history = createHistory();
      for (const [isolate, since, requests, at] of [
        ["aa", 1, 100, 0],
        ["bb", 2, 5, 2000],
        ["aa", 1, 140, 4000],
        ["bb", 2, 7, 6000], // alternating
        ["aa", 9, 3, 8000],
        ["aa", 9, 5, 10_000], // a new start
        ["aa", 9, 4, 12_000], // went back
        ["aa", 9, 9, 90_000], // after a pause
      ])
        history.add(readMetrics(writeMetrics(isolate, since, requests), at));
      return history.points.map(({ seconds, counted }) => counted && [seconds, counted.requests.served]);
    });
    assert.deepEqual(pageResult, [undefined, undefined, [4, 40], [4, 2], undefined, [2, 2], undefined, undefined]);
  });

  testPage("quantiles of a histogram are computed from its buckets", async (page) => {
    await openPage(page);
    await serveSources(page);
    const pageResult = await page.evaluate(async () => {
      const { computeMeanTime, estimateQuantile } = await import("/sources/gateway/metrics-reading.js");
      const times = { sum: 10, buckets: { "+Inf": 100, 0.1: 50, 1: 90 } };
      return [
        computeMeanTime(times),
        ...[0.25, 0.5, 0.7, 0.95].map((share) => estimateQuantile(times, share)),
        estimateQuantile({ sum: 0, buckets: { "+Inf": 0 } }, 0.5) ?? "none",
      ];
    });
    assert.deepEqual(pageResult, [
      0.1,
      { seconds: 0.05, beyond: false },
      { seconds: 0.1, beyond: false },
      { seconds: 0.55, beyond: false },
      { seconds: 1, beyond: true },
      "none",
    ]);
  });

  testPage("rate limit and cache headers are described", async (page) => {
    await openPage(page);
    await serveSources(page);
    const pageResult = await page.evaluate(async () => {
      const { explainCacheStatus } = await import("/sources/gateway/cache-status.js");
      const { readRateLimit } = await import("/sources/shared/rate-limit.js");
      const { readServerTiming } = await import("/sources/gateway/timing-bar.js");
      const limit = (ratelimit, policy) =>
        readRateLimit(
          new Headers({ ...(ratelimit && { ratelimit }), ...(policy && { "ratelimit-policy": policy }) }),
        ) ?? "none";
      return {
        words: [
          null,
          "ton-edge; hit; ttl=0",
          "ton-edge; fwd=stale",
          "ton-edge; fwd=miss",
          "ton-edge; fwd=miss; collapsed",
          "ton-edge; fwd=bypass",
          "nonsense",
        ].map((header) => explainCacheStatus(header, 0).word),
        limits: [
          limit('"keyless";r=3;t=1', '"keyless";q=6;w=10'),
          limit('"shop";r=0;t=7, "other";r=1', '"other";q=1;w=1, "shop";q=9;w=3'),
          limit('"a\\"b";r=1', ""),
          limit('"keyless";r=many;t=1', '"keyless";q=6;w=10'),
          limit("keyless;r=1", ""),
          limit(null, '"keyless";q=6;w=10'),
        ],
        timing: readServerTiming("upstream;dur=12.5, gateway;dur=0.3, odd, x;dur=y"),
      };
    });
    assert.deepEqual(pageResult.words, ["No cache", "Hit", "Stale", "Miss", "Coalesced", "Bypass", "Miss"]);
    assert.deepEqual(pageResult.limits, [
      { name: "keyless", left: 3, reset: 1, quota: 6, seconds: 10 },
      { name: "shop", left: 0, reset: 7, quota: 9, seconds: 3 },
      { name: 'a\\"b', left: 1, reset: 0, quota: undefined, seconds: undefined },
      "none",
      "none",
      "none",
    ]);
    assert.deepEqual(pageResult.timing, { upstream: 12.5, gateway: 0.3 });
  });

  testPage("a shown limit refills with time, and an axis has round steps from zero", async (page) => {
    await openPage(page);
    await serveSources(page);
    const pageResult = await page.evaluate(async () => {
      const { computeLimitAfter } = await import("/sources/gateway/limit-after.js");
      const { computeAxisSteps } = await import("/sources/gateway/axis.js");
      const limit = { name: "keyless", left: 0, reset: 2, quota: 5, seconds: 10 };
      return {
        after: [0, 1.5, 2, 3.9, 4, 9.5, 10, 1000].map((elapsed) => computeLimitAfter(limit, elapsed)),
        odd: [
          computeLimitAfter({ ...limit, quota: undefined }, 9),
          computeLimitAfter({ ...limit, left: 7 }, 0),
          computeLimitAfter({ ...limit, quota: 0 }, 1),
        ],
        axes: [
          [0, 1],
          [0, 0.1],
          [7.3, 1],
          [1e6, 1],
          [0.42, 0.1],
          [-Infinity, 1],
          [NaN, 1],
        ].map(([highest, least]) => computeAxisSteps(highest, least)),
      };
    });
    assert.deepEqual(pageResult.after, [
      { left: 0, next: 2 },
      { left: 0, next: 0.5 },
      { left: 1, next: 2 },
      { left: 1, next: 4 - 3.9 },
      { left: 2, next: 2 },
      { left: 4, next: 0.5 },
      { left: 5 },
      { left: 5 },
    ]);
    assert.deepEqual(pageResult.odd, [{ left: 0 }, { left: 5 }, { left: 0 }]);
    assert.deepEqual(pageResult.axes, [
      [0, 0.25, 0.5, 0.75, 1],
      [0, 0.025, 0.05, 0.075, 0.1],
      [0, 2, 4, 6, 8],
      [0, 250_000, 500_000, 750_000, 1_000_000],
      [0, 0.2, 0.4, 0.6, 0.8],
      [0, 0.25, 0.5, 0.75, 1],
      [0, 0.25, 0.5, 0.75, 1],
    ]);
  });
});

describe("a visit to the gateway view", () => {
  testPage("an operator signs in by the keyboard alone", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    await page.goto(`${stack.url}/#/`);
    await waitForApp(page);
    // Reaches the element from the top of the document by Tab, and presses Enter.
    const pressTabTo = async (id) => {
      for (let n = 0; n < 60; n++) {
        if ((await page.evaluate(() => document.activeElement.id)) === id) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`${id} is not reached`);
    };
    await pressTabTo("nav-gateway");
    await page.keyboard.press("Enter");
    await eventually(() => readText(page, "health"), "Up");
    await pressTabTo("gateway-token");
    await page.keyboard.type(TOKEN);
    await page.keyboard.press("Enter");
    await waitForLive(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-pause");
    await eventually(() => readText(page, "ready"), "Not ready");
    const { y } = await page.locator("#gateway-requests").boundingBox();
    assert.ok(y > 0 && y < 800, `the numbers are in view: ${y}`);
    await page.keyboard.press("Enter");
    await eventually(() => readText(page, "state"), "Paused");
    await pressTabTo("gateway-forget");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-token");
  });

  testPage(
    "a visitor and an operator use the view by touch, at 390 by 844",
    async (page, expectedMessages) => {
      expectedMessages.push(UNREADY_MESSAGE);
      await openPage(page);
      await page.getByRole("button", { name: "Send again" }).tap();
      await eventually(async () => /Hit|Stale|Miss/.test(await readText(page, "read-cache")), true);
      await page.getByText("Response headers").tap();
      assert.equal(await page.locator("#gateway-read-headers").isVisible(), true);
      await findTokenField(page).tap();
      await page.keyboard.type(TOKEN);
      await page.getByRole("button", { name: "Show metrics" }).tap();
      await waitForLive(page);
      await eventually(() => readText(page, "ready"), "Not ready");
      assert.equal(await describeFit(page), "fits");
      await page.getByRole("button", { name: "Pause" }).tap();
      await eventually(() => readText(page, "state"), "Paused");
      await page.getByRole("button", { name: "Forget token" }).tap();
      assert.equal(await findTokenField(page).isVisible(), true);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});

describe("layout of the gateway view", () => {
  testPage("the gateway view is legible and usable", async (page, expectedMessages) => {
    expectedMessages.push(UNREADY_MESSAGE);
    await openPage(page);
    await serveSources(page);
    await eventually(() => readText(page, "health"), "Up");
    await page.getByText("Response headers").click();
    await assertLooks(page);
    await enterToken(page);
    await eventually(() => readText(page, "ready"), "Not ready");
    await page.getByRole("button", { name: "Pause" }).click();
    await assertLooks(page, "with metrics");
  });
});
