// Computes the seqno of a wallet without a request.

use ton_edge::address::Address;
use ton_edge::cell::{BocOptions, Cells, Limits as CellLimits};
use ton_edge::message::Stack;
use ton_edge::tvm::{Contract, Limits, Outcome, method_id};

fn seqno(code: &[u8], data: &[u8], address: &Address) -> Result<u32, Box<dyn std::error::Error>> {
    let mut cells = Cells::new();
    let stack = Stack::new(Vec::new()).add(&mut cells)?;
    let no_arguments = cells.to_boc(&[stack], BocOptions::default())?;
    let contract = Contract::open(code, data, address.hash)?.in_workchain(address.workchain);
    match contract.get(method_id("seqno"), &no_arguments, Limits::default())? {
        Outcome::Done { stack, .. } => {
            let roots = cells.add_boc(&stack, &CellLimits::default())?;
            Ok(Stack::load(&mut cells, roots[0], 100)?.number(0)?)
        }
        Outcome::NeedsUpstream(reason) => Err(format!("ask the network: {}", reason.as_str()).into()),
    }
}
