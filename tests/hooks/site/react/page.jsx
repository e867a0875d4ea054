import { QueryClient, QueryClientProvider, hydrate } from "@tanstack/react-query";
import { hydrateRoot } from "react-dom/client";
import { deserializeData } from "ton-edge/query";
import { Balance } from "./balance.jsx";

const queryClient = new QueryClient();
hydrate(queryClient, globalThis.state, { defaultOptions: { deserializeData } });
hydrateRoot(
  document.getElementById("app"),
  <QueryClientProvider client={queryClient}>
    <Balance address={globalThis.address} />
  </QueryClientProvider>,
);
