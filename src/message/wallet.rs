//! Wallets: addresses from public keys, and requests to sign.
//!
//! The codes are those on chain. The layouts of data and requests are those of `@ton/ton`, for highload wallets those of
//! <https://github.com/ton-blockchain/highload-wallet-contract-v3>.

mod table;

pub use table::{
    ActionRule, OldWallet, SignaturePlace, WALLET_V5_BETA, WalletIdRule, WalletRules, WalletVersion,
};

use super::body::{EncodeError, EncodeFault, store_fields};
use super::{Action, Message, MessageInfo, Place, Row, StateInit, Value};
use crate::address::Address;
use crate::cell::{self, BuildError, Builder, CellId, Cells, Int, Limits, MsgAddress};
use crate::hash::Hash;
use crate::network::Network;
use std::sync::LazyLock;

/// A wallet.
///
/// ```
/// use ton_edge::message::{Wallet, WalletVersion};
/// let wallet = Wallet::new(WalletVersion::V4R2, [1; 32]);
/// assert_eq!(
///     wallet.address().to_string(),
///     "0:F2FF337431E97B308B4671342BD24C442716BB760FFE386BFBFD74E84CC4CA4F"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wallet {
    /// The version of its contract.
    pub version: WalletVersion,
    /// The Ed25519 public key that verifies its requests.
    pub public_key: [u8; 32],
    /// 0 for the basechain, -1 for the masterchain.
    pub workchain: i8,
    /// Distinguishes wallets of one public key; see [`WalletVersion::wallet_id`].
    pub wallet_id: u32,
    /// Highload wallets only: seconds for which a request is remembered, up to 2^22 - 1.
    pub timeout: u32,
}

/// A request to a wallet, to be signed.
///
/// ```
/// use ton_edge::message::Request;
/// assert_eq!(Request::default().seqno, 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The actions of the wallet.
    pub actions: Vec<Action>,
    /// The seqno of the wallet; unused by highload wallets.
    pub seqno: u32,
    /// Unix time in seconds after which the wallet refuses the request. Highload wallets have a timeout instead.
    pub valid_until: u32,
    /// Highload wallets only, and required for them: 0 to 8380415. Each id is accepted once, until it has timed out.
    pub query_id: Option<u32>,
    /// Highload wallets only: Unix time in seconds of the signature, which must be slightly in the past.
    pub created_at: u32,
    /// Highload wallets only: the nanocoins of the wallet's message to itself, if there are several messages to send.
    /// They stay in the wallet. Default: [`Wallet::batch_value`].
    pub batch_value: Option<u128>,
    /// Wallets v5 only: whether the request comes in a message of another contract, which pays for the gas.
    pub internal: bool,
}

/// A request without its signature.
///
/// ```
/// use ton_edge::cell::Cells;
/// use ton_edge::message::{Request, Wallet, WalletVersion};
/// let mut cells = Cells::new();
/// let wallet = Wallet::new(WalletVersion::V4R2, [1; 32]);
/// let unsigned = wallet.request(&mut cells, &Request::default())?;
/// // Sign `unsigned.hash` with Ed25519.
/// let body = unsigned.sign(&mut cells, &[0; 64])?;
/// let message = wallet.external(&mut cells, body, true)?;
/// assert!(cells.get(message).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unsigned {
    /// The hash of the request's cell, which is signed.
    pub hash: Hash,
    /// The cell.
    pub cell: CellId,
    version: WalletVersion,
}

impl Unsigned {
    /// Adds the body with its signature.
    ///
    /// # Errors
    /// [`BuildError`] if the cells are of another arena.
    pub fn sign(&self, cells: &mut Cells, signature: &[u8; 64]) -> Result<CellId, BuildError> {
        let mut body = Builder::new();
        let content = cells.get(self.cell).ok_or(BuildError::UnknownCell)?.slice_exotic();
        match self.version.rules().signature {
            SignaturePlace::Before => body.store_bytes(signature)?.store_slice(&content)?,
            SignaturePlace::After => body.store_slice(&content)?.store_bytes(signature)?,
            SignaturePlace::BeforeReference => body.store_bytes(signature)?.store_ref(self.cell)?,
        };
        cells.add(&body)
    }
}

/// The mode that ignores errors of an action. A wallet v5 requires it for external requests, so that they cannot be
/// repeated.
pub(crate) const IGNORE_ERRORS: u8 = 2;
/// The mode that pays the fees of a message from the balance.
pub(crate) const PAY_FEES: u8 = 1;
/// Seconds for which a highload wallet remembers a request, unless the caller chooses another time.
pub(crate) const DEFAULT_TIMEOUT: u32 = 3600;
/// The longest timeout: the data of the wallet has 22 bits for it.
pub(crate) const MAX_TIMEOUT: u32 = (1 << 22) - 1;
/// The value of a highload wallet's message to itself, in nanocoins: for gas, and per message that it sends.
const BATCH_VALUE: u128 = 10_000_000;
const BATCH_VALUE_PER_MESSAGE: u128 = 1_000_000;
/// The factor by which gas and forwarding cost more in the masterchain.
const MASTERCHAIN_COSTS: u128 = 25;

