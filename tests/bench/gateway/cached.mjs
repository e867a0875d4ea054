// Contender: this package, with responses cached in memory.

import { createConfiguredGateway } from "./configured.mjs";

export default createConfiguredGateway({ maxBytes: 67_108_864 });
