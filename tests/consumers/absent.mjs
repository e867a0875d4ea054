// Reasons why a consumer in the matrix is not run. A row that fails has no such reason; the list is complete.

export const REASONS = {
  download: "its npm package downloads the program at installation, and the tests reach only registries",
  noPackage: "no package of npm, PyPI or Debian 12 has the program",
  apple: "it runs on Apple's systems alone; WebKitGTK and WPE WebKit have its engine",
  newerNode: "it needs Node 24, and the tests have 20 and 22",
};

/** The results that the table may have. */
export const RESULTS = ["passed", ...Object.values(REASONS).map((reason) => `not here: ${reason}`)];