/// Adds the mode that ignores errors to all messages, so that errors do not stop a wallet v5.
fn ignore_errors(actions: &[Action]) -> Vec<Action> {
    let ignore_error = |action: &Action| match *action {
        Action::SendMessage { mode, message } => Action::SendMessage { mode: mode | IGNORE_ERRORS, message },
        unchanged => unchanged,
    };
    actions.iter().map(ignore_error).collect()
}

/// The versions with the hashes of their codes.
static CODE_HASHES: LazyLock<[(WalletVersion, Option<Hash>); WalletVersion::ALL.len()]> =
    LazyLock::new(|| {
        WalletVersion::ALL.map(|version| {
            let bag = cell::parse(version.code(), &Limits::default());
            (version, bag.ok().and_then(|bag| bag.root().ok().map(|root| root.hash())))
        })
    });

impl WalletVersion {
    /// Finds the version whose code has this hash.
    pub(crate) fn of_code(hash: Hash) -> Option<Self> {
        CODE_HASHES.iter().find(|(_, code)| *code == Some(hash)).map(|(version, _)| *version)
    }
}

/// Returns whether a message has a `StateInit`.
fn has_init(cells: &mut Cells, message: CellId) -> bool {
    Message::load(cells, message).is_ok_and(|message| message.init.is_some())
}

impl Wallet {
    /// Makes a wallet of the basechain and the main network with the usual wallet id; highload wallets get a timeout of
    /// an hour.
    #[must_use]
    pub fn new(version: WalletVersion, public_key: [u8; 32]) -> Self {
        let wallet_id = version.wallet_id(Network::Mainnet, 0, 0);
        Self { version, public_key, workchain: 0, wallet_id, timeout: DEFAULT_TIMEOUT }
    }

    /// Makes the `StateInit` of the wallet: the code and the first data.
    ///
    /// # Errors
    /// [`BuildError::Range`] for a timeout of more than 22 bits.
    pub fn state_init(&self, cells: &mut Cells) -> Result<StateInit, BuildError> {
        let roots = cells.add_boc(self.version.code(), &Limits::default());
        let code = roots.ok().and_then(|roots| roots.first().copied());
        let mut data_builder = Builder::new();
        let values = [
            ("signature_allowed", Value::Uint(1)),
            ("seqno", Value::Uint(0)),
            ("wallet_id", Value::Uint(self.wallet_id.into())),
            ("public_key", Value::Int(Int::from_bytes_be(&self.public_key))),
            ("timeout", Value::Uint(self.timeout.into())),
        ];
        store_fields(cells, &mut data_builder, self.version.data(), &values)
            .map_err(|_| BuildError::Range)?;
        let data_builder = cells.add(&data_builder)?;
        Ok(StateInit { code, data: Some(data_builder), ..StateInit::default() })
    }

    /// Returns the address of the wallet.
    #[must_use]
    pub fn address(&self) -> Address {
        let mut cells = Cells::new();
        // A timeout is cut to its 22 bits.
        let wallet = Self { timeout: self.timeout & MAX_TIMEOUT, ..*self };
        let init = wallet.state_init(&mut cells).and_then(|init| init.add(&mut cells));
        let hash = init.ok().and_then(|id| StateInit::address(&cells, id, self.workchain));
        hash.unwrap_or(Address { workchain: self.workchain, hash: [0; 32] })
    }

    /// Makes a request to sign.
    ///
    /// A wallet v5 accepts messages from outside only with a mode that ignores errors (2), so that bit is set. If a
    /// highload wallet sends more than one message, they go in a message to itself, with a value that pays for its
    /// work; a message with a `StateInit` goes there, too, since the contract does not send it from a request.
    ///
    /// # Errors
    /// [`EncodeError`] of `actions` if there are too many of them or the version has no such actions, of `query_id` if a
    /// highload wallet has none, or it is out of range.
    pub fn request(&self, cells: &mut Cells, request: &Request) -> Result<Unsigned, EncodeError> {
        let to_error = |field, fault| EncodeError { field, fault };
        let to_build_error = |error| to_error("actions", EncodeFault::Build(error));
        let rules = self.version.rules();
        let max_messages = rules.most_messages;
        if request.actions.len() > max_messages {
            return Err(to_error("actions", EncodeFault::TooMany { most: max_messages }));
        }
        let internal = rules.internal.filter(|_| request.internal);
        let actions = match rules.actions {
            ActionRule::IgnoreErrors if internal.is_none() => ignore_errors(&request.actions),
            ActionRule::OneMessage(batch) => vec![self.build_only_message(cells, request, batch)?],
            ActionRule::AsGiven | ActionRule::IgnoreErrors => request.actions.clone(),
        };
        let (mode, message) = match *actions.as_slice() {
            [Action::SendMessage { mode, message }, ..] => (mode, Some(message)),
            _ => (0, None),
        };
        let row =
            Row::find(internal.unwrap_or(rules.signed)).ok_or(to_error("actions", EncodeFault::Missing))?;
        let values = [
            ("wallet_id", Value::Uint(self.wallet_id.into())),
            ("subwallet_id", Value::Uint(self.wallet_id.into())),
            ("valid_until", Value::Uint(request.valid_until.into())),
            ("seqno", Value::Uint(request.seqno.into())),
            ("op", Value::Uint(0)),
            ("actions", Value::Actions(actions)),
            ("message", Value::Cell(message)),
            ("mode", Value::Uint(mode.into())),
            ("query_id", Value::Uint(request.query_id.unwrap_or_default().into())),
            ("created_at", Value::Uint(request.created_at.into())),
            ("timeout", Value::Uint(self.timeout.into())),
        ];
        let content = row.build_unsigned_body(cells, &values)?;
        let cell = cells.add(&content).map_err(to_build_error)?;
        let hash = cells.get(cell).map(|cell| cell.hash()).unwrap_or(Hash([0; 32]));
        Ok(Unsigned { hash, cell, version: self.version })
    }

