// Modules that several views share and a first visit does not need. The build replaces this module: there it is one file, which is loaded
// beside the view, and not only when the view has named it.

/** @param {string} _name of a view @returns {Promise<unknown> | undefined} */
export const loadShared = (_name) => undefined;
