// The gateway view in headless Chromium, in front of the replay upstream: what every visitor sees, what an operator sees, and that
// the admin token is sent in its header only.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import { APPEARANCES, alive, eventually, faint, fits, poor, serveSources, visitor } from "./visit.mjs";

const TOKEN = "a-token-of-the-operators";
/** The recordings have no newest block of v3, so /readyz responds with 503; the browser logs that. */
const UNREADY = /status of 503/;

let stack;
let bare;
let browser;
before(async () => {
  stack = await startStack({
    bindings: { ADMIN_TOKEN: TOKEN, CACHE: "memory", LIMIT_KEYLESS: "1000", LIMIT_BUDGET: "1000" },
  });
  bare = await startStack();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await stack?.close();
  await bare?.close();
});

const visit = visitor(() => ({ stack, browser }));
const without = visitor(() => ({ stack: bare, browser }));
const open = async (page, url = stack.url) => {
  await page.goto(`${url}/#/gateway/`);
  await alive(page);
};
const text = (page, id) => page.locator(`#gateway-${id}`).textContent();
const token = (page) => page.getByLabel("Admin token");
const enter = async (page, given = TOKEN) => {
  await token(page).fill(given);
  await page.keyboard.press("Enter");
};
const live = (page) => page.locator("#gateway-live").waitFor();
const enterAndPause = async (page) => {
  await enter(page);
  // Waits for the second refresh: the first one came before /readyz had checked the upstreams.
  await eventually(async () => (await text(page, "requests")) !== "…" && (await text(page, "ready")) !== "", true);
  await page.getByRole("button", { name: "Pause" }).click();
};
const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const hidden = (page, state) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

