/**
 * `ton-edge/actions`: what happened on an account, in sentences and as data, from the actions of v3. It needs no network and no
 * WebAssembly.
 *
 * ```js
 * import { createClient } from "ton-edge";
 * import { describeAction } from "ton-edge/actions";
 *
 * const client = createClient({ baseUrl: "https://gateway.example" });
 * const { actions, address_book: addressBook, metadata } = await client.v3.actions({ account });
 * for (const action of actions)
 *   console.log(describeAction(action, { viewer: account, addressBook, metadata }).text);
 * // Received 5 TON from alice.ton
 * ```
 *
 * @packageDocumentation
 */
import type { Action, AddressBook, Metadata } from "./dist/v3.js";
import type { AddressLike } from "./values.js";

/**
 * The kind of an action: a transfer of TON or extra currencies, an action with jettons, with NFTs, with an exchange or lending protocol,
 * with a stake, with a domain, or any other.
 */
export type ActionKind = "ton" | "jetton" | "nft" | "swap" | "stake" | "domain" | "contract";

/** Options of {@link describeAction}. */
export interface DescribeActionOptions {
  /**
   * The account from whose view the action is described, in raw or friendly form, or the jetton wallet of such an account: "Sent 5 TON
   * to alice.ton". Without it, and if the account is not a party of the action, the sentence is neutral: "bob.ton sent 5 TON to
   * alice.ton". A text that is not an address is `invalid_parameter`.
   */
  viewer?: AddressLike | null | undefined;
  /**
   * `address_book` of the response. It has the domains and friendly addresses that the sentence shows; without it, addresses are in raw
   * form.
   */
  addressBook?: AddressBook | null | undefined;
  /**
   * `metadata` of the response. It has the symbols and decimals of jettons and the names of NFTs. Without it, amounts of jettons are in
   * their smallest units, and the sentence says so.
   */
  metadata?: Metadata | null | undefined;
  /**
   * How numbers are written: a language tag such as `"de"` or a list of them, as for `Intl.NumberFormat`. Sentences are in English
   * whatever the locale is. Default: as in `1,234.5`. A text that is not a language tag is `invalid_option`.
   */
  locale?: string | readonly string[] | undefined;
}

/** An account in a description. */
export interface ActionAccount {
  /** Raw form, upper-case hex. */
  address: string;
  /** Domain, according to the address book. Its owner chose it: control characters and marks of direction are visible in it. */
  domain: string | null;
  /** The domain, otherwise the shortened address: what the sentence shows. */
  name: string;
}

/** An amount in a description. */
export interface ActionAmount {
  /**
   * `"TON"`, the address of a jetton master (raw form, upper-case hex), or `currency:` and the id of an extra currency; `null` if the
   * response does not say.
   */
  asset: string | null;
  /** The amount in the smallest units of the asset; `null` if the response has none that can be read. */
  value: bigint | null;
  /** Decimals of the asset; `null` if they are not known, which is never taken for 9. */
  decimals: number | null;
  /**
   * Symbol of the asset, or its name; `null` if neither is known. Anyone can choose any symbol: one that looks like TON, or like more
   * digits, is quoted and has the jetton's address behind it.
   */
  symbol: string | null;
  /** Whether the index marks the jetton as a scam. */
  isScam: boolean;
  /** Whether `viewer` receives (`"in"`) or gives (`"out"`) the amount; `"none"` without `viewer` or if it is not a party. */
  sign: "in" | "out" | "none";
  /** The amount as in the sentence: `5 TON`, or `5,000 smallest units of the unknown token 0:B1B1…B1B1B1`. */
  text: string;
}

/** A part of a sentence. The texts of all parts, joined, are the sentence. */
export type ActionPart =
  | { type: "text"; text: string }
  | {
      type: "account";
      text: string;
      /** Raw form, upper-case hex; `null` if the response does not name the account. */
      address: string | null;
      /** Whether it is the account that acts, or the other party. */
      role: "actor" | "other";
    }
  | { type: "amount"; text: string; amount: ActionAmount }
  | {
      type: "nft";
      text: string;
      /** Address of the NFT or domain in raw form, upper-case hex; `null` if the response does not name it. */
      address: string | null;
    };

/** The effect of an action, as a sentence and as data. */
export interface ActionDescription {
  /** Type of the action, as in the response. */
  type: string;
  /** Kind of the action. Types that this version does not know are `"contract"`. */
  kind: ActionKind;
  /**
   * Direction of the amounts from the view of `viewer`; `"self"` if it is both parties, `"none"` if it is not a party. Without amounts:
   * `"out"` if it acts, `"in"` if it is the other party.
   */
  direction: "in" | "out" | "both" | "self" | "none";
  /**
   * `"done"` and `"failed"`: according to `success` in the response; `"pending"`: the action is not in a block yet; `"unknown"`: the
   * response does not say. The sentence begins with the status, unless it is `"done"`.
   */
  status: "done" | "failed" | "pending" | "unknown";
  /** A short title, for a column of a table: `Received`, `Swapped`, `Bought NFT`. */
  title: string;
  /** The sentence: `Received 5 TON from alice.ton`. It has one line, and is safe to show as text. */
  text: string;
  /** The parts of the sentence, for links. */
  parts: ActionPart[];
  /**
   * The amounts that change owners, or would have if the action had not failed. The sentence names at most three of each side. It may
   * also name a price that nobody pays in this action: that amount is only in `parts`.
   */
  amounts: ActionAmount[];
  /** The account that acts; `null` if the response does not name it. */
  actor: ActionAccount | null;
  /** The other party; `null` if there is none. */
  other: ActionAccount | null;
  /** The other party from the view of `viewer`: `actor` or `other`; `null` without `viewer` or if it is not a party. */
  counterparty: ActionAccount | null;
  /** Address of the NFT or domain in raw form, upper-case hex; `null` if there is none. */
  nft: string | null;
  /**
   * Comment of the sender, at most 2000 characters; `null` if there is none, or if it is encrypted. The sentence does not contain it.
   * Control characters and marks of direction are visible in it, as in `[U+202E]`; line breaks stay.
   */
  comment: string | null;
  /** Whether the comment is encrypted. */
  isCommentEncrypted: boolean;
}

/**
 * Describes what an action did, in an English sentence and as data, from the view of an account or neutrally. It knows every type of
 * action in the [reference](https://docs.ton.org/ecosystem/api/toncenter/v3/actions-and-traces/get-actions); for other types the sentence
 * contains the name. It never throws because of an action: fields that are missing or malformed are named as unknown.
 *
 * Names of domains, tokens and NFTs are chosen by strangers. In a description they are cut, in one line, without control characters and
 * marks of direction, and quoted where they could continue the sentence.
 *
 * ```js
 * import { describeAction } from "ton-edge/actions";
 *
 * const bob = "0:" + "B0".repeat(32);
 * const action = {
 *   type: "ton_transfer",
 *   success: true,
 *   details: { source: "0:" + "A1".repeat(32), destination: bob, value: "5000000000" },
 * };
 * const { text, amounts } = describeAction(action, { viewer: bob });
 * console.log(text); // Received 5 TON from 0:A1A1…A1A1A1
 * console.log(amounts[0].value, amounts[0].sign); // 5000000000n in
 * ```
 *
 * @param action An action of `client.v3.actions`, `client.v3.pendingActions`, or of a trace.
 */
export function describeAction(action: Action | DescribedAction, options?: DescribeActionOptions): ActionDescription;

/** The fields of an action that a description uses. */
export interface DescribedAction {
  type: string;
  details?: object | null | undefined;
  success?: boolean | null | undefined;
  finality?: string | undefined;
}
