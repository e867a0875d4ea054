// The parts of React Native that Hermes alone lacks: timers on a clock that jumps to the next one, and XMLHttpRequest, on which its
// packages build `fetch`. There is no network here. A request whose response is not yet in RESPONSES is printed, and the program ends; the
// test sends it, and starts the program again with the response.
let now = 1700000000000;
let lastId = 0;
const timers = new Map();

Date.now = () => now;
globalThis.performance = { now: () => now };
globalThis.setTimeout = (callback, delay = 0, ...args) => {
  timers.set((lastId += 1), { dueAt: now + Number(delay), run: () => callback(...args) });
  return lastId;
};
globalThis.clearTimeout = (timer) => void timers.delete(timer);
globalThis.setInterval = (callback, delay, ...args) => {
  const repeat = () => {
    callback(...args);
    timers.set(timer, { dueAt: now + delay, run: repeat });
  };
  const timer = setTimeout(repeat, delay);
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
      this.received = response;
      this.onreadystatechange?.();
      this.onload?.();
    }, 5);
  }
  getAllResponseHeaders() {
    return this.received.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  }
  getResponseHeader(name) {
    return this.received.headers.find(([header]) => header === name.toLowerCase())?.[1] ?? null;
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
};

const { setImmediate: scheduleTurn } = globalThis;
/** Number of promise steps that run between two timers: in Hermes, each step of a promise is a turn. */
const MAX_PROMISE_STEPS = 200;
let promiseSteps = 0;
/** Runs the timers one after the other; the program ends when no timer is left, or when a response is missing. */
function runTurn() {
  if (sentCount > responses.length) return;
  if (promiseSteps < MAX_PROMISE_STEPS) {
    promiseSteps += 1;
    scheduleTurn(runTurn);
    return;
  }
  promiseSteps = 0;
  let nextTimer;
  for (const [timer, { dueAt }] of timers) if (nextTimer === undefined || dueAt < timers.get(nextTimer).dueAt) nextTimer = timer;
  if (nextTimer === undefined) return;
  const { dueAt, run } = timers.get(nextTimer);
  timers.delete(nextTimer);
  now = Math.max(now, dueAt);
  run();
  scheduleTurn(runTurn);
}
scheduleTurn(runTurn);

require("whatwg-fetch");
require("abort-controller/polyfill");
require("./globals");
