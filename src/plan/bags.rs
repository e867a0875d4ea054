//! Checks the bags of cells among the parameters of a call.

use super::Arg;
use super::json::Args;
use crate::boc;
use crate::endpoint::{Endpoint, Kind};
use crate::error::{Code, Error};

/// Checks that bags of cells are complete, and that the node does not refuse messages to send in any case, so that a send that cannot succeed costs no
/// request. The plan has checked only that they are base64 or hexadecimal digits with the right magic number.
pub(crate) fn check_bags(endpoint: &Endpoint, args: &Args<'_>) -> Result<(), Error> {
    for param in endpoint.params.iter().filter(|param| matches!(param.kind, Kind::Boc | Kind::BocOrHex)) {
        let Some((_, arg)) = args.iter().find(|(name, _)| name == param.name) else { continue };
        let items = if let Arg::List(items) = arg { items.as_slice() } else { std::slice::from_ref(arg) };
        for (index, item) in items.iter().enumerate() {
            let Arg::Text(text) = item else { continue };
            // Only messages to send are called `boc`.
            let check = if param.name == "boc" { boc::check_message } else { boc::check_text };
            // A fee estimate for a deployed contract may have an empty code.
            let Some(fault) = check(text).err().filter(|_| !text.is_empty()) else { continue };
            let item = if param.array { format!("[{index}]") } else { String::new() };
            let message = format!("`{}{item}` must be a whole bag of cells; {fault}", param.name);
            return Err(Error::new(Code::InvalidParameter, message).parameter(param.name));
        }
    }
    Ok(())
}
