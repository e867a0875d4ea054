// Every suite that runs in more than one runtime. Each test gets the context that tests/suites/context.mjs describes.

import { address } from "./address.mjs";
import { client } from "./client.mjs";
import { contracts } from "./contracts.mjs";
import { emulator } from "./emulator.mjs";
import { message } from "./message.mjs";
import { oddTests } from "./odd.mjs";
import { pages } from "./pages.mjs";
import { transport } from "./transport.mjs";
import { tvm } from "./tvm.mjs";

export const suites = { address, client, contracts, emulator, message, odd: oddTests, pages, transport, tvm };
