// Imports an entry of the copy of the package beside this file.
export const load = (entry) => import(entry);
