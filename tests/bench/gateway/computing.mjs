// Contender: this package, computing get-methods.

import { configured } from "./configured.mjs";

export default configured({ maxBytes: 67_108_864 }, undefined, {
  localGetMethods: true,
  tvm: () => import("ton-edge/tvm"),
});
