// Contender: this package with metrics, and with responses cached in memory.

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { createConfiguredGateway } from "./configured.mjs";
import { METRICS } from "./metered.mjs";

export default createConfiguredGateway({ maxBytes: 67_108_864 }, UNLIMITED, METRICS);
