// Contender: this package with metrics that an operator could read.

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { createConfiguredGateway } from "./configured.mjs";

export const METRICS = { adminToken: "bench-token-of-the-operators" };

export default createConfiguredGateway({ adapter: "none" }, UNLIMITED, METRICS);
