//! Meanings of the exit codes that contracts choose. They depend on the body that the contract received, because
//! contracts use the same numbers for different errors.

/// A body of [`ROWS`](super::ROWS), and the meanings of exit codes of the contract that receives it.
type BodyCodes = (&'static str, &'static [(i32, &'static str)]);

const SEQNO_TEXT: &str = "its seqno is not the wallet's next one";
const WALLET_ID_TEXT: &str = "it is for another wallet id";
const SIGNATURE_TEXT: &str = "its signature is wrong";
const EXPIRED_TEXT: &str = "it has expired";
const MODE_TEXT: &str = "the send mode of a message does not ignore errors (2)";
const HAS_EXTENSION_TEXT: &str = "the wallet has the extension already";
const NO_EXTENSION_TEXT: &str = "the wallet does not have the extension";
const ACTION_TEXT: &str = "the wallet does not know an action";
const LAST_WAY_TEXT: &str = "the wallet cannot refuse signed messages while it has no extension";
const SAME_MODE_TEXT: &str = "signed messages are already allowed, or already refused";
const LAST_EXTENSION_TEXT: &str =
    "the last extension cannot be removed while the wallet refuses signed messages";

/// The exit codes of a wallet v5 r1 (<https://github.com/ton-blockchain/wallet-contract-v5>).
const WALLET_V5: &[(i32, &str)] = &[
    (132, "the wallet takes no signed messages"),
    (133, SEQNO_TEXT),
    (134, WALLET_ID_TEXT),
    (135, SIGNATURE_TEXT),
    (136, EXPIRED_TEXT),
    (137, MODE_TEXT),
    (138, "it is not a signed request"),
    (139, HAS_EXTENSION_TEXT),
    (140, NO_EXTENSION_TEXT),
    (141, ACTION_TEXT),
    (142, LAST_WAY_TEXT),
    (143, SAME_MODE_TEXT),
    (144, LAST_EXTENSION_TEXT),
    (145, "the extension is in another workchain"),
    (146, "only an extension can change whether the wallet takes signed messages"),
    (147, "the list of messages is malformed"),
];

/// The exit codes of a wallet v5 beta
/// (<https://github.com/tonkeeper/w5/tree/fa1b372a417a32af104fe1b949b6b31d29cee349>).
const WALLET_V5_BETA: &[(i32, &str)] = &[
    (33, SEQNO_TEXT),
    (34, WALLET_ID_TEXT),
    (35, SIGNATURE_TEXT),
    (36, EXPIRED_TEXT),
    (37, MODE_TEXT),
    (39, HAS_EXTENSION_TEXT),
    (40, NO_EXTENSION_TEXT),
    (41, ACTION_TEXT),
    (42, LAST_WAY_TEXT),
    (43, SAME_MODE_TEXT),
    (44, LAST_EXTENSION_TEXT),
];

const NOT_OWNER_TEXT: &str =
    "the sender does not own the jetton wallet (in the reference contracts of TEP-74)";
const TOO_FEW_TEXT: &str = "the jetton wallet has fewer units (in the reference contracts of TEP-74)";
const NO_PAYLOAD_TEXT: &str = "the forward payload is missing (in the reference contracts)";
const JETTON_VALUE_TEXT: &str = "the message brings too little TON (in the reference contracts of TEP-74)";
const NOT_OF_JETTON_TEXT: &str =
    "the sender is not a contract of this jetton (in the reference contracts of TEP-74)";
const OTHER_WORKCHAIN_TEXT: &str = "the new owner is in another workchain (in the reference contracts)";
const NOT_INITIALIZED_TEXT: &str =
    "its collection has not initialized the NFT (in the reference contract of TEP-62)";

/// Meanings of exit codes of contracts, by the name of the body that they received: wallets, jettons and NFTs. The two
/// reference contracts of TEP-74 use different codes, and contracts of other authors may use others: the texts say so.
///
/// <https://github.com/ton-blockchain/token-contract>, <https://github.com/ton-blockchain/jetton-contract>
///
/// ```
/// use ton_edge::message::{BODY_EXIT_CODES, Row};
/// assert!(BODY_EXIT_CODES.iter().all(|(body, _)| Row::find(body).is_some()));
/// ```
pub static BODY_EXIT_CODES: &[BodyCodes] = &[
    // The contracts of wallets v3 and v4: https://github.com/ton-blockchain/ton/tree/master/crypto/smartcont
    (
        "wallet_v3_signed",
        &[(33, SEQNO_TEXT), (34, WALLET_ID_TEXT), (35, "its signature is wrong, or it has expired")],
    ),
    ("wallet_v4_signed", &[(33, SEQNO_TEXT), (34, WALLET_ID_TEXT), (35, SIGNATURE_TEXT), (36, EXPIRED_TEXT)]),
    ("wallet_v5_external", WALLET_V5),
    ("wallet_v5_internal", WALLET_V5),
    ("wallet_v5_extension", WALLET_V5),
    ("wallet_v5_beta_external", WALLET_V5_BETA),
    ("wallet_v5_beta_internal", WALLET_V5_BETA),
    ("wallet_v5_beta_extension", WALLET_V5_BETA),
    // The contract of highload wallets v3: https://github.com/ton-blockchain/highload-wallet-contract-v3
    (
        "highload_v3_signed",
        &[
            (33, SIGNATURE_TEXT),
            (34, WALLET_ID_TEXT),
            (35, "it was signed too long ago, or in the future"),
            (36, "its query was executed already"),
            (37, "its message cannot be sent: it is external, or it has a source or a StateInit"),
            (38, "its timeout differs from the timeout of the wallet"),
        ],
    ),
    (
        "jetton_transfer",
        &[
            (47, TOO_FEW_TEXT),
            (48, JETTON_VALUE_TEXT),
            (73, NOT_OWNER_TEXT),
            (333, OTHER_WORKCHAIN_TEXT),
            (705, NOT_OWNER_TEXT),
            (706, TOO_FEW_TEXT),
            (708, NO_PAYLOAD_TEXT),
            (709, JETTON_VALUE_TEXT),
        ],
    ),
    ("jetton_internal_transfer", &[(74, NOT_OF_JETTON_TEXT), (707, NOT_OF_JETTON_TEXT)]),
    (
        "jetton_burn",
        &[
            (47, TOO_FEW_TEXT),
            (48, JETTON_VALUE_TEXT),
            (73, NOT_OWNER_TEXT),
            (705, NOT_OWNER_TEXT),
            (706, TOO_FEW_TEXT),
            (707, JETTON_VALUE_TEXT),
        ],
    ),
    ("jetton_burn_notification", &[(74, NOT_OF_JETTON_TEXT)]),
    (
        "nft_transfer",
        &[
            (333, OTHER_WORKCHAIN_TEXT),
            (401, "the sender does not own the NFT (in the reference contract of TEP-62)"),
            (402, "the message brings too little TON (in the reference contract of TEP-62)"),
            (405, NOT_INITIALIZED_TEXT),
            (708, NO_PAYLOAD_TEXT),
        ],
    ),
    ("nft_get_static_data", &[(405, NOT_INITIALIZED_TEXT)]),
];

/// Returns the meaning of an exit code that a contract chose; `None` if it is unknown for that body. See
/// [`explain_exit_code`](super::explain_exit_code) for those of the virtual machine.
///
/// ```
/// use ton_edge::message::{WalletVersion, explain_body_exit_code};
/// let signed = WalletVersion::HighloadV3.rules().signed;
/// assert_eq!(explain_body_exit_code(signed, 36), Some("its query was executed already"));
/// let signed = WalletVersion::V4R2.rules().signed;
/// assert_eq!(explain_body_exit_code(signed, 36), Some("it has expired"));
/// assert_eq!(explain_body_exit_code("comment", 36), None);
/// ```
#[must_use]
pub fn explain_body_exit_code(body: &str, exit_code: i32) -> Option<&'static str> {
    let (_, codes) = BODY_EXIT_CODES.iter().find(|(name, _)| *name == body)?;
    codes.iter().find(|(code, _)| *code == exit_code).map(|(_, text)| *text)
}
