// Contender: this package, with responses cached in memory.

import { configured } from "./configured.mjs";

export default configured({ maxBytes: 67_108_864 });
