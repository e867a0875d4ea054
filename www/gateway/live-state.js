// Shows the gateway's open streams, the last reload of its configuration, and the state of its file of API keys.

import { byId, el, fact, fill } from "../shared/dom.js";
import { formatAge, formatTime } from "../shared/format.js";
import { formatAmount, formatSeconds, formatSize } from "./units.js";

/** Names of the reasons for which streams end, by the label of the metric. */
const END_NAMES = {
  closed: "closed by the caller",
  age: "reached their maximum age",
  drained: "ended with the server",
  slow_reader: "dropped: the reader was too slow",
  replaced: "replaced by the next subscription",
};

/** @param {import("./metrics-reading.js").Reading} reading */
export function paintLiveState({ streams, reload, keyStaleSeconds }) {
  fill(byId("gateway-streams"), streams ? listStreams(streams) : fact("Streams", "off"));
  fill(byId("gateway-reload"), listReload(reload, keyStaleSeconds));
}

/** @param {NonNullable<import("./metrics-reading.js").Reading["streams"]>} streams */
function listStreams({ open, accounts, bytes, events, ends }) {
  const formatKnown = (value, format) => (value === undefined ? "not known" : format(value));
  return [
    fact("Open streams", formatKnown(open, formatAmount)),
    fact("Accounts watched", formatKnown(accounts, formatAmount)),
    fact("Buffered for slow readers", formatKnown(bytes, formatSize)),
    fact("Events written", formatKnown(events, formatAmount)),
    ...Object.entries(ends).map(([reason, count]) =>
      fact(`Streams ${END_NAMES[reason] ?? reason}`, formatAmount(count)),
    ),
  ];
}

/** @param {import("./metrics-reading.js").Reading["reload"]} reload @param {number | undefined} keyStaleSeconds */
function listReload(reload, keyStaleSeconds) {
  const time = reload && formatTime(reload.time);
  return [
    reload
      ? fact(
          "Last reload",
          el(
            "span",
            { class: `badge ${reload.isSuccessful ? "good" : "bad"}` },
            reload.isSuccessful ? "Succeeded" : "Failed: the previous configuration is in use",
          ),
        )
      : fact("Reload", "off"),
    time &&
      fact("In use since", el("time", { dateTime: time.iso, title: time.utc }, formatAge(reload.time) ?? time.local)),
    fact(
      "File of API keys",
      keyStaleSeconds === undefined
        ? "not known"
        : keyStaleSeconds > 0
          ? el("span", { class: "badge bad" }, `not valid for ${formatSeconds(keyStaleSeconds)}`)
          : "valid, or not used",
    ),
  ].filter(Boolean);
}
