// Reasons why a consumer in the matrix is not run. A row that fails has no such reason; the list is complete.

export const ABSENCE_REASONS = {
  download: "its npm package downloads the program at installation, and the tests reach only registries",
  noPackage: "no package of npm, PyPI or Debian 12 has the program",
  apple: "it runs only on Apple's systems; the tests run WebKitGTK and WPE WebKit, which have the same engine",
  template: "it downloads its template from GitHub, and the tests reach only registries",
  newerNode: "it needs Node 24, but the tests use Node 20 and 22",
};

/** What the table has instead of a version. */
export const describeAbsence = (reason) => `not tested: ${reason}`;
