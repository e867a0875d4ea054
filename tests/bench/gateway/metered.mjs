// Contender: this package with metrics that an operator could read.

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { configured } from "./configured.mjs";

export const METRICS = { adminToken: "bench-token-of-the-operators" };

export default configured({ adapter: "none" }, UNLIMITED, METRICS);
