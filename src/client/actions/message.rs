//! An external message that the client sends or follows.

use crate::address::Address;
use crate::base64;
use crate::boc::{MAX_MESSAGE_CELLS, check_message_bag};
use crate::cell::{BocOptions, Cells, Limits};
use crate::client::Error;
use crate::error::{self, Code};
use crate::hash::Hash;
use crate::message::{Message, MessageInfo, normalized_hash};

/// A decoded external message to an account.
pub(super) struct ExternalMessage {
    pub(super) cells: Cells,
    pub(super) message: Message,
    /// Its bag of cells in base64.
    pub(super) boc: String,
    pub(super) hash: Hash,
    pub(super) account: Address,
}

fn make_message_error(message: String) -> Error {
    error::Error::new(Code::MessageInvalid, message).parameter("boc").into()
}

impl ExternalMessage {
    /// Decodes a message, which must be an external message to an account, and which the node must not refuse in any case.
    pub(super) fn read(boc: &[u8]) -> Result<Self, Error> {
        let build_boc_error = |message: String| error::Error::new(Code::BocInvalid, message).parameter("boc");
        let mut cells = Cells::new();
        let roots =
            cells.add_boc(boc, &Limits::default()).map_err(|error| build_boc_error(error.to_string()))?;
        let [root] = roots[..] else {
            return Err(build_boc_error(format!("expected one root cell, got {}", roots.len())).into());
        };
        let build_kind_error =
            |reason: String| make_message_error(format!("`boc` is not a message: {reason}"));
        let message = Message::load(&mut cells, root).map_err(|error| build_kind_error(error.to_string()))?;
        let MessageInfo::ExternalIn { dest: account, .. } = message.info else {
            let kind = if matches!(message.info, MessageInfo::Internal { .. }) {
                "internal"
            } else {
                "external-out"
            };
            return Err(make_message_error(format!(
                "only external messages can be sent to the network; this one is {kind}"
            )));
        };
        let hash = normalized_hash(&mut cells, root).map_err(|error| build_kind_error(error.to_string()))?;
        let boc = cells
            .to_boc(&[root], BocOptions::default())
            .map_err(|error| build_boc_error(error.to_string()))?;
        let header = check_message_bag(&boc).map_err(|fault| make_message_error(fault.to_string()))?;
        // The bag contains equal cells only once. The root does not count.
        if header.cells - 1 > MAX_MESSAGE_CELLS {
            let reason =
                format!("the network refuses messages of more than {MAX_MESSAGE_CELLS} cells below the root");
            return Err(make_message_error(reason));
        }
        Ok(Self { cells, message, boc: base64::encode_standard(&boc), hash, account })
    }
}
