// The operations by path for the plain gateways, from this package's endpoint table.

import { endpoints } from "ton-edge/endpoints";

export const routes = new Map();
for (const row of endpoints()) {
  const route = `/api/${row.generation}${row.path}`;
  const found = routes.get(route) ?? new Map();
  const entry = {
    row,
    params: new Map((row.params ?? []).filter((param) => param.in === "query").map((param) => [param.name, param])),
  };
  found.set(row.verb, entry);
  if (row.verb === "GET") found.set("HEAD", entry);
  routes.set(route, found);
}
