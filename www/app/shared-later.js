// Modules that several views share and a first visit does not need. The build replaces this module by one that loads them as one file,
// in parallel with the view instead of after it.

/** @param {string} _name of a view @returns {Promise<unknown> | undefined} */
export const loadShared = (_name) => undefined;
