// The WebAssembly instances that this process makes, from the first import of this module on.

const instances = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  /** @param {ConstructorParameters<typeof Instance>} args */
  constructor(...args) {
    super(...args);
    instances.push(new WeakRef(this));
  }
};
/** Exports of those that have not been collected. */
export const alive = () => instances.map((one) => one.deref()?.exports).filter(Boolean);
/** Those of client.wasm. */
export const clients = () => alive().filter(({ room }) => room);
