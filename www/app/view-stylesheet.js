// Returns the style sheet of a view. The build replaces this module by one with hashed file names.

/** @param {string} folder of a view with styles @returns {URL} */
export const getStylesheetUrl = (folder) => new URL(`../${folder}/${folder}.css`, import.meta.url);
