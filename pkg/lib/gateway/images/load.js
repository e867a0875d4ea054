// Loads the code of pictures at the first picture.

/** @typedef {import("./images.js").Settings} Settings */

/** @type {typeof import("./images.js") | undefined} */
let imagesModule;

export class LazyImages {
  /** The `Images` object; undefined before the first picture is requested. @type {import("./images.js").Images | undefined} */
  loaded;
  #settings;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /** @returns {Promise<import("./images.js").Images>} */
  async load() {
    // Each request awaits its own import: in workerd a promise that another request settles may never resolve.
    imagesModule ??= await import("./images.js");
    // Another request may have created it meanwhile.
    this.loaded ??= new imagesModule.Images(this.#settings);
    return this.loaded;
  }
}
