// Contender: this package, asking the service each time as the others do.

import { configured } from "./configured.mjs";

export default configured({ adapter: "none" });
