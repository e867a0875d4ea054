// The style sheet of each view. The build replaces this module: it names the files, whose names have hashes then.

/** @param {string} name of a view that has styles @returns {URL} */
export const stylesheetOf = (name) => new URL(`../${name}/${name}.css`, import.meta.url);
