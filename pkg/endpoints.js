// ton-edge/endpoints: the endpoint table as data. Documented in endpoints.d.ts.

import { endpoints as rows } from "./dist/endpoints.js";

export const endpoints = () => rows;
