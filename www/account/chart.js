// The balance over time: what each transaction loaded so far left on the account. The line is drawn from floats; what is
// said in words is exact.

import { byId, el, fill } from "../page/dom.js";
import { describe, loaded } from "../page/errors.js";
import { count, time, ton } from "../page/format.js";
import { plot } from "./plot.js";

const NANO = 1e9;

export function chart() {
  const slider = byId("chart-point");
  /** Oldest first: `{ now, lt, balance }`, the balance in nanotons as text. */
  let points = [];
  let without = 0;
  let open = false;
  /** The drawing, once the library is here. */
  let drawn;
  let coming;

  slider.addEventListener("input", () => {
    point(Number(slider.value));
    drawn?.mark(Number(slider.value));
  });
  byId("chart-table").addEventListener("toggle", table);
  byId("chart-retry").addEventListener("click", () => {
    byId("chart-heading").focus();
    fail();
    draw();
  });

  function add(rows) {
    for (const { now, lt, account_state_after: after } of rows) {
      if (typeof now === "number" && ton(after?.balance)) points.unshift({ now, lt: String(lt), balance: String(after.balance) });
      else without += 1;
    }
    if (open) draw();
  }

  async function draw() {
    tell();
    byId("chart-figure").hidden = points.length === 0;
    if (points.length === 0) return;
    slider.max = String(points.length - 1);
    point(points.length - 1);
    table();
    try {
      coming ??= plot(byId("chart-canvas"), point);
      drawn = await coming;
    } catch (error) {
      // The next try loads it anew.
      coming = undefined;
      return fail(error);
    }
    drawn.show(points.map(({ now }) => now), points.map(({ balance }) => Number(balance) / NANO));
  }

  function fail(error) {
    byId("chart-error").hidden = !error;
    fill(byId("chart-why"), error ? describe(error) : []);
  }

  /** One point in words, under the pointer or by the slider. */
  function point(at) {
    const one = points[at];
    if (!one) return;
    slider.value = String(at);
    const words = `${time(one.now)?.local ?? "Time unknown"}: ${ton(one.balance)}`;
    slider.setAttribute("aria-valuetext", words);
    byId("chart-value").textContent = words;
  }

  function tell() {
    const missing = without > 0 ? ` ${count(without, "transaction")} came without a balance.` : "";
    byId("chart-words").textContent = points.length === 0 ? `There is no balance to draw yet.${missing}` : `${range(points)}${missing}`;
  }

  function table() {
    if (!byId("chart-table").open) return;
    fill(byId("chart-rows"), points.map(({ now, lt, balance }) => el("tr", {},
      el("td", {}, time(now)?.local ?? "unknown"), el("td", { class: "mono" }, lt), el("td", { class: "number" }, ton(balance)))).reverse());
  }

  return {
    add,
    clear() {
      points = [];
      without = 0;
      if (open) draw();
    },
    /** Nothing is loaded or drawn before it is looked at. */
    look(seen) {
      if (open === seen) return;
      open = seen;
      if (seen) draw();
    },
  };
}

function range(points) {
  const sizes = points.map(({ balance }) => BigInt(balance));
  const least = sizes.reduce((a, b) => (b < a ? b : a));
  const most = sizes.reduce((a, b) => (b > a ? b : a));
  const [first, last] = [points[0], points.at(-1)];
  return `After ${count(points.length, "transaction")}: from ${ton(first.balance)} on ${time(first.now)?.local} to ${ton(last.balance)} on ` +
    `${time(last.now)?.local}. Lowest ${ton(least)}, highest ${ton(most)}.`;
}
