// Operations by path, as the plain gateways look them up: from the same table as ours.

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
