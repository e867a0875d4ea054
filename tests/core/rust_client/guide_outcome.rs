// Whether a payment was made: yes, no, or not known.

use ton_edge::message::Verdict;
use ton_edge::types::v3::TracesResponse;

fn is_paid(response: &TracesResponse, message_hash: &str) -> Result<bool, String> {
    let trace = response.traces.first().ok_or("not known: there is no trace yet")?;
    if trace.external_hash.as_deref() != Some(message_hash) {
        return Err("the response is about another message".into());
    }
    let Verdict { success, reason } = Verdict::of_trace(trace);
    success.ok_or_else(|| reason.unwrap_or_default())
}
