// The WebAssembly instances that this process creates after the first import of this module.

const instances = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  /** @param {ConstructorParameters<typeof Instance>} args */
  constructor(...args) {
    super(...args);
    instances.push(new WeakRef(this));
  }
};
/** Exports of the instances that have not been garbage-collected. */
export const listLiveInstances = () => instances.map((instance) => instance.deref()?.exports).filter(Boolean);
/** The instances of client.wasm. */
export const listClients = () => listLiveInstances().filter(({ room }) => room);
