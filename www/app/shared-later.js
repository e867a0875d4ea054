// Loads modules that several views share. In the sources, views import them; the build replaces this module by one that loads them as
// one file, in parallel with the view instead of after it.

/** @param {string} _name of a view @returns {Promise<unknown> | undefined} */
export const loadShared = (_name) => undefined;
