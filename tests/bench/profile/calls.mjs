// The calls of a CPU profile of V8: which function called which, and for how long.

/** Frames of the time in which no code ran. */
const IDLE_NAMES = new Set(["(idle)", "(root)"]);

/** The part of the program that a function belongs to, with its colour. */
export const KINDS = [
  { kind: "ton-edge", colour: "#4e9a4e", of: ({ url }) => /\/pkg\/|^worker$/.test(url) },
  {
    kind: "wasm",
    colour: "#8a63d2",
    of: ({ url, functionName }) => /^wasm:/.test(url) || /^(wasm|js-to-wasm)/.test(functionName),
  },
  { kind: "engine", colour: "#b0752a", of: ({ url }) => url === "" },
  { kind: "runtime", colour: "#4a7fb5", of: ({ url }) => url.startsWith("node:") },
  { kind: "other", colour: "#7a7f85", of: () => true },
];

/**
 * @typedef {{ functionName: string, url: string, lineNumber: number }} Frame
 * @typedef {{ nodes: { id: number, callFrame: Frame, children?: number[] }[], samples: number[], timeDeltas: number[] }} Profile
 * @typedef {{ name: string, kind: string, self: number, total: number, calls: Map<string, Call> }} Call
 */

const getName = ({ functionName, url, lineNumber }) => {
  const file = url.split("/").slice(-2).join("/");
  return `${functionName || "(anonymous)"}${file === "" ? "" : ` ${file}:${lineNumber + 1}`}`;
};

/** The calls of a profile; equal calls of one caller are joined. @param {Profile} profile @returns {Call} */
export function listCalls({ nodes, samples, timeDeltas }) {
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const root = { name: "all", kind: "engine", self: 0, total: 0, calls: new Map() };
  for (const [at, id] of samples.entries()) {
    const path = [];
    for (let nodeId = id; nodeId !== undefined; nodeId = parents.get(nodeId))
      path.unshift(nodesById.get(nodeId).callFrame);
    if (IDLE_NAMES.has(path.at(-1).functionName)) continue;
    let call = root;
    root.total += timeDeltas[at];
    for (const frame of path.slice(1)) {
      const name = getName(frame);
      if (!call.calls.has(name))
        call.calls.set(name, {
          name,
          kind: KINDS.find(({ of }) => of(frame)).kind,
          self: 0,
          total: 0,
          calls: new Map(),
        });
      call = call.calls.get(name);
      call.total += timeDeltas[at];
    }
    call.self += timeDeltas[at];
  }
  return root;
}

/** The functions by the time spent in themselves: `[name, share]`. @param {Call} root */
export function listHottestFunctions(root) {
  const sums = new Map();
  const add = (call) => {
    sums.set(call.name, (sums.get(call.name) ?? 0) + call.self);
    call.calls.forEach(add);
  };
  add(root);
  return [...sums].map(([name, self]) => [name, self / root.total]).sort(([, a], [, b]) => b - a);
}
