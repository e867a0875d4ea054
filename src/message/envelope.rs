//! Messages: sender, receiver, value, the state of a new contract, and the body.

use super::field::{Field, Form};
use super::tlb::{Tlb, Writer, add, one_of, record, stored_as};
use super::{DecodeError, DecodeFault, StateInit};
use crate::address::Address;
use crate::cell::{Bits, BuildError, Builder, CellId, Cells, Either, Int, MsgAddress, ReadError, Slice};

record! {
    /// An amount of coins, and of other currencies by their ids.
    ///
    /// ```
    /// use ton_edge::message::Currencies;
    /// assert_eq!(Currencies::from(5_u128).coins, 5);
    /// ```
    pub struct Currencies {
        /// Nanocoins.
        pub coins: u128,
        /// Ids of other currencies, each with its units.
        pub extra: Vec<(u32, Int)>,
    }
}

impl From<u128> for Currencies {
    fn from(coins: u128) -> Self {
        Self { coins, extra: Vec::new() }
    }
}

one_of! {
    /// The header of a message: its kind, sender, receiver and value.
    ///
    /// ```
    /// use ton_edge::cell::MsgAddress;
    /// use ton_edge::message::MessageInfo;
    /// let dest = "0:0000000000000000000000000000000000000000000000000000000000000000".parse()?;
    /// let info = MessageInfo::ExternalIn { src: MsgAddress::None, dest, import_fee: 0 };
    /// assert!(info.dest_account().is_some());
    /// # Ok::<(), ton_edge::address::AddressError>(())
    /// ```
    pub enum MessageInfo {
        /// A message from one account to another.
        Internal = "0" as "internal" {
            /// Always true today: instant hypercube routing is not in use.
            ihr_disabled: bool,
            /// Whether the rest of the value is sent back if the receiver fails.
            bounce: bool,
            /// Whether this message was sent back after a failure.
            bounced: bool,
            /// The sender; absent before the contract sends the message.
            src: MsgAddress,
            /// The receiver.
            dest: Address,
            /// The value of the message.
            value: Currencies,
            /// The IHR fee in nanocoins; newer versions of the network store flags here.
            ihr_fee: u128,
            /// The forwarding fee in nanocoins, without the part of the validators who created the message.
            fwd_fee: u128,
            /// Logical time of the creation of the message.
            created_lt: u64,
            /// Unix time of the creation of the message, in seconds.
            created_at: u32,
        },
        /// A message from outside of the blockchain.
        ExternalIn = "10" as "external-in" {
            /// The source, which can be anything; usually absent.
            src: MsgAddress as External,
            /// The receiver.
            dest: Address,
            /// The import fee in nanocoins; not in use.
            import_fee: u128,
        },
        /// A message to the outside of the blockchain, such as a log entry of a contract.
        ExternalOut = "11" as "external-out" {
            /// The sender; absent before the contract sends the message.
            src: MsgAddress,
            /// The destination, which can be anything; usually absent or a topic.
            dest: MsgAddress as External,
            /// Logical time of the creation of the message.
            created_lt: u64,
            /// Unix time of the creation of the message, in seconds.
            created_at: u32,
        },
    }
}

impl MessageInfo {
    /// Returns the account that receives the message; `None` for a message that leaves the blockchain.
    #[must_use]
    pub fn dest_account(&self) -> Option<&Address> {
        match self {
            Self::Internal { dest, .. } | Self::ExternalIn { dest, .. } => Some(dest),
            Self::ExternalOut { .. } => None,
        }
    }

    /// Returns the number of extra currencies of the message.
    pub(super) fn count_extra_currencies(&self) -> usize {
        match self {
            Self::Internal { value, .. } => value.extra.len(),
            _ => 0,
        }
    }

    /// Returns whether the message is not sent yet, so that its sender is unknown.
    fn is_draft(&self) -> bool {
        matches!(
            self,
            Self::Internal { src: MsgAddress::None, .. } | Self::ExternalOut { src: MsgAddress::None, .. }
        )
    }
}

impl Tlb for MsgAddress {
    const FORM: Form = Form::Address;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(slice.load_msg_address()?)
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_msg_address(self).map(|_| ())
    }
}

/// An address outside of the blockchain, or an empty one.
struct External(MsgAddress);

stored_as!(External(MsgAddress));

