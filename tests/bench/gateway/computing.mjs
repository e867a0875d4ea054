// Contender: this package, computing get-methods.

import { createConfiguredGateway } from "./configured.mjs";

export default createConfiguredGateway({ maxBytes: 67_108_864 }, undefined, {
  localGetMethods: true,
  tvm: () => import("ton-edge/tvm"),
});
