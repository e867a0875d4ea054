// Known contracts: names that this list gives to addresses, each from a public source that a reader can open. The list is loaded lazily. A
// name in this list repeats its source; it comes neither from the chain nor from the visitor.

/** Where the rows come from. Each source contains the address, or the rule that computes it. */
const SOURCES = {
  accounts: "https://github.com/tonkeeper/ton-assets/blob/08f877ccf9c4d7cafb03a419677d69f503ee0919/accounts/",
  jettons: "https://github.com/tonkeeper/ton-assets/blob/08f877ccf9c4d7cafb03a419677d69f503ee0919/jettons/",
  collections: "https://github.com/tonkeeper/ton-assets/blob/08f877ccf9c4d7cafb03a419677d69f503ee0919/collections/",
  stonfi: "https://github.com/ston-fi/sdk/blob/ac55bb07f6f12cd3ff28fabe8edc05c1a8e51e68/packages/",
  dedust: "https://github.com/dedust-io/sdk/blob/e4cf46ee0d17c046060c7f6bc3ed9ee36c13059b/src/",
  ton: "https://github.com/ton-blockchain/ton/blob/017b13054a5cb4899b6cbf11747c4525186c1e3f/crypto/smartcont/",
};

/**
 * Kinds: contracts of the network itself, addresses without an owner, jetton masters, NFT collections, exchanges of tokens, marketplaces,
 * staking, bridges, organisations.
 * @typedef {"system" | "burn" | "jetton" | "collection" | "dex" | "marketplace" | "staking" | "bridge" | "organisation"} Kind
 */

/** A row as it is written below: address, name, kind, source and its file, and the symbol of a jetton. @typedef {[string, string, Kind, keyof typeof SOURCES, string, string?]} Row */

