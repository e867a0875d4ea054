// The parts of React Native that Hermes alone lacks: timers on a clock that jumps to the next one, and XMLHttpRequest, on which its
// packages build `fetch`. There is no network here. A request whose response is not yet in RESPONSES is printed, and the program ends; the
// test sends it, and starts the program again with the response.
let now = 1700000000000;
let last = 0;
const timers = new Map();

Date.now = () => now;
globalThis.performance = { now: () => now };
globalThis.setTimeout = (callback, delay = 0, ...args) => {
  timers.set((last += 1), { at: now + Number(delay), run: () => callback(...args) });
  return last;
};
globalThis.clearTimeout = (timer) => void timers.delete(timer);
globalThis.setInterval = (callback, delay, ...args) => {
  const again = () => {
    callback(...args);
    timers.set(timer, { at: now + delay, run: again });
  };
  const timer = setTimeout(again, delay);
  return timer;
};
globalThis.clearInterval = globalThis.clearTimeout;
globalThis.queueMicrotask = (callback) => void Promise.resolve().then(callback);
globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
globalThis.window = globalThis.self = globalThis;

const responses = globalThis.RESPONSES;
let sentCount = 0;

globalThis.XMLHttpRequest = class {
  open(method, url) {
    Object.assign(this, { method, url, headers: {}, readyState: 1, status: 0 });
  }
  setRequestHeader(name, value) {
    this.headers[name] = value;
  }
  send(body) {
    const response = responses[sentCount];
    sentCount += 1;
    if (response === undefined) return print(`REQUEST ${JSON.stringify({ ...this, body })}`);
    setTimeout(() => {
      if (this.aborted) return;
      Object.assign(this, { readyState: 4, status: response.status, response: response.text, responseURL: this.url });
      this.responseText = response.text;
      this.answered = response;
      this.onreadystatechange?.();
      this.onload?.();
    }, 5);
  }
  getAllResponseHeaders() {
    return this.answered.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }
  getResponseHeader(name) {
    return this.answered.headers.find(([one]) => one === name.toLowerCase())?.[1] ?? null;
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
};

const { setImmediate: soon } = globalThis;
/** Number of promise steps that run between two timers: in Hermes, each step of a promise is a turn. */
const TURNS = 200;
let waited = 0;
/** Runs the timers one after the other; the program ends when no timer is left, or when a response is missing. */
function turn() {
  if (sentCount > responses.length) return;
  if (waited < TURNS) {
    waited += 1;
    soon(turn);
    return;
  }
  waited = 0;
  let next;
  for (const [timer, { at }] of timers) if (next === undefined || at < timers.get(next).at) next = timer;
  if (next === undefined) return;
  const { at, run } = timers.get(next);
  timers.delete(next);
  now = Math.max(now, at);
  run();
  soon(turn);
}
soon(turn);

require("whatwg-fetch");
require("abort-controller/polyfill");
require("./globals");
