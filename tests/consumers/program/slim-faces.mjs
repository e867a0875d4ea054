// The wasm modules that the check of the slim entries needs.

export const FACES = ["address", "client", "cell", "tvm", "emulator"];
