// Contender: this package, with answers in memory.

import { configured } from "./configured.mjs";

export default configured({ maxBytes: 67_108_864 });
