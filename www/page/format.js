// Values as people read them. Amounts stay exact: decimal text and BigInt, never a float.

const WHOLE = /^-?\d+$/;
const TON_DECIMALS = 9;

/** An amount in smallest units, as decimal text, with its decimals: ("4100100", 6) gives "4.1001"; undefined for what is no amount. */
export function amount(units, decimals) {
  if (!WHOLE.test(String(units ?? ""))) return undefined;
  const value = BigInt(units);
  const size = value < 0n ? -value : value;
  const one = 10n ** BigInt(decimals);
  const fraction = decimals === 0 ? "" : String(size % one).padStart(decimals, "0").replace(/0+$/, "");
  return `${value < 0n ? "\u2212" : ""}${number(size / one)}${fraction && `.${fraction}`}`;
}

/** Nanotons in decimal text as TON: "90000000" gives "0.09 TON"; undefined for what is no amount. */
export function ton(nano) {
  const text = amount(nano, TON_DECIMALS);
  return text && `${text} TON`;
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

/** A whole number with commas between its thousands. */
export const number = (n) => n.toLocaleString("en-US");

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
