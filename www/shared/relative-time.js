// Renders relative times, such as "3 min ago", and updates them as time passes.

import { el } from "./dom.js";
import { createTimeFormat, formatAge, formatTime } from "./format.js";
import { t } from "./messages.js";

const DAY_SECONDS = 86_400;
const UPDATE_MS = 20_000;
const formatClockTime = createTimeFormat({ hour: "2-digit", minute: "2-digit" });

/** Formats the time of day, for rows that are grouped under their day. @param {number} seconds Unix time */
const formatClock = (seconds) => formatClockTime(seconds * 1000);

let timer;
/**
 * Updates all times in the document. They are searched each time, so that removed elements can be garbage-collected.
 */
function updateTimes() {
  const timeElements = /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-age]"));
  for (const time of timeElements) {
    // A hidden view may have another language.
    if (!time.checkVisibility()) continue;
    const timeText = formatTimeText(Number(time.dataset.age), time.dataset.days === "above");
    if (time.textContent !== timeText) time.textContent = timeText;
  }
}

const formatTimeText = (seconds, daysAbove) =>
  daysAbove && Date.now() / 1000 - seconds >= DAY_SECONDS ? formatClock(seconds) : (formatAge(seconds) ?? "");

/**
 * Renders a time with its age as text and the whole time as title.
 * @param {number | undefined} seconds Unix time
 * @param {boolean} [daysAbove] whether the time is listed under its day: then times older than a day are shown as the
 *   time of day
 */
export function renderRelative(seconds, daysAbove = false) {
  const formattedTime = formatTime(seconds);
  if (!formattedTime || seconds === undefined) return el("span", {}, t("time unknown"));
  timer ??= setInterval(updateTimes, UPDATE_MS);
  const time = el(
    "time",
    { dateTime: formattedTime.iso, title: `${formattedTime.local} (${formattedTime.utc})` },
    formatTimeText(seconds, daysAbove),
  );
  time.dataset.age = String(seconds);
  if (daysAbove) time.dataset.days = "above";
  return time;
}
