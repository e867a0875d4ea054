// Chooses the content coding of a response by `Accept-Encoding` (RFC 9110, section 12.5.3).

/** The content codings, better ones first, each with the suffix of files that are compressed with it. */
const CODINGS = /** @type {const} */ ([
  ["br", ".br"],
  ["gzip", ".gz"],
]);

/** Maximum entries of the header that are read; no browser sends more. */
const MAX_CODINGS = 32;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/** Returns the weight of each coding in a header; malformed parts are ignored. */
function parseWeights(header) {
  const weights = new Map();
  for (const part of header.split(",", MAX_CODINGS)) {
    const [name, weight, ...otherParameters] = part.split(";").map((field) => field.trim());
    const weightText = weight === undefined ? "1" : WEIGHT.exec(weight)?.[1];
    if (name === "" || weightText === undefined || otherParameters.length > 0) continue;
    const coding = name.toLowerCase();
    weights.set(coding === "x-gzip" ? "gzip" : coding, Number(weightText));
  }
  return weights;
}

/**
 * Returns the codings that the caller prefers to an uncompressed body, the preferred one first. Empty without the header.
 *
 * @param {string | null | undefined} header
 * @returns {(typeof CODINGS)[number][]}
 */
export function listAcceptedCodings(header) {
  if (!header) return [];
  const weights = parseWeights(header);
  const wildcardWeight = weights.get("*");
  const getWeight = (coding) => weights.get(coding) ?? wildcardWeight ?? 0;
  // An uncompressed body (`identity`) is the last choice, unless the caller gives it a weight.
  const identityWeight = weights.get("identity") ?? 0;
  return CODINGS.filter(([coding]) => getWeight(coding) > 0 && getWeight(coding) >= identityWeight).sort(
    ([a], [b]) => getWeight(b) - getWeight(a),
  );
}

/** Returns `Vary` for a response that also varies by `Accept-Encoding`. @param {string | null | undefined} vary */
export function addEncodingToVary(vary) {
  if (!vary) return "Accept-Encoding";
  return /(^|,)\s*(\*|accept-encoding)\s*(,|$)/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}
