// Types of parameter values. The generated request types use them.

/** An address object of any package. It has `toRawString()`, or a `toString()` that returns the address. */
export type AddressObject = object & {
  toRawString?(): string;
  toString(): string;
  /** Excludes lists, bytes and functions. */
  readonly length?: never;
};

/** An address as text, or an address object of any package, such as `Address` of `@ton/core`. */
export type AddressLike = string | AddressObject;

/** A hash or a bag of cells (BoC): its bytes, or text in a form that the parameter accepts. */
export type BytesLike = string | Uint8Array;

/** An integer of any size: text, `bigint`, or a `number` up to 2^53. A larger `number` is an error. */
export type IntegerLike = string | bigint | number;