impl Tlb for External {
    const FORM: Form = Form::External;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        match slice.load_msg_address()? {
            MsgAddress::Std(_) => Err(ReadError::AddressKind.into()),
            address => Ok(Self(address)),
        }
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        match self.0 {
            MsgAddress::Std(_) => Err(ReadError::AddressKind.into()),
            address => address.store(to),
        }
    }
}

/// Where a part of a message is: in the cell of the message, or in a cell of its own.
///
/// ```
/// use ton_edge::message::Place;
/// assert_eq!(Place::default(), Place::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Place {
    /// In the cell of the message if it fits there, as in `@ton/core`.
    #[default]
    Auto,
    /// In the cell of the message.
    Inline,
    /// In a cell of its own.
    Ref,
}

/// A message.
///
/// ```
/// use ton_edge::cell::{Builder, Cells, Limits, parse_text};
/// use ton_edge::message::{Message, MessageInfo};
/// let bag = parse_text(
///     "te6cckEBAgEAqAAB34gB6PRRbBG9U/w5zruVAiyjjtuAoJQrbKx6iNEFbGT4q1oHBW0S6HI3Mqn+qZUL6E/GLQEBfdhXuswqDfR0WMiO\
///      FLIpITCTcMwZNRZL6yKqMb7Zfzi/A8YXdkVVgxgakEPAaU1NGLtH0CDAAAAAGBwBAGZiAGcJlmF0UvErDsi5Rs21SP70rP1K36wtjBIm\
///      qtbV96EuHMS0AAAAAAAAAAAAAAAAAAAiW72E",
///     &Limits::default(),
/// )?;
/// let (mut cells, root) = (bag.cells, bag.roots[0]);
/// let message = Message::load(&mut cells, root)?;
/// assert!(matches!(message.info, MessageInfo::ExternalIn { import_fee: 0, .. }));
/// let again = message.add(&mut cells)?;
/// assert_eq!(cells.get(again).unwrap().hash(), cells.get(root).unwrap().hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct Message {
    /// The header: sender, receiver and value.
    pub info: MessageInfo,
    /// The code and data of a contract to deploy.
    pub init: Option<StateInit>,
    /// The body.
    pub body: CellId,
    /// Where `init` is.
    pub init_in: Place,
    /// Where `body` is.
    pub body_in: Place,
}

/// How a message is stored, for the npm package.
pub(super) const FORM: Form = Form::Record(
    "Message",
    "A message, with its cells.",
    &[
        Field { name: "info", form: MessageInfo::FORM, doc: "The header: sender, receiver and value." },
        Field {
            name: "init",
            form: Form::Maybe(&Form::Either(&StateInit::FORM)),
            doc: "The code and data of a contract to deploy.",
        },
        Field { name: "body", form: Form::Body, doc: "The body." },
    ],
);

/// Returns the rest of a cell as a builder.
pub(super) fn load_remainder(slice: &Slice<'_>) -> Result<Builder, BuildError> {
    let mut builder = Builder::new();
    builder.store_slice(slice)?;
    Ok(builder)
}

