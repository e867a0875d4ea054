// Writes metrics in Prometheus' protobuf format, `io.prometheus.client.MetricFamily`, delimited: the one with native histograms.
// Its fields: https://github.com/prometheus/client_model/blob/master/io/prometheus/client/metrics.proto

import { nativeOf } from "./native-histograms.js";

const TYPES = { counter: 0, gauge: 1, histogram: 4 };
const text = new TextEncoder();

/** @param {number} value a whole number from 0 @returns {number[]} */
function varint(value) {
  const bytes = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

const signed = (value) => varint(value >= 0 ? 2 * value : -2 * value - 1);
const whole = (field, value) => [...varint(field << 3), ...varint(value)];
const signedField = (field, value) => [...varint(field << 3), ...signed(value)];
const double = (field, value) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return [...varint((field << 3) | 1), ...bytes];
};
/** @param {number} field @param {ArrayLike<number>} bytes */
const message = (field, bytes) => [...varint((field << 3) | 2), ...varint(bytes.length), ...Array.from(bytes)];
const string = (field, value) => message(field, text.encode(value));
const label = ([name, value]) => message(1, [...string(1, name), ...string(2, String(value))]);

const timestamp = (ms) => [...whole(1, Math.floor(ms / 1000)), ...whole(2, Math.round((ms % 1000) * 1e6))];

function exemplar({ traces, values, times }, at) {
  if (traces[at] === undefined) return [];
  const parts = [...label(["trace_id", traces[at]]), ...double(2, values[at]), ...message(3, timestamp(times[at]))];
  return message(3, parts);
}

function histogram(value) {
  const { bounds, counts, sum } = value;
  let total = 0;
  const buckets = Array.from(counts).flatMap((count, at) => {
    total += count;
    return message(3, [...whole(1, total), ...double(2, bounds[at] ?? Infinity), ...exemplar(value, at)]);
  });
  const { schema, zeroThreshold, zeros, first, counts: native } = nativeOf(value);
  const deltas = native.map((count, at) => count - (at > 0 ? native[at - 1] : 0));
  return [
    ...whole(1, total),
    ...double(2, sum),
    ...buckets,
    ...signedField(5, schema),
    ...double(6, zeroThreshold),
    ...whole(7, zeros),
    ...(native.length > 0 ? message(12, [...signedField(1, first), ...whole(2, native.length)]) : []),
    ...deltas.flatMap((delta) => signedField(13, delta)),
  ];
}

function metric(type, labels, value) {
  const written = labels.flatMap(label);
  if (type === "histogram") return [...written, ...message(7, histogram(value))];
  return [...written, ...message(type === "counter" ? 3 : 2, double(1, value))];
}

/**
 * @param {[import("./metric-families.js").Family, [string[][], any][]][]} families each with its series: labels with values, and the value
 * @returns {Uint8Array}
 */
export function writeProtobuf(families) {
  const all = families
    .filter(([, series]) => series.length > 0)
    .map(([{ name, type, help }, series]) => {
      const bytes = [
        ...string(1, type === "counter" ? `${name}_total` : name),
        ...string(2, help),
        ...whole(3, TYPES[type]),
        ...series.flatMap(([labels, value]) => message(4, metric(type, labels, value))),
      ];
      return [...varint(bytes.length), ...bytes];
    });
  return Uint8Array.from(all.flat());
}
