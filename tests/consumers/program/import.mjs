// Imports an entry from the copy of the package in this folder.
export const load = (entry) => import(entry);
