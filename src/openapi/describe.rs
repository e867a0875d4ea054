//! Describes a parameter, for a query and for a body.

use crate::endpoint::Param;

/// Returns the meaning of a parameter, and remarks on it.
pub(super) fn describe(param: &Param) -> String {
    let mut text = String::from(param.doc.as_str());
    if !param.implemented {
        text.push_str(" It is listed, but servers ignore it.");
    }
    if !param.note.as_str().is_empty() {
        text.push_str(&format!(" ({})", param.note.as_str()));
    }
    text
}
