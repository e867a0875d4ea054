// Writes metrics in Prometheus' delimited protobuf format, `io.prometheus.client.MetricFamily`, the only format with native histograms.
// Its fields: https://github.com/prometheus/client_model/blob/master/io/prometheus/client/metrics.proto

import { readNativeHistogram } from "./native-histograms.js";
import { encodeUtf8 } from "../../util/utf8.js";

const TYPES = { counter: 0, gauge: 1, histogram: 4 };

/** @param {number} value a whole number from 0 @returns {number[]} */
function writeVarint(value) {
  const bytes = [];
  let remainingValue = value;
  while (remainingValue >= 128) {
    bytes.push((remainingValue % 128) + 128);
    remainingValue = Math.floor(remainingValue / 128);
  }
  return [...bytes, remainingValue];
}

const writeZigzag = (value) => writeVarint(value >= 0 ? 2 * value : -2 * value - 1);
const writeInteger = (field, value) => [...writeVarint(field << 3), ...writeVarint(value)];
const writeSigned = (field, value) => [...writeVarint(field << 3), ...writeZigzag(value)];
const writeDouble = (field, value) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return [...writeVarint((field << 3) | 1), ...bytes];
};
/** @param {number} field @param {ArrayLike<number>} bytes */
const writeMessage = (field, bytes) => [
  ...writeVarint((field << 3) | 2),
  ...writeVarint(bytes.length),
  ...Array.from(bytes),
];
const writeString = (field, value) => writeMessage(field, encodeUtf8(value));
const writeLabel = ([name, value]) => writeMessage(1, [...writeString(1, name), ...writeString(2, String(value))]);

const writeTimestamp = (ms) => [
  ...writeInteger(1, Math.floor(ms / 1000)),
  ...writeInteger(2, Math.round((ms % 1000) * 1e6)),
];

function writeExemplar({ traces, values, times }, index) {
  if (traces[index] === undefined) return [];
  const parts = [
    ...writeLabel(["trace_id", traces[index]]),
    ...writeDouble(2, values[index]),
    ...writeMessage(3, writeTimestamp(times[index])),
  ];
  return writeMessage(3, parts);
}

function writeHistogram(value) {
  const { bounds, counts, sum } = value;
  let total = 0;
  const buckets = Array.from(counts).flatMap((count, index) => {
    total += count;
    return writeMessage(3, [
      ...writeInteger(1, total),
      ...writeDouble(2, bounds[index] ?? Infinity),
      ...writeExemplar(value, index),
    ]);
  });
  const { schema, zeroThreshold, zeros: zeroCount, first, counts: nativeCounts } = readNativeHistogram(value);
  const deltas = nativeCounts.map((count, index) => count - (index > 0 ? nativeCounts[index - 1] : 0));
  return [
    ...writeInteger(1, total),
    ...writeDouble(2, sum),
    ...buckets,
    ...writeSigned(5, schema),
    ...writeDouble(6, zeroThreshold),
    ...writeInteger(7, zeroCount),
    ...(nativeCounts.length > 0
      ? writeMessage(12, [...writeSigned(1, first), ...writeInteger(2, nativeCounts.length)])
      : []),
    ...deltas.flatMap((delta) => writeSigned(13, delta)),
  ];
}

function writeMetric(type, labels, value) {
  const labelBytes = labels.flatMap(writeLabel);
  if (type === "histogram") return [...labelBytes, ...writeMessage(7, writeHistogram(value))];
  return [...labelBytes, ...writeMessage(type === "counter" ? 3 : 2, writeDouble(1, value))];
}

/**
 * @param {[import("./metric-families.js").Family, [string[][], any][]][]} families each with its series: labels with values, and the value
 * @returns {Uint8Array}
 */
export function writeProtobuf(families) {
  const messages = families
    .filter(([, series]) => series.length > 0)
    .map(([{ name, type, help }, series]) => {
      const bytes = [
        ...writeString(1, type === "counter" ? `${name}_total` : name),
        ...writeString(2, help),
        ...writeInteger(3, TYPES[type]),
        ...series.flatMap(([labels, value]) => writeMessage(4, writeMetric(type, labels, value))),
      ];
      return [...writeVarint(bytes.length), ...bytes];
    });
  return Uint8Array.from(messages.flat());
}
