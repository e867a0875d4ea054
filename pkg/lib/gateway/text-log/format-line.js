// Log lines for people: made from those in JSON. Loaded with the first of them.

/** Green, yellow, red: SGR parameters. */
const COLORS = { info: 32, warn: 33, error: 31 };

/** A value as it is where that is plain, else in quotes. */
const writeValue = (value) => (/^[\w/.:-]*$/.test(value) ? value : JSON.stringify(value));

/**
 * @param {string} line of the log, JSON @param {boolean} isSeen in a terminal; there it has colors, unless the user wants none
 *   (https://no-color.org)
 * @param {(text: string) => string} escapeControls for control characters
 */
export function formatLine(line, isSeen, escapeControls) {
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
    ...more
  } = JSON.parse(line);
  const title = event === "alert" ? [code, alert] : [status, method, network, generation, endpoint, `${ms}ms`, code];
  const rest = Object.entries(more).map(([name, value]) => `${name}=${writeValue(value)}`);
  const { NO_COLOR, TERM } = (isSeen && globalThis.process?.env) || { NO_COLOR: "1" };
  const word = level.toUpperCase().padEnd(5);
  const shown = NO_COLOR || TERM === "dumb" ? word : `\x1b[${COLORS[level]}m${word}\x1b[0m`;
  const words = [...title, ...rest].filter((one) => one !== undefined).map((one) => escapeControls(String(one)));
  // Lines of a stack trace are indented, so its text cannot look like a log line.
  const below = stack.split("\n").map((one) => one && `\n    ${escapeControls(one)}`);
  return `${time.slice(11, 23)} ${shown} ${words.join(" ")}${below.join("")}`;
}