impl Message {
    /// Makes a message for a contract to send. The network sets sender, fees and times when the contract sends it. An
    /// [`Address`] has no network: before coins of the main network go to an address that a user typed, check
    /// `flags.test_only` of [`parse`](crate::address::parse).
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// use ton_edge::message::Message;
    /// let mut cells = Cells::new();
    /// let body = cells.add(&Builder::new())?;
    /// let dest = "0:0000000000000000000000000000000000000000000000000000000000000001".parse()?;
    /// let message = Message::to_send(dest, 1_000_000_000.into(), true, body);
    /// message.add(&mut cells)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_send(dest: Address, value: Currencies, bounce: bool, body: CellId) -> Self {
        let info = MessageInfo::Internal {
            ihr_disabled: true,
            bounce,
            bounced: false,
            src: MsgAddress::None,
            dest,
            value,
            ihr_fee: 0,
            fwd_fee: 0,
            created_lt: 0,
            created_at: 0,
        };
        Self { info, init: None, body, init_in: Place::Auto, body_in: Place::Auto }
    }

    /// Reads the cell of a message; adds a cell for an inline body.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else.
    pub fn load(cells: &mut Cells, id: CellId) -> Result<Self, DecodeError> {
        Self::load_cell(cells, id).map_err(|error| error.in_field("message"))
    }

    fn load_cell(cells: &mut Cells, id: CellId) -> Result<Self, DecodeError> {
        let cell = cells.get(id).ok_or(BuildError::UnknownCell)?;
        let mut slice = cell.slice()?;
        let info = MessageInfo::load(&mut slice)?;
        let (init, init_in) = load_init(&mut slice).map_err(|error| error.in_field("init"))?;
        let body = slice.load_either().map_err(|error| DecodeError::from(error).in_field("body"))?;
        let (body, body_in) = match body {
            Either::Ref(body) => {
                slice.end().map_err(|error| DecodeError::from(error).in_field("body"))?;
                (body.id(), Place::Ref)
            }
            Either::Inline(body) => {
                let body = load_remainder(&body)?;
                (cells.add(&body)?, Place::Inline)
            }
        };
        Ok(Self { info, init, body, init_in, body_in })
    }

    /// Adds the cell of the message.
    ///
    /// # Errors
    /// [`BuildError`] if a cell is not of the arena, a part does not fit its chosen place (an exotic body must have a
    /// cell of its own), or the result is too deep.
    pub fn add(&self, cells: &mut Cells) -> Result<CellId, BuildError> {
        add(cells, |to| self.store(to))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        self.info.store(to)?;
        let (body_bits, body_refs, exotic) = {
            let body = to.cells.get(self.body).ok_or(BuildError::UnknownCell)?;
            (usize::from(body.bits()), body.refs().len(), is_exotic(&body))
        };
        // An exotic body would become ordinary if it were stored inline.
        if self.body_in == Place::Inline && exotic {
            return Err(ReadError::Exotic.into());
        }
        match &self.init {
            None => to.builder.store_bit(false).map(|_| ())?,
            Some(init) => {
                to.builder.store_bit(true)?;
                let init_id = add(to.cells, |to| init.store(to))?;
                let init_cell = to.cells.get(init_id).ok_or(BuildError::UnknownCell)?;
                // Two bits say where the parts are. As in `@ton/core`, the body is counted as well, except in messages
                // that are not sent yet.
                let (init_bits, free) =
                    (2 + usize::from(init_cell.bits()), usize::from(to.builder.free_bits()));
                let needed_bits = if self.info.is_draft() { init_bits } else { init_bits + body_bits };
                // The body also needs a reference, unless it fits inline and has no references.
                let is_body_inline =
                    self.body_in != Place::Ref && !exotic && body_refs == 0 && init_bits + body_bits <= free;
                let refs = init_cell.refs().len() + usize::from(!is_body_inline);
                let fits_inline = needed_bits <= free && refs <= count_free_refs(&to.builder);
                store_either(
                    &mut to.builder,
                    init_cell.id(),
                    &init_cell.slice()?,
                    self.init_in,
                    fits_inline,
                )?;
            }
        }
        let body = to.cells.get(self.body).ok_or(BuildError::UnknownCell)?;
        let fits_inline =
            !exotic && body_bits < to.builder.free_bits().into() && body_refs <= count_free_refs(&to.builder);
        store_either(&mut to.builder, self.body, &body.slice_exotic(), self.body_in, fits_inline)
    }
}

fn is_exotic(cell: &crate::cell::Cell<'_>) -> bool {
    cell.kind() != crate::cell::Kind::Ordinary
}

fn count_free_refs(builder: &Builder) -> usize {
    crate::cell::MAX_REFS - builder.refs().len()
}

/// Stores a part inline or as a reference.
fn store_either(
    builder: &mut Builder,
    id: CellId,
    content: &Slice<'_>,
    chosen_place: Place,
    fits_inline: bool,
) -> Result<(), BuildError> {
    if chosen_place == Place::Inline || (chosen_place == Place::Auto && fits_inline) {
        builder.store_bit(false)?.store_slice(content).map(|_| ())
    } else {
        builder.store_either_ref(id).map(|_| ())
    }
}

fn load_init(slice: &mut Slice<'_>) -> Result<(Option<StateInit>, Place), DecodeError> {
    if !slice.load_bit()? {
        return Ok((None, Place::Auto));
    }
    if !slice.load_bit()? {
        return Ok((Some(StateInit::load_from(slice)?), Place::Inline));
    }
    let mut child = slice.load_ref()?.slice()?;
    let init = StateInit::load_from(&mut child)?;
    child.end()?;
    Ok((Some(init), Place::Ref))
}

