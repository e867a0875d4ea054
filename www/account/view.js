// The account view: pages of transactions, one request at a time, for one account at a time.

import { parseAddress } from "../ton-edge/address.js";
import { loadClient } from "../page/client.js";
import { byId, el, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { count } from "../page/format.js";
import { transactionRow } from "../page/transaction.js";

/** An account with many transactions, also among the recorded ones. */
const SAMPLE = "UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4";

/** Rows at a time, as the choice in index.html has them. */
const PAGE_SIZES = [3, 10, 50];
const PAGE_SIZE = 10;

/** @param {{ push(text: string, query: { rows?: string }): void }} url `push` shows the view even if the URL stays the same */
export function view(url) {
  const input = byId("account-input");
  const rows = byId("account-rows");
  const list = byId("transactions");
  const more = byId("account-more");
  const retry = byId("account-retry");
  const progress = byId("account-progress");
  /** What is shown: its pages so far, or undefined. Replaced as a whole, so a late answer finds itself outdated. */
  let run;

  const near = new IntersectionObserver(([entry]) => entry.isIntersecting && load(), { rootMargin: "300px" });
  const query = () => ({ rows: Number(rows.value) === PAGE_SIZE ? undefined : rows.value });
  const submit = () => url.push(input.value.trim(), query());

  byId("account-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  byId("account-sample").addEventListener("click", () => url.push(SAMPLE, query()));
  rows.addEventListener("change", () => run && submit());
  more.addEventListener("click", () => load());
  retry.addEventListener("click", () => {
    fill(byId("account-error"));
    run.failed = false;
    load();
  });

  function show(text, query, again = false) {
    const pageSize = PAGE_SIZES.includes(Number(query.rows)) ? Number(query.rows) : PAGE_SIZE;
    if (!again && run?.text === text && run.pageSize === pageSize) return;
    run?.stop.abort();
    near.disconnect();
    run = undefined;
    input.value = text;
    rows.value = String(pageSize);
    input.removeAttribute("aria-invalid");
    fill(byId("account-message"));
    byId("account-message").className = "message";
    fill(byId("account-error"));
    fill(list);
    byId("account-list").hidden = true;
    if (text === "") return;
    let parsed;
    try {
      parsed = parseAddress(text);
    } catch (error) {
      input.setAttribute("aria-invalid", "true");
      byId("account-message").classList.add("bad");
      fill(byId("account-message"), describe(error));
      input.focus();
      return;
    }
    run = { text, pageSize, account: parsed.raw, stop: new AbortController(), size: 0 };
    fill(byId("account-title"), "Transactions of ", el("span", { class: "mono" }, text));
    byId("account-list").hidden = false;
    load();
  }

  async function load() {
    const mine = run;
    if (!mine || mine.busy || mine.failed || mine.ended) return;
    mine.busy = true;
    paint(mine);
    try {
      mine.pager ??= await start(mine);
      mine.pages ??= mine.pager.pages();
      const { value: page, done } = await mine.pages.next();
      if (mine !== run) return;
      if (page) append(mine, page);
      mine.ended = done || page.last;
    } catch (error) {
      if (mine !== run) return;
      // An iterator that has thrown is finished; the pager goes on where it was.
      mine.pages = undefined;
      mine.failed = true;
      fill(byId("account-error"), describe(error));
    }
    mine.busy = false;
    paint(mine);
    // Told anew, because the observer speaks up only when something changes.
    near.disconnect();
    if (!mine.ended && !mine.failed) near.observe(byId("account-sentinel"));
  }

  function append(mine, { rows: found, address_book: book }) {
    mine.size += found.length;
    list.append(...found.map((row) => transactionRow(row, book ?? {})));
  }

  function paint(mine) {
    const { size, busy, failed, ended } = mine;
    const focused = document.activeElement;
    byId("account-list").dataset.state = ended ? "ended" : failed ? "failed" : busy ? "loading" : "more";
    list.setAttribute("aria-busy", String(Boolean(busy)));
    more.hidden = ended || failed;
    retry.hidden = !failed;
    byId("account-error").classList.toggle("bad", Boolean(failed));
    // Not `disabled`, which would take the focus away.
    more.setAttribute("aria-disabled", String(Boolean(busy)));
    more.textContent = busy ? "Loading…" : "Load more";
    progress.textContent = ended && size === 0 ? "This account has no transactions."
      : ended ? `All ${count(size, "transaction")} shown`
      : failed ? `Stopped after ${count(size, "transaction")}`
      : size === 0 ? "Loading transactions…"
      : `${count(size, "transaction")} so far${busy ? ", loading more…" : ""}`;
    if ((focused === more && more.hidden) || (focused === retry && retry.hidden)) (more.hidden ? progress : more).focus();
  }

  return { show };
}

/** A page at a time, when it is asked for: nothing is fetched ahead of the reader. */
async function start({ account, pageSize, stop }) {
  const { v3 } = await loadClient();
  return v3.transactions.paginate({ account }, { pageSize, prefetch: 0, signal: stop.signal });
}
