// The operations by path for the plain gateways, from this package's endpoint table.

import { endpoints } from "ton-edge/endpoints";

export const routes = new Map();
for (const row of endpoints()) {
  const route = `/api/${row.generation}${row.path}`;
  const rowsByVerb = routes.get(route) ?? new Map();
  const entry = {
    row,
    params: new Map((row.params ?? []).filter((param) => param.in === "query").map((param) => [param.name, param])),
  };
  rowsByVerb.set(row.verb, entry);
  if (row.verb === "GET") rowsByVerb.set("HEAD", entry);
  routes.set(route, rowsByVerb);
}
