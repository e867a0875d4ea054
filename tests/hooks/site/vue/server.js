import { QueryClient, VueQueryPlugin, dehydrate } from "@tanstack/vue-query";
import { serializeData } from "ton-edge/query";
import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import { queries } from "../queries.js";
import Balance from "./Balance.vue";

export async function render(address) {
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queries.balance(address));
  const app = createSSRApp(Balance, { address }).use(VueQueryPlugin, { queryClient });
  return { html: await renderToString(app), state: dehydrate(queryClient, { serializeData }) };
}
