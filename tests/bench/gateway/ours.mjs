// Contender: this package without a cache: like the others, it sends each request upstream.

import { configured } from "./configured.mjs";

export default configured({ adapter: "none" });