/** @type {Row[]} */
const MAINNET_ROWS = [
  ["Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF", "Elector", "system", "accounts", "infrastructure.yaml"],
  ["Ef9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVbxn", "Config", "system", "accounts", "infrastructure.yaml"],
  ["Ef8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAU", "System", "system", "accounts", "infrastructure.yaml"],
  ["UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ", "Zero address", "burn", "accounts", "infrastructure.yaml"],
  ["Uf___________________________________________-ll", "Black hole", "burn", "accounts", "infrastructure.yaml"],
  [
    "EQC3dNlesgVD8YbAazcauIrXBPfiVhMMr5YYk2in0Mtsz0Bz",
    "TON DNS domains",
    "collection",
    "accounts",
    "infrastructure.yaml",
  ],
  ["EQCA14o1-VWhS2efqoh_9M1b_A9DtKTuoqfmkn83AbJzwnPi", "Telegram usernames", "collection", "collections", "TG.yaml"],
  [
    "EQATQPeCwtMzQ9u54nTjUNcK4n_0VRSxPOOROLf_IE0OU3XK",
    "STON.fi stake (ARKENSTON)",
    "collection",
    "stonfi",
    "stake-sdk/README.md",
  ],
  [
    "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
    "TON Foundation (old)",
    "organisation",
    "accounts",
    "infrastructure.yaml",
  ],
  [
    "EQAFmjUoZUqKFEBGYFEMbv-m61sFStgAfUR8J6hJDwUU09iT",
    "TON Foundation",
    "organisation",
    "accounts",
    "infrastructure.yaml",
  ],
  [
    "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
    "TON Believers Fund",
    "organisation",
    "accounts",
    "infrastructure.yaml",
  ],
  ["UQCMOXxD-f8LSWWbXQowKxqTr3zMY-X1wMTyWp3B-LR6syif", "Telegram", "organisation", "accounts", "infrastructure.yaml"],
  ["EQBAjaOyi2wGWlk-EDkSabqqnF-MrrwMadnwqrurKpkla9nE", "Fragment", "marketplace", "accounts", "celebrities.yaml"],
  ["EQCjk1hh952vWaE9bRguFkAhDAL5jj3xj9p0uPWrFBq_GEMS", "Getgems Marketplace", "marketplace", "accounts", "defi.yaml"],
  ["EQBYTuYbLf8INxFtD8tQeNk5ZLy-nAX9ahQbG_yl1qQ-GEMS", "Getgems Sales", "marketplace", "accounts", "defi.yaml"],
  ["EQDrLq-X6jKZNHAScgghh0h1iog3StK71zn8dcmrOj8jPWRA", "Disintar Marketplace", "marketplace", "accounts", "defi.yaml"],
  ["EQCanLgK370WYvUQh2bXM1WsLAMwT9odJaR5Zw40781ysx2O", "Marketapp Marketplace", "marketplace", "accounts", "defi.yaml"],
  ["EQAE88HHlayJBeMXNDYrFJh1q5UirlODq3q7LhDaXai6goHn", "Portals Marketplace", "marketplace", "accounts", "defi.yaml"],
  ["EQCkWxfyhAkim3g2DjKQQg8T5P4g-Q1-K_jErGcDJZ4i-vqR", "Tonstakers", "staking", "accounts", "infrastructure.yaml"],
  ["EQCLyZHP4Xe8fpchQz76O-_RmUhaVc_9BAoGyJrwJrcbz2eZ", "Hipo Treasury", "staking", "accounts", "infrastructure.yaml"],
  [
    "EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt",
    "STON.fi Router v1",
    "dex",
    "stonfi",
    "sdk/src/contracts/dex/v1/constants.ts",
  ],
  ["EQBCl1JANkTpMpJ9N3lZktPMpp2btRe2vVwHon0la8ibRied", "STON.fi DEX", "dex", "accounts", "ston.yaml"],
  ["EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67", "DeDust Factory", "dex", "dedust", "constants.ts"],
  ["EQAYqo4u7VF0fa4DPAebk4g9lBytj2VFny7pzXR0trjtXQaO", "DeDust USDT vault", "dex", "accounts", "defi.yaml"],
  ["EQAJxbmwhwJw-FomFlt1RYukdeTltiCmWlsurQsQMRJhZfdB", "DeDust NOT vault", "dex", "accounts", "defi.yaml"],
  ["EQA-X_yo3fzzbDbJ_0bzFWKqtRuZFIRa1sJsveZJ1YpViO3r", "DeDust Pool: TON/USDT", "dex", "accounts", "defi.yaml"],
  ["EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5", "TONCO", "dex", "accounts", "defi.yaml"],
  ["Ef9NXAIQs12t2qIZ-sRZ26D977H65Ol6DQeXc5_gUNaUys5r", "BSC Bridge", "bridge", "accounts", "bridges.yaml"],
  ["Ef_dJMSh8riPi3BTUTtcxsWjG8RLKnLctNjAM4rw8NN-xWdr", "ETH Bridge", "bridge", "accounts", "bridges.yaml"],
  ["EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "Tether USD", "jetton", "jettons", "tether-usdt.yaml", "USD₮"],
  ["EQA1R_LuQCLHlMgOo1S4G7Y7W1cd0FrAkbA10Zq7rddKxi9k", "Tether Gold", "jetton", "jettons", "tether-usdt.yaml", "XAUt0"],
  ["EQAIb6KmdfdDR7CN1GBqVJuP25iCnLKCvBlJ07Evuu2dzP5f", "Ethena USDe", "jetton", "jettons", "USDe.yaml", "USDe"],
  ["EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav", "Tonstakers TON", "jetton", "jettons", "tsTON.yaml", "tsTON"],
  ["EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT", "Notcoin", "jetton", "jettons", "NOT.yaml", "NOT"],
  ["EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS", "Dogs", "jetton", "jettons", "DOGS.yaml", "DOGS"],
  ["EQAJ8uWd7EBqsmpSWaRdf_I-8R8-XHwh3gsNKhy-UrdrPcUo", "Hamster Kombat", "jetton", "jettons", "HMSTR.yaml", "HMSTR"],
  ["EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO", "STON", "jetton", "jettons", "STON.yaml", "STON"],
  ["EQBlqsm144Dq6SjbPI4jjZvA1hqTIP3CvHovbIfW_t-SCALE", "DeDust", "jetton", "jettons", "DUST.yaml", "DUST"],
  ["EQB420yQsZobGcy0VYDfSKHpG2QQlw-j1f_tPu1J488I__PX", "Not Pixel", "jetton", "jettons", "PX.yaml", "PX"],
  [
    "EQCM3B12QK1e4yZSf8GtBRT0aLMNyEsBc_DhVfRRtOEffLez",
    "Proxy TON v1 of STON.fi",
    "jetton",
    "jettons",
    "pTON.yaml",
    "pTON",
  ],
  [
    "EQBnGWMCf3-FZZq1W4IWcWiGAc3PHuZ0_H-7sad2oY00o83S",
    "Proxy TON v2 of STON.fi",
    "jetton",
    "jettons",
    "pTON.yaml",
    "pTON",
  ],
  [
    "EQB-MPwrd1G6WKNkLz_VnV6WqBDd142KMQv-g1O-8QUA3728",
    "USDC from Ethereum, bridge.ton.org",
    "jetton",
    "jettons",
    "bridge.yaml",
    "jUSDC",
  ],
  [
    "EQBynBO23ywHy_CgarY9NK9FTz0yDsG82PtcbSTQgGoXwiuA",
    "USDT from Ethereum, bridge.ton.org",
    "jetton",
    "jettons",
    "bridge.yaml",
    "jUSDT",
  ],
];

/** The zero state of the network computes both addresses: all ones times 3, and times 5. @type {Row[]} */
const TESTNET_ROWS = [
  ["Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF", "Elector", "system", "ton", "gen-zerostate-test.fif"],
  ["Ef9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVbxn", "Config", "system", "ton", "gen-zerostate-test.fif"],
];

/** @param {string} network */
const readRow =
  (network) =>
  (/** @type {Row} */ [address, name, kind, source, file, symbol]) => ({
    network,
    address,
    name,
    kind,
    symbol,
    source: SOURCES[source] + file,
  });

/**
 * `address` is in friendly form; `symbol` is that of a jetton; `source` is a URL.
 * @typedef {ReturnType<ReturnType<typeof readRow>>} KnownContract
 */

/** @type {readonly KnownContract[]} */
export const KNOWN_CONTRACTS = [...MAINNET_ROWS.map(readRow("mainnet")), ...TESTNET_ROWS.map(readRow("testnet"))];
