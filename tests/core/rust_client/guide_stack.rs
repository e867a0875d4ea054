// The jetton wallet of an owner.

use ton_edge::address::Address;
use ton_edge::cell::Cells;
use ton_edge::client::{Client, Transport};
use ton_edge::message::{Stack, StackForm, StackValue, explain_exit_code};
use ton_edge::types::v2::RunGetMethodRequest;

async fn jetton_wallet<T: Transport>(
    client: &Client<T>,
    master: &str,
    owner: &Address,
) -> Result<Option<Address>, Box<dyn std::error::Error>> {
    let mut cells = Cells::new();
    let arguments = Stack::new(vec![StackValue::address(&mut cells, Some(owner))?]);
    let request = RunGetMethodRequest {
        address: master.to_owned(),
        method: "get_wallet_address".into(),
        stack: arguments.to_entries(&cells, StackForm::V2)?,
        ..Default::default()
    };
    let result = client.send(&request).await?;
    if result.exit_code > 1 {
        let meaning = i32::try_from(result.exit_code).ok().and_then(explain_exit_code);
        return Err(format!("exit code {}: {}", result.exit_code, meaning.unwrap_or("unknown")).into());
    }
    let stack = Stack::from_entries(&mut cells, &result.stack)?;
    Ok(stack.address(&cells, 0)?)
}
