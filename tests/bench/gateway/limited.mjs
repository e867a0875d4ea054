// Contender: this package, counting callers by client IP; no caller exceeds the limit.

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { configured } from "./configured.mjs";

export default configured({ adapter: "none" }, { ...UNLIMITED, keyless: 1_000_000 });
