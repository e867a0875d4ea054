// Which view is shown, and the URL that goes with it.

import { byId, fill } from "./dom.js";
import { describe, loaded } from "./errors.js";
import { formatRoute, parseRoute } from "./route.js";

const TITLES = { address: "Address inspector", account: "Account", chain: "Chain" };

async function start() {
  // Not imported above: a file that is missing must be told, not leave a dead page.
  const [{ addressView }, { accountView }, { chainView }] = await loaded(
    Promise.all([import("./address.js"), import("./account.js"), import("./chain.js")]));
  const go = (route) => {
    const hash = formatRoute(route);
    if (location.hash === hash) return false;
    location.hash = hash;
    return true;
  };
  const views = {
    address: addressView({
      push: (text) => go({ view: "address", text }) || views.address.show(text),
      // It comes a moment after typing; the visitor may have gone elsewhere.
      replace: (text) => {
        if (parseRoute(location.hash).view === "address") history.replaceState(null, "", formatRoute({ view: "address", text }));
      },
    }),
    account: accountView({
      push: (text, rows) => go({ view: "account", text, rows }) || views.account.show(text, rows, true),
    }),
    chain: chainView({ push: (text) => go({ view: "chain", text }) || views.chain.show(text) }),
  };

  function route() {
    const { view, text, rows } = parseRoute(location.hash);
    for (const name of Object.keys(views)) {
      byId(`view-${name}`).hidden = name !== view;
      const link = byId(`nav-${name}`);
      if (name === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
      if (name !== view) views[name].leave?.();
    }
    document.title = `${text ? `${text.slice(0, 12)}… · ` : ""}${TITLES[view]} · ton-edge`;
    views[view].show(text, rows);
  }

  addEventListener("hashchange", () => {
    const before = document.activeElement;
    route();
    // What had the focus is gone with its view or row: begin at the heading, not at the top of the document.
    if (!before?.isConnected || before.closest("[hidden]")) {
      byId(`${parseRoute(location.hash).view}-heading`).focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  });
  // The fragment is the view's: skipping must not change it.
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  byId("boot").remove();
  route();
}

start().catch((error) => {
  const boot = byId("boot");
  if (!boot) throw error;
  boot.className = "message bad";
  fill(boot, describe(error));
});
