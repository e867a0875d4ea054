// Values as people read them. Amounts stay exact: decimal text and BigInt, never a float.

const NANO = 1_000_000_000n;

/** Nanotons in decimal text as TON: "90000000" gives "0.09 TON"; undefined for what is no amount. */
export function ton(nano) {
  if (!/^-?\d+$/.test(String(nano ?? ""))) return undefined;
  const amount = BigInt(nano);
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % NANO).padStart(9, "0").replace(/0+$/, "");
  const whole = (size / NANO).toLocaleString("en-US");
  return `${amount < 0n ? "\u2212" : ""}${whole}${fraction && `.${fraction}`} TON`;
}

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Unix seconds as local and UTC text; undefined for what is no time. */
export function time(seconds) {
  const date = new Date(Number(seconds) * 1000);
  if (typeof seconds !== "number" || Number.isNaN(date.getTime())) return undefined;
  const iso = date.toISOString();
  return { iso, local: LOCAL.format(date), utc: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` };
}

/** The two ends of a long text. */
export const shorten = (text, ends = 6) => (text.length > 2 * ends + 1 ? `${text.slice(0, ends)}…${text.slice(-ends)}` : text);

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
