// Reasons why a consumer in the matrix is not run. A row that fails has no such reason; the list is complete.

export const ABSENCE_REASONS = {
  download: "its npm package downloads the program at installation, and the tests reach only registries",
  noPackage: "no package of npm, PyPI or Debian 12 has the program",
  apple: "it runs only on Apple's systems; the tests run WebKitGTK and WPE WebKit, which have the same engine",
  template: "it downloads its template from GitHub, and the tests reach only registries",
  newerNode: "it needs Node 24, but the tests use Node 20 and 22",
};

/** The results that the table may have. */
export const RESULT_TEXTS = ["passed", ...Object.values(ABSENCE_REASONS).map((reason) => `not here: ${reason}`)];
