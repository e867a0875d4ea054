// The style sheet of each view. The build replaces this module by one with the files, whose names then have hashes.

/** @param {string} name of a view with styles @returns {URL} */
export const stylesheetOf = (name) => new URL(`../${name}/${name}.css`, import.meta.url);
