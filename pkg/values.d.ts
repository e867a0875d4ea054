// What parameters take, by their kind in the endpoint table. The generated types of the requests refer to these.

/** An address object of any package: it has `toRawString()`, or a `toString()` that gives the address. */
export type AddressObject = object & {
  toRawString?(): string;
  toString(): string;
  /** No list, no bytes, no function. */
  readonly length?: never;
};

/** An address as text, or an address object of any package. */
export type AddressLike = string | AddressObject;

/** A hash or a bag of cells: text in the forms that the parameter takes, or the bytes themselves. */
export type BytesLike = string | Uint8Array;

/** A whole number of any size: text, bigint, or a number, which is refused above 2^53. */
export type IntegerLike = string | bigint | number;
