// The request of a response: which operation, and its parameters as they were sent.

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
    const read = JSON.parse(body);
    const isRpc = name === "jsonRPC";
    if (isRpc) name = read.method;
    params = { ...params, ...(isRpc ? read.params : read) };
  }
  const all = (parameter) => {
    const value = params[parameter];
    return value === undefined || value === null ? [] : [value].flat().map(String);
  };
  return { generation, name, all, names: Object.keys(params) };
}
