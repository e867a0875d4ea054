import { QueryClient, VueQueryPlugin, hydrate } from "@tanstack/vue-query";
import { deserializeData } from "ton-edge/query";
import { createSSRApp } from "vue";
import Balance from "./Balance.vue";

const queryClient = new QueryClient();
hydrate(queryClient, globalThis.state, { defaultOptions: { deserializeData } });
createSSRApp(Balance, { address: globalThis.address }).use(VueQueryPlugin, { queryClient }).mount("#app");
