// While you develop, the page and the API have one origin: requests to the API go to a gateway, by default that of `cargo xtask serve`.

import { env } from "node:process";

const gateway = env.GATEWAY ?? "http://127.0.0.1:8787";

export default {
  server: { proxy: { "/api": gateway, "/testnet/api": gateway } },
};