const get = async (path) => {
  const response = await fetch(stack.url + path);
  await response.arrayBuffer();
  return response.status;
};
async function traffic() {
  for (let n = 0; n < 4; n++) assert.equal(await get("/api/v2/getMasterchainInfo"), 200);
  for (let n = 0; n < 3; n++) assert.equal(await get("/api/v3/blocks?limit=1001"), 422);
}
/** The sum of a series, from the gateway directly and without the metrics reader of the web app. */
async function sum(name, wanted = /./) {
  const metrics = await (await fetch(`${stack.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  return metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && wanted.test(line))
    .reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);
}
/** Collects the requests of the web app to the operator's paths. */
const collectRequests = (page) => {
  const requests = [];
  page.on("request", (request) => {
    if (/\/(metrics|readyz)$/.test(request.url())) requests.push(request);
  });
  return requests;
};

describe("what every visitor sees", () => {
  visit("the gateway's health, and the outcome of a test request", async (page) => {
    await rest(3000); // until the cached response has expired
    await open(page);
    const { version } = await (await fetch(`${stack.url}/healthz`)).json();
    await eventually(() => text(page, "health"), `Up, version ${version}`);
    assert.equal(await text(page, "read-status"), "Status 200");
    assert.equal(await text(page, "read-cache"), "Miss: fetched from upstream, and stored");
    assert.match(await text(page, "read-limit"), /^\d+ left of 1000 per second$/);
    await page.getByText("Response headers").click();
    assert.match(await page.locator("#gateway-read-headers").innerText(), /cache-status\s+ton-edge; fwd=miss; stored/);
    await page.getByRole("button", { name: "Send again" }).click();
    await eventually(() => text(page, "read-cache"), "Hit: served from the cache");
    assert.equal(await text(page, "read-limit"), "This request was not counted");
    assert.equal(await page.locator("#gateway-live").isVisible(), false);
  });

  visit("the gateway cannot be reached, then it can", async (page, provoked) => {
    provoked.push(/ERR_INTERNET_DISCONNECTED/);
    await open(page);
    await eventually(async () => /^Up/.test(await text(page, "health")), true);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Send again" }).click();
    await eventually(async () => /^The gateway cannot be reached\./.test(await text(page, "visitor-message")), true);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send again" }).click();
    await eventually(() => text(page, "visitor-message"), "");
  });
});

describe("what an operator sees", () => {
  visit("numbers are those of /metrics", async (page, provoked) => {
    provoked.push(UNREADY);
    await traffic();
    await open(page);
    await eventually(async () => /^Up/.test(await text(page, "health")), true);
    await enterAndPause(page);
    const [requests, attempts, failed, hits, misses, ok, refused, entries, bytes] = [
      await sum("ton_edge_requests_total", /generation="v/),
      await sum("ton_edge_upstream_attempts_total"),
      await sum("ton_edge_upstream_attempts_total", /status="(0|5\d\d)"/),
      await sum("ton_edge_cache_total", /"hit"/),
      await sum("ton_edge_cache_total", /"miss"/),
      await sum("ton_edge_requests_total", /generation="v.*status="2/),
      await sum("ton_edge_requests_total", /generation="v.*status="4/),
      await sum("ton_edge_cache_entries"),
      await sum("ton_edge_cache_bytes"),
    ];
    assert.ok(ok >= 4 && refused >= 3 && hits >= 1);
    assert.equal(await text(page, "requests-total"), `${requests} in total, ${ok} with 2xx, ${refused} with 4xx`);
    assert.ok((await text(page, "cache-total")).startsWith(`${hits} hits, `));
    assert.ok((await text(page, "cache-total")).includes(`, ${misses} misses, `));
    assert.equal(await text(page, "attempts-total"), `${attempts} in total, ${failed} failed`);
    assert.ok((await text(page, "cache-entries")).startsWith(`${entries} entr`));
    assert.equal(
      Number.parseFloat(await text(page, "cache-size")),
      Number((bytes < 1000 ? bytes : bytes / 1000).toPrecision(3)),
    );
    assert.match(await text(page, "callers"), /^0 requests queued for the rate budget, \d+ callers? remembered$/);
    assert.equal(await text(page, "breakers"), "All closed");
    assert.match(await text(page, "isolate"), /^[0-9a-f]{8}$/);
    assert.match(await text(page, "errors"), /invalid_parameter\d/);
  });

  visit("traffic gives rates, and charts with descriptions", async (page, provoked) => {
    provoked.push(UNREADY);
    await open(page);
    await enter(page);
    await live(page);
    assert.equal(await text(page, "requests"), "…");
    await traffic();
    await eventually(async () => Number(await text(page, "requests")) > 0, true);
    assert.match(await text(page, "chart-requests"), /Served: [\d.]+ now, [\d.]+ max.*Refused \(4xx\): [\d.]+ now/);
    assert.match(await text(page, "responses-spread"), /^median about [\d.]+ ms, 95th percentile about [\d.]+ ms$/);
    await page.locator("#gateway-chart-requests canvas").waitFor();
    assert.ok(
      await page.locator("#gateway-chart-requests canvas").evaluate((canvas) => {
        const { data } = /** @type {HTMLCanvasElement} */ (canvas)
          .getContext("2d")
          .getImageData(
            0,
            0,
            /** @type {HTMLCanvasElement} */ (canvas).width,
            /** @type {HTMLCanvasElement} */ (canvas).height,
          );
        return data.some((byte, at) => at % 4 === 3 && byte > 0);
      }),
      "something is drawn",
    );
  });

  visit("readiness of every upstream, with its error", async (page, provoked) => {
    provoked.push(UNREADY);
    await open(page);
    await enter(page);
    await eventually(() => text(page, "ready"), "Not ready");
    const report = await (await fetch(`${stack.url}/readyz`, { headers: { authorization: `Bearer ${TOKEN}` } })).json();
    const rows = await page.locator("#gateway-services li").allTextContents();
    assert.equal(rows.length, 2);
    assert.ok(rows[0].includes(report.networks.mainnet.services[0].fault));
    assert.match(rows[1], /^testnet 1 optional/);
  });

  visit("it can be paused, and stops while hidden or left", async (page, provoked) => {
    provoked.push(UNREADY);
    const requests = collectRequests(page);
    await open(page);
    await enter(page);
    await live(page);
    const pause = page.getByRole("button", { name: "Pause" });
    for (const [stop, go] of [
      [() => pause.click(), () => pause.click()],
      [() => hidden(page, "hidden"), () => hidden(page, "visible")],
      [() => page.locator("#nav-address").click(), () => page.locator("#nav-gateway").click()],
    ]) {
      await stop();
      const count = requests.length;
      await rest(2600);
      assert.equal(requests.length, count);
      await go();
      await eventually(() => requests.length > count, true);
    }
  });

  visit("an error is shown, and disappears when the next request succeeds", async (page, provoked) => {
    provoked.push(UNREADY, /ERR_INTERNET_DISCONNECTED/);
    await open(page);
    await enter(page);
    await live(page);
    await eventually(() => text(page, "state"), "Live.");
    const before = await text(page, "requests-total");
    await page.context().setOffline(true);
    await eventually(async () => /^The gateway cannot be reached\./.test(await text(page, "error")), true);
    assert.equal(await text(page, "requests-total"), before, "the last numbers stay");
    await page.context().setOffline(false);
    await eventually(() => text(page, "error"), "");
  });
});

describe("the token", () => {
  visit("a wrong one gets an error, and another one can be entered", async (page, provoked) => {
    provoked.push(/status of 401/, UNREADY);
    await open(page);
    await enter(page, "not-the-right-token");
    await eventually(async () => /^The gateway rejected this token\./.test(await text(page, "message")), true);
    assert.equal(await token(page).getAttribute("aria-invalid"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-token");
    await enter(page, "with space");
    assert.match(await text(page, "message"), /visible ASCII/);
    await enter(page, "");
    assert.match(await text(page, "message"), /^Paste the token first/);
    await enter(page);
    await eventually(() => text(page, "ready"), "Not ready");
    assert.equal(await text(page, "message"), "");
  });

  without("a gateway that has none says what to set", async (page, provoked) => {
    provoked.push(/status of 404/);
    await open(page, bare.url);
    await enter(page);
    await eventually(
      async () => /^This gateway has no admin token.*ADMIN_TOKEN/.test(await text(page, "message")),
      true,
    );
    assert.equal(await page.locator("#gateway-live").isVisible(), false);
  });

  visit("it is sent in the header to two paths, and nowhere else", async (page, provoked) => {
    provoked.push(UNREADY);
    const requests = [];
    page.on("request", (request) => requests.push(request));
    await open(page);
    await enter(page);
    await eventually(async () => (await text(page, "ready")) !== "", true);
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
    const found = await page.evaluate(
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
    assert.deepEqual(found, {
      url: false,
      document: false,
      fields: false,
      storage: false,
      databases: 0,
      caches: 0,
      history: false,
    });
    await page.reload();
    await alive(page);
    assert.equal(await token(page).isVisible(), true);
  });

  visit("it can be removed, by the keyboard alone", async (page, provoked) => {
    provoked.push(UNREADY);
    const requests = collectRequests(page);
    await open(page);
    await token(page).focus();
    await page.keyboard.type(TOKEN);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await live(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-pause");
    await eventually(() => text(page, "state"), "Live.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => document.activeElement.id), "gateway-token");
    assert.equal(await page.locator("#gateway-live").isVisible(), false);
    const count = requests.length;
    await rest(2600);
    assert.equal(requests.length, count);
  });
});

describe("reading metrics", () => {
  visit("escapes, infinities, NaN, timestamps; other lines are ignored", async (page) => {
    await open(page);
    await serveSources(page);
    const found = await page.evaluate(
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
    assert.deepEqual(found, [
      { name: "a", labels: {}, value: 1 },
      { name: "a", labels: { x: "1", y: 'a"b\\c\nd, e=}' }, value: 2500 },
      { name: "a", labels: { le: "+Inf" }, value: Infinity },
      { name: "a", labels: {}, value: Number.NaN },
      { name: "a", labels: { x: "{}" }, value: -Infinity },
    ]);
  });

  visit("sums of the fleet are read, and shown if there are any", async (page) => {
    await open(page);
    await serveSources(page);
    const reading = await page.evaluate(async (text) => {
      const { readMetrics } = await import("/sources/gateway/metrics-reading.js");
      const { createHistory } = await import("/sources/gateway/history.js");
      const { paintNumbers } = await import("/sources/gateway/numbers.js");
      paintNumbers(readMetrics(text, 1000), createHistory());
      return readMetrics(text, 1000);
    }, [
      'ton_edge_start_time_seconds{isolate="aa"} 5',
      'ton_edge_requests_total{isolate="aa",network="mainnet",generation="v2",endpoint="x",status="200"} 2',
      'ton_edge_requests_total{isolate="aa",network="",generation="",endpoint="metrics",status="200"} 9',
      'ton_edge_fleet_requests_total{network="mainnet",generation="v2",endpoint="x",status="200"} 12000',
      'ton_edge_fleet_cache_total{verdict="hit"} 3',
      'ton_edge_fleet_cache_total{verdict="miss"} 1',
      'ton_edge_breaker_open{isolate="aa",network="mainnet",upstream="1"} 1',
    ].join("\n"));
    assert.equal(reading.isolate, "aa");
    assert.deepEqual(reading.counted.requests, { "2xx": 2 });
    assert.equal(await text(page, "fleet-requests"), "12,000");
    assert.equal(await text(page, "fleet-hits"), "75 % of 4");
    assert.equal(
      await page.locator("#gateway-fleet").evaluate((one) => /** @type {HTMLElement} */ (one).hidden),
      false,
    );
    assert.equal(await text(page, "breakers"), "1 open");
    assert.equal(await text(page, "breakers-which"), "not used for now: mainnet 2");
  });

  visit("counters that go back, and alternating isolates, never make a negative rate", async (page) => {
    await open(page);
    await serveSources(page);
    const found = await page.evaluate(async () => {
      const { readMetrics } = await import("/sources/gateway/metrics-reading.js");
      const { createHistory } = await import("/sources/gateway/history.js");
      const metrics = (isolate, since, requests) =>
        [
          `ton_edge_start_time_seconds{isolate="${isolate}"} ${since}`,
          `ton_edge_requests_total{isolate="${isolate}",generation="v2",status="200"} ${requests}`,
        ].join("\n");
      const past = createHistory();
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
        past.add(readMetrics(metrics(isolate, since, requests), at));
      return past.points.map(({ seconds, counted }) => counted && [seconds, counted.requests["2xx"]]);
    });
    assert.deepEqual(found, [undefined, undefined, [4, 40], [4, 2], undefined, [2, 2], undefined, undefined]);
  });

  visit("quantiles of a histogram from its buckets", async (page) => {
    await open(page);
    await serveSources(page);
    const found = await page.evaluate(async () => {
      const { meanTime, estimateQuantile } = await import("/sources/gateway/metrics-reading.js");
      const times = { sum: 10, buckets: { "+Inf": 100, 0.1: 50, 1: 90 } };
      return [
        meanTime(times),
        ...[0.25, 0.5, 0.7, 0.95].map((share) => estimateQuantile(times, share)),
        estimateQuantile({ sum: 0, buckets: { "+Inf": 0 } }, 0.5) ?? "none",
      ];
    });
    assert.deepEqual(found, [
      0.1,
      { seconds: 0.05, beyond: false },
      { seconds: 0.1, beyond: false },
      { seconds: 0.55, beyond: false },
      { seconds: 1, beyond: true },
      "none",
    ]);
  });

  visit("descriptions of headers", async (page) => {
    await open(page);
    await serveSources(page);
    const found = await page.evaluate(async () => {
      const { describeCacheStatus, describeRateLimit } = await import("/sources/gateway/visitor.js");
      return [
        ...[null, "ton-edge; hit; ttl=0", "ton-edge; fwd=stale", "ton-edge; fwd=miss", "ton-edge; fwd=bypass"].map(
          describeCacheStatus,
        ),
        describeRateLimit('"keyless";r=3;t=1', '"keyless";q=6;w=10'),
        describeRateLimit(null, null),
      ];
    });
    assert.deepEqual(found, [
      "No Cache-Status header: the gateway has no cache",
      "Hit: served from the cache",
      "Stale: served from the cache while it is refreshed",
      "Miss: fetched from upstream",
      "Bypass: fetched from upstream, not cacheable",
      "3 left of 6 per 10 seconds",
      "This request was not counted",
    ]);
  });
});

describe("looks", () => {
  for (const [colorScheme, width] of APPEARANCES) {
    visit(
      `${colorScheme}, ${width} px wide: everything can be read, reached and pressed`,
      async (page, provoked) => {
        provoked.push(UNREADY);
        await open(page);
        await serveSources(page);
        await eventually(async () => /^Up/.test(await text(page, "health")), true);
        await page.getByText("Response headers").click();
        const check = async () => {
          await eventually(() => page.evaluate(faint), []);
          assert.equal(await fits(page), "fits");
          assert.deepEqual(await poor(page), []);
          assert.deepEqual(await axe(page), []);
        };
        await check();
        await enter(page);
        await eventually(() => text(page, "ready"), "Not ready");
        await page.getByRole("button", { name: "Pause" }).click();
        await check();
      },
      { colorScheme, viewport: { width, height: 800 } },
    );
  }
});