impl StateInit {
    fn load_from(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Tlb::load(slice)
    }
}

impl From<DecodeFault> for DecodeError {
    fn from(fault: DecodeFault) -> Self {
        Self::new(fault)
    }
}

/// Returns the hash by which programs find a message: for an external message to a contract the hash of its normal form
/// ([TEP-467](https://github.com/ton-blockchain/TEPs/pull/467)), for any other the hash of its cell.
///
/// Validators may change the source, the import fee and the layout of an external message. The normal form has no source, no
/// import fee, no `StateInit`, and the body in a cell of its own.
///
/// # Errors
/// [`DecodeError`] if the cell begins like an external message but does not continue like one.
///
/// ```
/// use ton_edge::cell::{Builder, Cells, MsgAddress};
/// use ton_edge::message::{Message, MessageInfo, Place, normalized_hash};
/// let mut cells = Cells::new();
/// let body = cells.add(Builder::new().store_uint(7, 32)?)?;
/// let dest = "0:0000000000000000000000000000000000000000000000000000000000000001".parse()?;
/// let mut hashes = Vec::new();
/// for (import_fee, body_in) in [(0, Place::Inline), (1, Place::Ref)] {
///     let info = MessageInfo::ExternalIn { src: MsgAddress::None, dest, import_fee };
///     let message = Message { info, init: None, body, init_in: Place::Auto, body_in };
///     let id = message.add(&mut cells)?;
///     hashes.push(normalized_hash(&mut cells, id)?);
/// }
/// assert_eq!(hashes[0], hashes[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn normalized_hash(cells: &mut Cells, id: CellId) -> Result<crate::hash::Hash, DecodeError> {
    let to_message_error = |error: DecodeError| error.in_field("message");
    let cell = cells.get(id).ok_or(to_message_error(BuildError::UnknownCell.into()))?;
    let mut slice = cell.slice().map_err(|error| to_message_error(error.into()))?;
    // Reads only the fields of external messages, so that web programs do not link code for other messages.
    if slice.load_u64(2).map_err(|error| to_message_error(error.into()))? != 0b10 {
        return Ok(cell.hash());
    }
    let broken_field = DecodeError { field: "info", fault: DecodeFault::Tag };
    let NormalForm { dest, body } = read_normal_form(&mut slice).ok_or(broken_field)?;
    let body = match body {
        Either::Ref(body) => body.id(),
        Either::Inline(body) => {
            let body = load_remainder(&body)?;
            cells.add(&body)?
        }
    };
    let mut builder = Builder::new();
    // `ext_in_msg_info$10` without a source; then no import fee, no `StateInit`, and the body in a cell of its own.
    builder.store_uint(0b1000_u8, 4)?.store_bits(&dest)?.store_uint(1_u8, 6)?.store_ref(body)?;
    let normal_id = cells.add(&builder)?;
    cells.get(normal_id).map(|cell| cell.hash()).ok_or(broken_field)
}

/// The parts of an external message that its normal form has.
struct NormalForm<'a> {
    dest: Bits,
    body: Either<'a>,
}

/// Reads an external message after its tag.
fn read_normal_form<'a>(slice: &mut Slice<'a>) -> Option<NormalForm<'a>> {
    External::load(slice).ok()?;
    let dest = slice.load_bits(267).ok()?;
    // `addr_std` without anycast.
    if (dest.bit(0), dest.bit(1), dest.bit(2)) != (Some(true), Some(false), Some(false)) {
        return None;
    }
    let fee = slice.load_u64(4).ok()?;
    slice.skip(fee as u16 * 8).ok()?;
    if slice.load_bit().ok()? {
        if slice.load_bit().ok()? {
            slice.load_ref().ok()?;
        } else {
            // `split_depth` and `special`, then code, data and libraries.
            for bits in [5, 2] {
                if slice.load_bit().ok()? {
                    slice.skip(bits).ok()?;
                }
            }
            for _ in 0..3 {
                slice.load_maybe_ref().ok()?;
            }
        }
    }
    let body = slice.load_either().ok()?;
    match body {
        Either::Ref(_) if slice.end().is_err() => None,
        body => Some(NormalForm { dest, body }),
    }
}
