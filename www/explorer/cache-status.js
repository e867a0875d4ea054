// Reads the gateway's cache result from the headers of a response (RFC 9211).

/** Splits a list of structured fields into members and drops the quoted strings in them, which may look like fields. */
const splitMembers = (text) => (text ?? "").replace(/"[^"]*"/g, '""').split(",");
const readNumber = (text, name) => {
  const digits = new RegExp(`;\\s*${name}=(-?\\d+)`).exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/**
 * Returns the cache result; undefined if the header is missing.
 * @param {string | null | undefined} status Cache-Status @param {string | null} [age] Age
 * @returns {{ kind: "hit" | "stale" | "miss" | "bypass", stored: boolean, age: number | undefined, ttl: number | undefined } | undefined}
 */
export function readCache(status, age) {
  // The last member is of the cache nearest to the visitor.
  const lastMember = splitMembers(status).at(-1);
  if (lastMember.trim() === "") return undefined;
  const forwardReason = /;\s*fwd=([\w-]+)/.exec(lastMember)?.[1];
  const ttl = readNumber(lastMember, "ttl");
  const kind = /;\s*hit\b/.test(lastMember)
    ? ttl < 0
      ? "stale"
      : "hit"
    : forwardReason === "stale" || forwardReason === "bypass"
      ? forwardReason
      : "miss";
  return {
    kind,
    stored: /;\s*stored\b/.test(lastMember),
    age: /^\d+$/.test(age ?? "") ? Number(age) : undefined,
    ttl,
  };
}
