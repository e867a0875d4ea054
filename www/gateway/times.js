// Shows times of the gateway's reports.

import { el } from "../shared/dom.js";
import { formatAge, formatTime } from "../shared/format.js";

/** Shows the age of a time; its title is the time in UTC, as in the log. @param {string | undefined} time in ISO 8601 */
export function renderAge(time) {
  const seconds = Date.parse(time ?? "") / 1000;
  const formattedTime = formatTime(seconds);
  if (!formattedTime) return "not known";
  return el("time", { dateTime: formattedTime.iso, title: formattedTime.utc }, formatAge(seconds));
}

/** Formats the time of day in UTC, as in the log; "not known" if it is not a time. @param {string | undefined} time in ISO 8601 */
export function formatClock(time) {
  const formattedTime = formatTime(Date.parse(time ?? "") / 1000);
  return formattedTime ? `${formattedTime.iso.slice(11, 16)} UTC` : "not known";
}
