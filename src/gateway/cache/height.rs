//! The height of a response: the masterchain block whose state it shows, if it names one.

use super::key::CachedRequest;
use serde::Deserialize;

/// The operations whose results name their masterchain block; other results, which can be long, are not parsed for it.
const NAMING_PATHS: [&str; 6] = [
    "/getMasterchainInfo",
    "/masterchainInfo",
    "/getAddressInformation",
    "/getExtendedAddressInformation",
    "/runGetMethod",
    "/runGetMethodStd",
];

/// The fields of a block id that determine a height.
#[derive(Deserialize)]
struct BlockId {
    workchain: i32,
    seqno: u32,
}

/// The fields in which a result names its masterchain block: `last` of `getMasterchainInfo` and `masterchainInfo`,
/// `block_id` of the states and get-methods of v2.
#[derive(Deserialize)]
struct ResultBlocks {
    last: Option<BlockId>,
    block_id: Option<BlockId>,
}

/// Returns the seqno of the masterchain block that the result names; `None` if it names none, or if the request chose
/// the block.
pub(super) fn read_height(request: &CachedRequest, result: &str) -> Option<u32> {
    if !NAMING_PATHS.contains(&request.row.path) || request.get("seqno").is_some() {
        return None;
    }
    let ResultBlocks { last, block_id } = serde_json::from_str(result).ok()?;
    let block = last.or(block_id).filter(|block| block.workchain == -1)?;
    Some(block.seqno)
}
