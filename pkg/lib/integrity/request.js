// Reads operation and parameters of a request, as they were sent.

/**
 * @typedef {{ generation: string, name: string, all(parameter: string): string[], names: string[] }} Request
 * @param {{ target: string, body: string | undefined }} plan @returns {Request}
 */
export function readRequest({ target, body }) {
  const url = new URL(target, "http://localhost");
  const [, , generation, ...path] = url.pathname.split("/");
  let name = path.join("/");
  let params = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((key) => [key, url.searchParams.getAll(key)]),
  );
  if (body !== undefined) {
    const parsedBody = JSON.parse(body);
    const isRpc = name === "jsonRPC";
    if (isRpc) name = parsedBody.method;
    params = { ...params, ...(isRpc ? parsedBody.params : parsedBody) };
  }
  const getAll = (parameter) => {
    const value = params[parameter];
    return value === undefined || value === null ? [] : [value].flat().map(String);
  };
  return { generation, name, all: getAll, names: Object.keys(params) };
}
