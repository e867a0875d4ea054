// Faults on request. A fault is a text: in the request header `X-Fault`, for this request only, or added by the test with
// `faults.add("…", { times, path })`. Several are joined by commas:
//
//   delay=MS       wait before anything else
//   status=N       respond with an error of this status in the shape of the generation
//   html           the 502 page of the front server (openresty), or status=N with that page
//   429=N          this and the next requests, N in all, are refused with 429; `retry-after=S` adds the header
//   redirect=URL   302 to URL (commas in it percent-encoded)
//   gzip, br       the response compressed, whatever the client accepts
//   stale          the last good response to the same request, if there was one
//   reorder        the rows of a list in the opposite order
//   truncate       full content-length, half of the body, then the connection is cut
//   stall          status line and headers, never the body
//   hang           nothing at all, the connection stays open
//   reset          the connection is reset without a response
//
// `faults.add` also takes an object: { status, body, contentType, headers, delay, … } sends exactly that body. `times` (default 1) is the
// number of requests with the fault, `path` a text that their URL must contain. `faults.clear()` removes all faults, and ends a running
// count of 429s.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const HTML = (status, text) =>
  `<html>\r\n<head><title>${status} ${text}</title></head>\r\n<body>\r\n<center><h1>${status} ${text}</h1></center>\r\n<hr><center>openresty</center>\r\n</body>\r\n</html>\r\n`;
const NAMES = [
  "delay",
  "status",
  "html",
  "429",
  "retry-after",
  "redirect",
  "gzip",
  "br",
  "stale",
  "reorder",
  "truncate",
  "stall",
  "hang",
  "reset",
];
const REASONS = {
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Temporarily Unavailable",
  504: "Gateway Time-out",
};

/** @param {string | Record<string, any>} faultText @returns {Record<string, any>} */
function parseFault(faultText) {
  if (typeof faultText !== "string") return { ...faultText };
  const fault = {};
  for (const part of faultText
    .split(",")
    .map((p) => p.trim())
    .filter(Boolean)) {
    const [name, ...rest] = part.split("=");
    if (!NAMES.includes(name)) throw new Error(`unknown fault "${name}"; known: ${NAMES.join(", ")}`);
    const value = rest.join("=");
    fault[name] = name === "redirect" ? value : value === "" ? true : Number(value);
    if (Number.isNaN(fault[name])) throw new Error(`fault ${name} needs a number, not "${value}"`);
  }
  return fault;
}

export function createFaults() {
  /** @type {{ fault: Record<string, any>, left: number, path: string }[]} */
  let queue = [];
  let refusals = { left: 0, retryAfter: undefined };
  return {
    /** @param {string | Record<string, any>} spec @param {{ times?: number, path?: string }} [options] */
    add(spec, { times = 1, path = "" } = {}) {
      queue.push({ fault: parseFault(spec), left: times, path });
    },
    clear() {
      queue = [];
      refusals = { left: 0, retryAfter: undefined };
    },
    get pending() {
      return queue.length + refusals.left;
    },
    /** The faults of one request; called once per request. @param {string} url @param {string | undefined} header */
    take(url, header) {
      let fault = header ? parseFault(header) : {};
      const nextFault = queue.find((f) => url.includes(f.path));
      if (nextFault) {
        fault = { ...nextFault.fault, ...fault };
        if (--nextFault.left <= 0) queue = queue.filter((f) => f !== nextFault);
      }
      if (fault["429"]) refusals = { left: Number(fault["429"]), retryAfter: fault["retry-after"] };
      const isRefused = refusals.left > 0;
      if (isRefused) refusals.left--;
      return { ...fault, refused: isRefused, retryAfter: refusals.retryAfter };
    },
  };
}

/** The reply with its list reversed: `result` of v2, the rows of v3. @param {Buffer} body */
function reverseList(body) {
  // Parsing would round integers beyond 2^53, so rows with such integers are sent unchanged.
  const text = body.toString();
  if (/[^"\d.]\d{16,}(?![\d"])/.test(text)) return body;
  const value = JSON.parse(text);
  if (Array.isArray(value)) return Buffer.from(JSON.stringify(value.reverse()));
  for (const list of Object.values(value)) if (Array.isArray(list)) list.reverse();
  return Buffer.from(JSON.stringify(value));
}

/**
 * Changes the reply as the fault specifies, before it is sent.
 * @param {{ status: number, headers: Record<string, string>, body: Buffer }} reply
 * @param {Record<string, any>} fault @param {(status: number, text: string) => { status: number, headers: Record<string, string>, body: Buffer }} errorReply
 */
export function applyFault(reply, fault, errorReply) {
  if (fault.body !== undefined) {
    reply = {
      status: fault.status ?? 200,
      headers: { ...reply.headers, "content-type": fault.contentType ?? "application/json" },
      body: Buffer.from(fault.body),
    };
  } else if (fault.html) {
    const status = fault.status ?? 502;
    reply = {
      status,
      headers: { ...reply.headers, "content-type": "text/html" },
      body: Buffer.from(HTML(status, REASONS[status] ?? "Error")),
    };
  } else if (fault.status) reply = errorReply(fault.status, `fault asked for: status ${fault.status}`);
  if (fault.redirect)
    reply = {
      status: 302,
      headers: { ...reply.headers, location: fault.redirect, "content-type": "text/html" },
      body: Buffer.from(HTML(302, "Found")),
    };
  if (fault.headers) reply = { ...reply, headers: { ...reply.headers, ...fault.headers } };
  if (fault.reorder && reply.status === 200) reply = { ...reply, body: reverseList(reply.body) };
  if (fault.br) {
    const body = brotliCompressSync(reply.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    reply = { ...reply, headers: { ...reply.headers, "content-encoding": "br" }, body };
  }
  if (fault.gzip)
    reply = { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body: gzipSync(reply.body) };
  return reply;
}

/**
 * Sends the reply, or cuts it off if the fault says so.
 * @param {import("node:http").ServerResponse} response @param {{ status: number, headers: Record<string, string>, body: Buffer }} reply
 * @param {Record<string, any>} fault @param {boolean} isHead
 */
export function send(response, reply, fault, isHead) {
  response.writeHead(reply.status, { ...reply.headers, "content-length": String(reply.body.length) });
  if (fault.stall) return void response.flushHeaders();
  if (fault.truncate)
    return void response.write(reply.body.subarray(0, reply.body.length >> 1), () => response.destroy());
  response.end(isHead ? undefined : reply.body);
}
