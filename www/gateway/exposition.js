// Reads Prometheus' text format 0.0.4: `name{label="value",...} number [timestamp]`, and comments.

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /\s*([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/gy;
const WORDS = { "+Inf": Infinity, "-Inf": -Infinity, Inf: Infinity, NaN: Number.NaN };

/**
 * A line that is none of these is passed over: the numbers of the others still hold.
 *
 * @param {string} text
 * @returns {{ name: string, labels: Record<string, string>, value: number }[]}
 */
export function samplesOf(text) {
  const samples = [];
  for (const line of text.split("\n")) {
    const [, name, written, number] = LINE.exec(line.trim()) ?? [];
    const labels = name && labelsOf(written ?? "");
    const value = labels && (WORDS[number] ?? Number(number));
    if (labels && (number === "NaN" || !Number.isNaN(value))) samples.push({ name, labels, value });
  }
  return samples;
}

/** Undefined for what is no list of labels. */
function labelsOf(written) {
  const labels = {};
  let end = 0;
  for (const { 0: whole, 1: name, 2: value, index } of written.matchAll(LABEL)) {
    labels[name] = value.replace(/\\(.)/g, (_, one) => (one === "n" ? "\n" : one));
    end = index + whole.length;
  }
  return written.slice(end).trim() === "" ? labels : undefined;
}
