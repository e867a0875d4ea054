// Shows the gateway's live connections: what is open, what happened to streams, and what they cost upstream.

import { byId, fact, fill } from "../shared/dom.js";
import { sumCounts } from "./metrics-reading.js";
import { formatAmount, formatPercent, formatRate, formatSize } from "./units.js";

/** Names of the reasons for which streams end, by the label of the metric. */
const END_NAMES = {
  closed: "Closed by the caller",
  age: "Reached their maximum age",
  drained: "Ended with the server",
  slow_reader: "Dropped: the reader was too slow",
  replaced: "Replaced by the next subscription",
};
/** Names of the results of resuming, by the label of the metric. */
const RESUME_NAMES = {
  continued: "Resumed: all missed events written",
  gap: "Resumed with a gap",
  unfinished: "Ended before they had resumed",
  malformed: "Refused: not a position",
  unrelated: "Position without their accounts",
};
const KINDS = { sse: "server-sent events", ws: "WebSocket" };

/**
 * @param {import("./metrics-reading.js").Reading} reading
 * @param {{ seconds?: number, counted?: import("./metrics-reading.js").Counted } | undefined} recentChanges
 * @param {{ streaming?: string } | undefined} report undefined before the first one
 */
export function paintLiveState({ streams, counted }, recentChanges, report) {
  byId("gateway-streams-note").textContent = streams ? "" : describeAbsence(report?.streaming);
  byId("gateway-streams").hidden = !streams;
  if (!streams) return;
  fill(byId("gateway-streams-open"), listOpenStreams(streams));
  fill(byId("gateway-streams-past"), listPastStreams(streams, recentChanges));
  fill(byId("gateway-streams-cost"), listCosts(streams, counted, recentChanges));
}

/** Explains why the metrics have no streams. @param {string | undefined} place where the report says that they are */
function describeAbsence(place) {
  if (place === "off") return "off: the setting streaming is not set";
  if (place === "durable-object") return "not known: the streams are in Durable Objects, which serve no metrics";
  return place === undefined ? "off, or not known" : "not known";
}

const formatKnown = (value, format) => (value === undefined ? "not known" : format(value));
const nameKind = (kind) => KINDS[kind] ?? kind;

/** @param {NonNullable<import("./metrics-reading.js").Reading["streams"]>} streams */
const listOpenStreams = ({ open, sockets, accounts, bytes }) => [
  fact("Streams", formatAmount(sumCounts(open))),
  // Older gateways do not split the counts by kind.
  ...Object.entries(open)
    .filter(([kind]) => kind !== "")
    .map(([kind, count]) => fact(`By ${nameKind(kind)}`, formatAmount(count))),
  fact("WebSockets, with or without a subscription", formatKnown(sockets, formatAmount)),
  fact("Accounts watched", formatKnown(accounts, formatAmount)),
  fact("Buffered for slow readers", formatKnown(bytes, formatSize)),
];

/** @param {NonNullable<import("./metrics-reading.js").Reading["streams"]>} streams */
const listPastStreams = ({ openings, ends, resumes, events }, recentChanges) => [
  fact("Opened", openings ? describeKinds(openings) : "not known"),
  ...Object.entries(ends).map(([reason, count]) => fact(END_NAMES[reason] ?? reason, formatAmount(count))),
  ...(resumes
    ? Object.entries(resumes).map(([result, count]) => fact(RESUME_NAMES[result] ?? result, formatAmount(count)))
    : [fact("Resumed", "not known")]),
  fact("Events written", formatKnown(events, formatAmount)),
  fact("Events per second", formatRateOf(recentChanges?.counted.live.events, recentChanges)),
];

/** Describes counts of both kinds: "7: 5 server-sent events, 2 WebSocket". */
const describeKinds = (counts) =>
  `${formatAmount(sumCounts(counts))}${Object.entries(counts)
    .map(([kind, count], index) => `${index === 0 ? ": " : ", "}${formatAmount(count)} ${nameKind(kind)}`)
    .join("")}`;

const formatRateOf = (count, recentChanges) =>
  recentChanges === undefined ? "…" : count === undefined ? "not known" : formatRate(count / recentChanges.seconds);

/** @param {NonNullable<import("./metrics-reading.js").Reading["streams"]>} streams @param {import("./metrics-reading.js").Counted} counted */
function listCosts({ open, upstreamRequests }, { attempts }, recentChanges) {
  if (!upstreamRequests) return [fact("Upstream requests", "not known")];
  const total = sumCounts(upstreamRequests);
  const recent = recentChanges?.counted.live.upstreamRequests;
  const openCount = sumCounts(open);
  const perSecond = recentChanges && recent !== undefined ? recent / recentChanges.seconds : undefined;
  return [
    fact("Upstream requests", formatAmount(total)),
    fact("Share of all upstream requests", formatPercent(total, sumCounts(attempts))),
    fact("Per second", formatRateOf(recent, recentChanges)),
    fact(
      "Per second and open stream",
      perSecond === undefined ? "…" : openCount === 0 ? "no stream is open" : formatRate(perSecond / openCount),
    ),
    ...Object.entries(upstreamRequests).map(([operation, count]) => fact(`For v3 ${operation}`, formatAmount(count))),
  ];
}
