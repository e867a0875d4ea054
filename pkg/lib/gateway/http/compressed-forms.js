// The compressed forms of a content that is sent again and again: each form is made once, counts with its content and goes with it.

/** @typedef {"br" | "gzip"} Coding */

export class CompressedForms {
  /** @type {Map<Coding, Promise<Uint8Array>>} */
  #forms = new Map();
  #mayKeep;

  /** @param {(bytes: number) => boolean} mayKeep counts the bytes of a form with its content; false if there is no room for them */
  constructor(mayKeep) {
    this.#mayKeep = mayKeep;
  }

  /** Whether the form is kept or being made. @param {Coding} coding */
  has(coding) {
    return this.#forms.has(coding);
  }

  /**
   * Returns the form in a coding. `compress` makes it at the first call, for all who wait for it, and for later ones if there is room.
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
      // An encoder's own result is a part of a larger buffer, which would stay in memory with it.
      const form = new Uint8Array(await compress());
      isKept = this.#mayKeep(form.length);
      return form;
    } finally {
      if (!isKept) this.#forms.delete(coding);
    }
  }
}
