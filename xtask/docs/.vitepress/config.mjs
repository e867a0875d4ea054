// build.mjs makes the settings, because they depend on its arguments and on the documents.
export default globalThis.docsSettings;
