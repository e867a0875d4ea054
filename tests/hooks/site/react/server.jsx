import { QueryClient, QueryClientProvider, dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { serializeData } from "ton-edge/query";
import { queries } from "../queries.js";
import { Balance } from "./balance.jsx";

export async function render(address) {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.balance(address));
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <Balance address={address} />
    </QueryClientProvider>,
  );
  return { html, state: dehydrate(queryClient, { serializeData }) };
}
