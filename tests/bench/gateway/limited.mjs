// Contender: this package, counting callers by their address, none of whom ever asks too often.

import { UNLIMITED } from "../../helpers/unlimited.mjs";
import { configured } from "./configured.mjs";

export default configured({ adapter: "none" }, { ...UNLIMITED, keyless: 1_000_000 });
