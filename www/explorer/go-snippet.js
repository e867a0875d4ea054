// Writes a request as a Go program that uses only the standard library, formatted as gofmt does.

import { toGoString } from "./literals.js";

const ERROR_CHECK = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n";

/** @param {import("./call.js").Request} request */
export function writeGo({ url, method, headers, body }) {
  const [urlPath, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? "")];
  const packages = [
    "bytes",
    "encoding/json",
    "fmt",
    "io",
    "log",
    "net/http",
    pairs.length > 0 && "net/url",
    body && "strings",
  ].filter(Boolean);
  const params =
    pairs.length === 0
      ? ""
      : `\tparams := url.Values{}\n${pairs.map(([name, value]) => `\tparams.Add(${toGoString(name)}, ${toGoString(value)})\n`).join("")}`;
  const target = pairs.length === 0 ? toGoString(urlPath) : `${toGoString(`${urlPath}?`)}+params.Encode()`;
  const bodyExpression = body ? `strings.NewReader(${toGoString(body)})` : "nil";
  return `package main

import (
${packages.map((name) => `\t"${name}"\n`).join("")})

func main() {
${params}\trequest, err := http.NewRequest(${toGoString(method)}, ${target}, ${bodyExpression})
${ERROR_CHECK}${headers.map(([name, value]) => `\trequest.Header.Set(${toGoString(name)}, ${toGoString(value)})\n`).join("")}\tresponse, err := http.DefaultClient.Do(request)
${ERROR_CHECK}\tdefer response.Body.Close()
\tbody, err := io.ReadAll(response.Body)
${ERROR_CHECK}\tvar result bytes.Buffer
\tif err := json.Indent(&result, body, "", "  "); err != nil {
\t\tlog.Fatal(response.Status, ": ", err)
\t}
\tfmt.Println(result.String())
}
`;
}
