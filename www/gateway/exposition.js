// Parses Prometheus' text format 0.0.4: `name{label="value",...} number [timestamp]`, and comments.

const SAMPLE_LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL_PATTERN = /\s*([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/gy;
const NUMBER_WORDS = { "+Inf": Infinity, "-Inf": -Infinity, Inf: Infinity, NaN: Number.NaN };

/**
 * Skips lines that it cannot parse, and returns the samples of all other lines.
 *
 * @param {string} text
 * @returns {{ name: string, labels: Record<string, string>, value: number }[]}
 */
export function parseExposition(text) {
  const samples = [];
  for (const line of text.split("\n")) {
    const [, name, labelText, number] = SAMPLE_LINE.exec(line.trim()) ?? [];
    const labels = name && parseLabels(labelText ?? "");
    const value = labels && (NUMBER_WORDS[number] ?? Number(number));
    if (labels && (number === "NaN" || !Number.isNaN(value))) samples.push({ name, labels, value });
  }
  return samples;
}

/** Parses the labels; undefined if they are malformed. */
function parseLabels(labelText) {
  const labels = {};
  let end = 0;
  for (const { 0: match, 1: name, 2: value, index } of labelText.matchAll(LABEL_PATTERN)) {
    labels[name] = value.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character));
    end = index + match.length;
  }
  return labelText.slice(end).trim() === "" ? labels : undefined;
}
