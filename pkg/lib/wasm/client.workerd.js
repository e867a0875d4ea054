// client.wasm for workerd, which compiles no bytes at run time but imports modules.

import module from "../../dist/client.wasm";
import { createClientBindings } from "../client/bindings.js";
import { createPlainInstance } from "./instance.js";

export const core = /* @__PURE__ */ createClientBindings(/* @__PURE__ */ createPlainInstance(() => module));
