// build.mjs decides: what it sets depends on its arguments and on the documents.
export default globalThis.docsSettings;
