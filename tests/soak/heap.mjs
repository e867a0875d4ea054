// Reads the JavaScript heap of another process through the inspector of Node and workerd (Chrome DevTools Protocol).

import WebSocket from "ws";

/**
 * @param {number} port of the inspector @param {() => Promise<unknown>} sendRequest sends a request: workerd responds to its inspector only while it works
 * @returns `used()`: bytes in use after a garbage collection; `total()`: bytes with garbage
 */
export async function inspectHeap(port, sendRequest) {
  const targets = await fetch(`http://127.0.0.1:${port}/json`).then((response) => response.json());
  // workerd has one target per Worker.
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl, { perMessageDeflate: false });
  await new Promise((resolve, fail) => socket.once("open", resolve).once("error", fail));
  const waitingCallers = new Map();
  socket.on("message", (text) => {
    const { id, result, error } = JSON.parse(text);
    waitingCallers.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    waitingCallers.delete(id);
  });
  let next = 1;
  const call = (method) =>
    new Promise((resolve) => {
      waitingCallers.set(next, resolve);
      socket.send(JSON.stringify({ id: next++, method }));
    });
  const callInspector = async (method) => {
    const timer = setInterval(() => sendRequest().catch(() => {}), 20);
    try {
      return await call(method);
    } finally {
      clearInterval(timer);
    }
  };
  return {
    total: async () => (await callInspector("Runtime.getHeapUsage")).totalSize,
    async used() {
      await callInspector("HeapProfiler.collectGarbage");
      const {
        usedSize,
        embedderHeapUsedSize = 0,
        backingStorageSize = 0,
      } = await callInspector("Runtime.getHeapUsage");
      return usedSize + embedderHeapUsedSize + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
