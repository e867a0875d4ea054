// Sends a signed message, and says whether its transfers arrived.

use ton_edge::client::{Client, FollowOptions, Transport, WaitFor};
use ton_edge::error::Code;

async fn pay<T: Transport>(client: &Client<T>, boc: &[u8]) -> Result<(), String> {
    let options = FollowOptions { wait: WaitFor::Trace, ..Default::default() };
    match client.send_message(boc, options).await {
        Ok(result) if result.success == Some(true) => Ok(()),
        Ok(result) => Err(result.reason.unwrap_or_default()),
        Err(error) if matches!(error.code, Code::MessageExpired | Code::MessageRejected) => {
            Err(format!("not paid, sign again: {error}"))
        }
        Err(error) if error.message_hash().is_none() => Err(format!("not sent: {error}")),
        // Keep the bytes: only they can still be executed.
        Err(error) => Err(format!("not known, call `wait_for_message` with the same bytes: {error}")),
    }
}
