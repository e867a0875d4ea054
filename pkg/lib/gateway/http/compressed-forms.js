// The compressed forms of a content that is sent repeatedly. Each form is made once, counts towards the size of the content, and is removed
// together with the content.

/** @typedef {"br" | "gzip"} Coding */

export class CompressedForms {
  /** @type {Map<Coding, Promise<Uint8Array>>} */
  #forms = new Map();
  #mayKeep;

  /**
   * @param {(bytes: number) => boolean} mayKeep adds the bytes of a form to the size of the content; returns false if there is no room
   * for them
   */
  constructor(mayKeep) {
    this.#mayKeep = mayKeep;
  }

  /** Whether the form exists or is being made. @param {Coding} coding */
  has(coding) {
    return this.#forms.has(coding);
  }

  /**
   * Returns the form in a coding. The first call runs `compress`. Calls before it has finished share the result; later calls do so if there
   * was room to keep it.
   *
   * @param {Coding} coding @param {() => Promise<Uint8Array>} compress
   */
  get(coding, compress) {
    const form = this.#forms.get(coding) ?? this.#make(coding, compress);
    this.#forms.set(coding, form);
    return form;
  }

  async #make(coding, compress) {
    let isKept = false;
    try {
      // The result is copied, because it may be a part of a larger buffer of the encoder, which would then stay in memory.
      const form = new Uint8Array(await compress());
      isKept = this.#mayKeep(form.length);
      return form;
    } finally {
      if (!isKept) this.#forms.delete(coding);
    }
  }
}
