// Returns the style sheet of a view. The build replaces this module by one with hashed file names.

/** @param {string} name of a view with styles @returns {URL} */
export const stylesheetOf = (name) => new URL(`../${name}/${name}.css`, import.meta.url);
