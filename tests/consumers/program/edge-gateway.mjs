// A gateway in an edge runtime; the client of the check sends its requests through it.
import { createClient, isTonEdgeError } from "ton-edge";
import { packAddress, unpackAddress } from "ton-edge/address";
import { createGateway } from "ton-edge/gateway";

import { exerciseExports } from "./use.mjs";

async function check(service) {
  const gateway = createGateway({
    mainnet: { baseUrl: service, budget: "off" },
    limits: { keyless: "off" },
    logLevel: "off",
  });
  const fetch = (input, init) => gateway.fetch(new Request(input, init));
  const createOwnClient = (options) => createClient({ ...options, fetch });
  return exerciseExports(
    { packAddress, unpackAddress, isTonEdgeError, createClient: createOwnClient },
    "https://gateway.example",
  );
}

export default {
  fetch: async (request) =>
    Response.json(
      await check(new URL(request.url).searchParams.get("service")).catch((error) => String(error?.stack ?? error)),
    ),
};
