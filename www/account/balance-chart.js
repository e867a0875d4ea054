// The balance over time: after each transaction loaded so far. The line is drawn from floats; the text is exact.

import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatCount, formatTime, formatTon } from "../shared/format.js";
import { createPagedList } from "../shared/paged-list.js";
import { createBalancePlot } from "./balance-plot.js";

const NANO = 1e9;
/** Rows of the table; the chart has all points. */
const MOST_ROWS = 500;

export function createBalanceChart() {
  const slider = /** @type {HTMLInputElement} */ (byId("chart-point"));
  /** Oldest first: `{ now, lt, balance }`, the balance in nanotons as text. */
  let points = [];
  let without = 0;
  const list = createPagedList({
    box: byId("balance-list"),
    name: "balance",
    none: "No transactions.",
    one: "transaction",
    // Points are wanted for the time that one looks at: scrolling does not say which.
    auto: false,
    append: ({ rows }) => add(rows),
    clear() {
      points = [];
      without = 0;
      draw();
    },
    async start(account, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      return v3.transactions.paginate({ account }, { pageSize, prefetch: 0, signal, cursor });
    },
  });
  /** The plot, once uPlot is loaded. */
  let drawn;
  let loading;

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
      if (typeof now === "number" && formatTon(after?.balance))
        points.unshift({ now, lt: String(lt), balance: String(after.balance) });
      else without += 1;
    }
    draw();
  }

  async function draw() {
    summarize();
    byId("chart-figure").hidden = points.length === 0;
    if (points.length === 0) return;
    slider.max = String(points.length - 1);
    point(points.length - 1);
    table();
    try {
      loading ??= createBalancePlot(byId("chart-canvas"), point);
      drawn = await loading;
    } catch (error) {
      // So that a retry loads it again.
      loading = undefined;
      return fail(error);
    }
    drawn.show(
      points.map(({ now }) => now),
      points.map(({ balance }) => Number(balance) / NANO),
    );
  }

  function fail(error) {
    byId("chart-error").hidden = !error;
    fill(byId("chart-why"), error ? describeError(error) : []);
  }

  /** Shows one point as text: under the pointer or at the slider. */
  function point(at) {
    const one = points[at];
    if (!one) return;
    slider.value = String(at);
    const words = `${formatTime(one.now)?.local ?? "Time unknown"}: ${formatTon(one.balance)}`;
    slider.setAttribute("aria-valuetext", words);
    byId("chart-value").textContent = words;
  }

  function summarize() {
    const missing = without > 0 ? ` ${formatCount(without, "transaction")} came without a balance.` : "";
    byId("chart-words").textContent =
      points.length === 0 ? `No balance to draw yet.${missing}` : `${range(points)}${missing}`;
  }

  function table() {
    if (!(/** @type {HTMLDetailsElement} */ (byId("chart-table")).open)) return;
    fill(
      byId("chart-rows"),
      points
        .slice(-MOST_ROWS)
        .map(({ now, lt, balance }) =>
          el(
            "tr",
            {},
            el("td", {}, formatTime(now)?.local ?? "unknown"),
            el("td", { class: "mono" }, lt),
            el("td", { class: "number" }, formatTon(balance)),
          ),
        )
        .reverse(),
    );
  }

  return list;
}

function range(points) {
  const sizes = points.map(({ balance }) => BigInt(balance));
  const least = sizes.reduce((a, b) => (b < a ? b : a));
  const most = sizes.reduce((a, b) => (b > a ? b : a));
  const [first, last] = [points[0], points.at(-1)];
  return (
    `After ${formatCount(points.length, "transaction")}: from ${formatTon(first.balance)} on ${formatTime(first.now)?.local} to ${formatTon(last.balance)} on ` +
    `${formatTime(last.now)?.local}. Lowest ${formatTon(least)}, highest ${formatTon(most)}.`
  );
}
