// Reads what a gateway says about its cache in the headers of a response (RFC 9211).

/** Members of a list of structured fields, without their texts: quoted text may look like a field. */
const members = (text) => (text ?? "").replace(/"[^"]*"/g, '""').split(",");
const number = (text, name) => {
  const found = new RegExp(`;\\s*${name}=(-?\\d+)`).exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/**
 * The cache's result; undefined without the header.
 * @param {string | null | undefined} status Cache-Status @param {string | null} [age] Age
 * @returns {{ kind: "hit" | "stale" | "miss" | "bypass", stored: boolean, age: number | undefined, ttl: number | undefined } | undefined}
 */
export function readCache(status, age) {
  // The last one is the nearest to the visitor.
  const nearest = members(status).at(-1);
  if (nearest.trim() === "") return undefined;
  const forward = /;\s*fwd=([\w-]+)/.exec(nearest)?.[1];
  const ttl = number(nearest, "ttl");
  const kind = /;\s*hit\b/.test(nearest)
    ? ttl < 0
      ? "stale"
      : "hit"
    : forward === "stale" || forward === "bypass"
      ? forward
      : "miss";
  return {
    kind,
    stored: /;\s*stored\b/.test(nearest),
    age: /^\d+$/.test(age ?? "") ? Number(age) : undefined,
    ttl,
  };
}
