// Converts log lines from JSON to text for people. Loaded with the first line.

/** Green, yellow, red: SGR parameters. */
const COLORS = { info: 32, warn: 33, error: 31 };

/** Writes a plain value unchanged, any other as a JSON string. */
const writeValue = (value) => (/^[\w/.:-]*$/.test(value) ? value : JSON.stringify(value));

/**
 * @param {string} line of the log, JSON @param {boolean} isTerminal whether the line is for a terminal, where it has colors unless
 *   NO_COLOR (https://no-color.org) turns them off
 * @param {(text: string) => string} escapeControls escapes control characters
 */
export function formatLine(line, isTerminal, escapeControls) {
  const {
    time,
    level,
    event,
    alert,
    stack = "",
    method,
    status,
    code,
    ms,
    network,
    generation,
    endpoint,
    ...otherFields
  } = JSON.parse(line);
  const title = event === "alert" ? [code, alert] : [status, method, network, generation, endpoint, `${ms}ms`, code];
  const fieldTexts = Object.entries(otherFields).map(([name, value]) => `${name}=${writeValue(value)}`);
  const { NO_COLOR, TERM } = (isTerminal && globalThis.process?.env) || { NO_COLOR: "1" };
  const levelText = level.toUpperCase().padEnd(5);
  const coloredLevel = NO_COLOR || TERM === "dumb" ? levelText : `\x1b[${COLORS[level]}m${levelText}\x1b[0m`;
  const parts = [...title, ...fieldTexts]
    .filter((part) => part !== undefined)
    .map((part) => escapeControls(String(part)));
  // Lines of a stack trace are indented, so that they cannot look like log lines.
  const stackLines = stack.split("\n").map((stackLine) => stackLine && `\n    ${escapeControls(stackLine)}`);
  return `${time.slice(11, 23)} ${coloredLevel} ${parts.join(" ")}${stackLines.join("")}`;
}
