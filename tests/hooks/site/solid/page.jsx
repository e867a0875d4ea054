import { QueryClient, hydrate as hydrateQueries } from "@tanstack/solid-query";
import { hydrate } from "solid-js/web";
import { deserializeData } from "ton-edge/query";
import { App } from "./app.jsx";

const queryClient = new QueryClient();
hydrateQueries(queryClient, globalThis.state, { defaultOptions: { deserializeData } });
hydrate(() => <App address={globalThis.address} queryClient={queryClient} />, document.getElementById("app"));