    /// Builds the only message of a highload wallet's request. If there are several messages to send, it is a message to the
    /// wallet itself.
    fn build_only_message(
        &self,
        cells: &mut Cells,
        request: &Request,
        batch: &str,
    ) -> Result<Action, EncodeError> {
        let to_error = |fault| EncodeError { field: "actions", fault };
        let query_id =
            request.query_id.ok_or(EncodeError { field: "query_id", fault: EncodeFault::Missing })?;
        match *request.actions.as_slice() {
            [] => return Err(to_error(EncodeFault::Missing)),
            [single @ Action::SendMessage { message, .. }] if !has_init(cells, message) => return Ok(single),
            _ => {}
        }
        let row = Row::find(batch).ok_or(to_error(EncodeFault::Missing))?;
        let values = [
            ("query_id", Value::Uint(query_id.into())),
            ("actions", Value::Actions(request.actions.clone())),
        ];
        let body = row.encode(cells, &values)?;
        let value = request.batch_value.unwrap_or_else(|| self.batch_value(request.actions.len()));
        let own_message = Message::to_send(self.address(), value.into(), true, body);
        let message = own_message.add(cells).map_err(|error| to_error(EncodeFault::Build(error)))?;
        Ok(Action::SendMessage { mode: PAY_FEES, message })
    }

    /// Returns the default value of a highload wallet's message to itself, in nanocoins: 0.01 TON, and 0.001 TON for
    /// each message to send, 25 times as much in the masterchain. The gas and the fees of plain transfers are a
    /// fraction of that, and the rest stays in the wallet.
    ///
    /// ```
    /// use ton_edge::message::{Wallet, WalletVersion};
    /// assert_eq!(Wallet::new(WalletVersion::HighloadV3, [1; 32]).batch_value(100), 110_000_000);
    /// ```
    #[must_use]
    pub fn batch_value(&self, messages: usize) -> u128 {
        let factor = if self.workchain == -1 { MASTERCHAIN_COSTS } else { 1 };
        (BATCH_VALUE + BATCH_VALUE_PER_MESSAGE * messages as u128) * factor
    }

    /// Adds the external message with a signed body for the wallet, and with its `StateInit` if `deploy` is set.
    ///
    /// # Errors
    /// [`BuildError`] if the body is not of the arena.
    pub fn external(&self, cells: &mut Cells, body: CellId, deploy: bool) -> Result<CellId, BuildError> {
        let init = if deploy { Some(self.state_init(cells)?) } else { None };
        let info = MessageInfo::ExternalIn { src: MsgAddress::None, dest: self.address(), import_fee: 0 };
        Message { info, init, body, init_in: Place::Auto, body_in: Place::Auto }.add(cells)
    }

    /// Returns the wallet that a `StateInit` deploys; `None` if its code is not of a known version.
    ///
    /// ```
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::{Wallet, WalletVersion};
    /// let mut cells = Cells::new();
    /// let wallet = Wallet::new(WalletVersion::V5R1, [7; 32]);
    /// let init = wallet.state_init(&mut cells)?;
    /// assert_eq!(Wallet::from_state_init(&cells, &init, 0), Some(wallet));
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    #[must_use]
    pub fn from_state_init(cells: &Cells, init: &StateInit, workchain: i8) -> Option<Self> {
        let code = cells.get(init.code?)?.hash();
        let version = WalletVersion::of_code(code)?;
        let data = cells.get(init.data?)?;
        let field = |name| {
            let mut slice = data.slice().ok()?;
            slice.skip(version.data_offset(name)?).ok()?;
            Some(slice)
        };
        let public_key = field("public_key")?.load_hash().ok()?;
        let wallet_id = field("wallet_id")?.load_u64(32).ok()?;
        let timeout = match version.data_offset("timeout") {
            Some(_) => field("timeout")?.load_u64(22).ok()? as u32,
            None => DEFAULT_TIMEOUT,
        };
        Some(Self { version, public_key, workchain, wallet_id: wallet_id as u32, timeout })
    }
}
