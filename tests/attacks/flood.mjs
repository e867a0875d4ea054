// Attacks on a gateway by sockets alone, for every runtime: the memory that the sockets take, and the latency of other callers.

import { makeService } from "../upstream/service-of.mjs";
import { requestDuring, get, openMany, findP99 } from "./sockets.mjs";

export const MIB = 1024 * 1024;
/** A cached response of 250 kB with a long TTL. */
export const CACHED_PATH = "/api/v3/blocks?workchain=0&shard=8000000000000000&seqno=1";
export const OPENAPI = "/api/v3/openapi.json";
/** A response that is not cached but streamed from the upstream. */
export const PROXIED_PATH = "/api/v3/transactions?limit=1";
export const HEAD_PATH = "/api/v3/masterchainInfo";
const JSON_TYPE = { "content-type": "application/json" };
const BLOCKS = JSON.stringify({ blocks: [], pad: "x".repeat(250_000) });

/** The upstream: 250 kB of blocks, an endless stream of transactions, and short responses to all other requests. */
export const startService = () =>
  makeService((request, response) => {
    response.writeHead(200, JSON_TYPE);
    if (request.url.includes("/blocks")) response.end(BLOCKS);
    else if (request.url.includes("/transactions")) writeUntilClosed(response);
    else response.end(JSON.stringify({ last: { seqno: 7 } }));
  });

function writeUntilClosed(response) {
  while (!response.destroyed && response.write("x".repeat(65_536)));
  response.once("drain", () => writeUntilClosed(response));
}

/** Warms a gateway up, so that its later rise in memory comes from the attack. */
export async function warmUp(gateway, paths) {
  for (let index = 0; index < 25; index += 1) {
    for (const path of paths) await (await fetch(`${gateway.url}${path}`)).text();
  }
}

/**
 * Limit of the ratio between the 99th percentiles of other callers' latency during the attack and before it, each in its best window.
 */
export const MAX_SLOWDOWN = 20;
/** A calm latency below this counts as this many milliseconds, because most of it is the clock and the caller itself. */
const MIN_CALM_MS = 5;
/** Number of windows in which the attack and the time before it are measured: other programs do not disturb all of them. */
const WINDOWS = 3;
/** The other caller must get more responses than this during the attack. */
export const MIN_RESPONSES = 20;
/** Number of further attacks before too few responses or a ratio above the limit fail the test: other programs may be running. */
const RETRIES = 3;
const CALM_MS = 600;
const DRIP_MS = 50;

/**
 * Sockets attack a gateway and do not read, while another caller sends requests one after the other.
 *
 * @param {{ sockets: number, text: string, drip?: string, ms: number }} attack each socket writes `text`, and `drip` every 50 ms
 * @returns `rise`: the greatest increase of the process's memory; `calm` and `busy`: the 99th percentile of the other caller's
 *   milliseconds in the best window before and during the attack, `ratio`: between these two
 */
export async function measureUnderFlood(gateway, attack) {
  let flood = await floodOnce(gateway, attack);
  for (let retry = 0; retry < RETRIES && (flood.ratio > MAX_SLOWDOWN || flood.responses <= MIN_RESPONSES); retry += 1) {
    for (const socket of flood.attack) socket.destroy();
    const { rise } = flood;
    flood = await floodOnce(gateway, attack);
    flood.rise = Math.max(rise, flood.rise);
  }
  return flood;
}

/** @param {any} gateway @param {{ sockets: number, text: string, drip?: string, ms: number }} attack */
async function floodOnce(gateway, { sockets, text, drip, ms }) {
  const otherUrl = `${gateway.url}${HEAD_PATH}`;
  const baseline = await measureWindows(otherUrl, CALM_MS);
  const memoryBefore = gateway.residentBytes();
  let peak = memoryBefore;
  const sampling = setInterval(() => (peak = Math.max(peak, gateway.residentBytes())), 20);
  const attack = openMany(sockets, gateway.port, text);
  const dripTimer =
    drip && setInterval(() => attack.forEach((socket) => socket.writable && socket.write(drip)), DRIP_MS);
  const attackTimes = await measureWindows(otherUrl, ms);
  clearInterval(sampling);
  clearInterval(dripTimer);
  const { best, responses, failed: failedCount } = attackTimes;
  return {
    rise: peak - memoryBefore,
    attack,
    calm: baseline.best,
    busy: best,
    ratio: best / Math.max(baseline.best, MIN_CALM_MS),
    responses,
    failed: failedCount,
  };
}

/** The 99th percentile of a caller's latency in its best window, and the numbers of successful and failed requests in all windows. */
async function measureWindows(url, ms) {
  const parts = [];
  for (let index = 0; index < WINDOWS; index += 1) parts.push(await requestDuring(url, () => pause(ms / WINDOWS)));
  const slowTimes = parts.map(({ times }) => (times.length > 0 ? findP99(times) : Infinity));
  const sumNumbers = (numbers) => numbers.reduce((a, b) => a + b);
  return {
    best: Math.min(...slowTimes),
    responses: sumNumbers(parts.map(({ times }) => times.length)),
    failed: sumNumbers(parts.map(({ failed: failedCount }) => failedCount)),
  };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** 1200 requests in one text: they do not wait for responses. */
export const pipelineRequests = (path, count = 1200) => get(path).repeat(count);

/** A POST whose body stops before its end. */
export const makeUnfinishedRequest = (bytes) =>
  `POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: ${bytes + 1000}\r\n\r\n{"id":"${"x".repeat(bytes)}`;
