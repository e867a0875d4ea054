// Contender: this package, counting callers by client IP; no caller exceeds the limit.

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { createConfiguredGateway } from "./configured.mjs";

export default createConfiguredGateway({ adapter: "none" }, { ...UNLIMITED, keyless: 1_000_000 });
