import { QueryClient, hydrate as hydrateQueries } from "@tanstack/svelte-query";
import { hydrate } from "svelte";
import { deserializeData } from "ton-edge/query";
import App from "./App.svelte";

const queryClient = new QueryClient();
hydrateQueries(queryClient, globalThis.state, { defaultOptions: { deserializeData } });
hydrate(App, { target: document.getElementById("app"), props: { address: globalThis.address, queryClient } });
