// A gateway on Node as a separate process that reports its CPU time. One port has no limits, to measure the cost of requests; at the other
// port each client has `burst` requests, to see what counts against that limit. The client IP is a header, so that each kind of request has its own.

import process from "node:process";

import { createGateway, listKeys } from "ton-edge/gateway";
import { files, openapi, serve } from "ton-edge/node";

const { upstream, folder, adminToken, burst } = JSON.parse(process.argv[2]);

const startGateway = (requests) => {
  const gateway = createGateway({
    mainnet: upstream,
    testnet: "off",
    clientIp: { header: "X-Client", trustedProxies: ["127.0.0.1"] },
    limits: { keyless: { rate: 1e6, burst: 1e6 }, budget: "off", failedKeys: "off", requests },
    apiKeys: listKeys([]),
    localGetMethods: true,
    tvm: () => import("ton-edge/tvm"),
    adminToken,
    openapi,
    assets: files(folder),
    log() {},
  });
  return serve(gateway, { port: 0 });
};
const [freeGateway, limitedGateway] = [
  await startGateway({ rate: 1e6, burst: 1e6 }),
  await startGateway({ rate: 0.001, burst }),
];

process.on("message", () => process.send(process.cpuUsage()));
process.on("disconnect", () => process.exit(0));
process.send({ free: freeGateway.url, limited: limitedGateway.url });
