//! The responses to refused requests: in the form of each generation, or as a problem (RFC 9457).

use crate::endpoint::Generation;
use crate::error::Error;
use crate::gateway::header::Header;
use crate::gateway::verdict::Verdict;
use crate::text;
use std::borrow::Cow;

/// The header with the code of a gateway error: the bodies of v2 and v3 have no field for a code.
pub(in crate::gateway) const ERROR_HEADER: &str = "x-ton-edge-error";

/// The default status of an error code.
const UNPROCESSABLE_CONTENT: u16 = 422;

/// A request that the gateway refuses, and the parts of its response.
pub(in crate::gateway) struct Refusal {
    generation: Generation,
    error: Error,
    tail: String,
    headers: Vec<Header>,
}

impl Refusal {
    /// Makes a refusal in the format of a generation.
    pub(in crate::gateway) fn new(generation: Generation, error: Error) -> Self {
        Self { generation, error, tail: String::new(), headers: Vec::new() }
    }

    /// Adds a text before the last brace of a v2 body: `,"id":1`.
    pub(in crate::gateway) fn with_tail(mut self, tail: impl Into<String>) -> Self {
        self.tail = tail.into();
        self
    }

    /// Adds headers to the response.
    pub(in crate::gateway) fn with_headers(mut self, headers: impl IntoIterator<Item = Header>) -> Self {
        self.headers.extend(headers);
        self
    }

    /// Returns the response, as a problem (RFC 9457) if the caller accepts one.
    pub(in crate::gateway) fn into_response(self, accept: Option<&str>) -> Verdict {
        let Self { generation, error, tail, mut headers } = self;
        let (status, content_type, body) = format_error(generation, &error, wants_problem(accept), &tail);
        headers.push((Cow::Borrowed("content-type"), String::from(content_type)));
        headers.push((Cow::Borrowed("cache-control"), String::from("no-store")));
        headers.push((Cow::Borrowed(ERROR_HEADER), String::from(error.code.as_str())));
        Verdict::Respond { status, headers, body: Some(body) }
    }
}

/// Returns status, content type and body of an error of the gateway itself.
pub(in crate::gateway) fn format_error(
    generation: Generation,
    error: &Error,
    problem: bool,
    tail: &str,
) -> (u16, &'static str, String) {
    // A code without a status of its own concerns the request's parameters or body.
    let status = error.status.or(error.code.gateway_status()).unwrap_or(UNPROCESSABLE_CONTENT);
    let mut message = String::new();
    text::push_json_string(&mut message, &error.message);
    // A call in a batch has no content type of its own.
    if problem && tail.is_empty() {
        let code = error.code;
        let mut body = format!(
            r#"{{"type":"about:blank","title":"{}","status":{status},"detail":{message},"code":"{code}""#,
            find_title(status)
        );
        for (name, value) in [("parameter", &error.parameter), ("suggestion", &error.suggestion)] {
            if let Some(value) = value {
                body.push_str(&format!(r#","{name}":"#));
                text::push_json_string(&mut body, value);
            }
        }
        body.push('}');
        return (status, "application/problem+json", body);
    }
    let body = match generation {
        Generation::V2 => format!(r#"{{"ok":false,"error":{message},"code":{status},"@extra":"_"{tail}}}"#),
        Generation::V3 => format!(r#"{{"error":{message}}}"#),
    };
    (status, "application/json", body)
}

/// Returns whether the caller names `application/problem+json` in `Accept`.
pub(in crate::gateway) fn wants_problem(accept: Option<&str>) -> bool {
    accept.is_some_and(|accept| accept.to_ascii_lowercase().contains("application/problem+json"))
}

fn find_title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        500 => "Internal Server Error",
        _ => "Unprocessable Content",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn every_status_of_a_code_has_its_title() {
        let mut titles: Vec<(u16, &str)> = Code::ALL
            .iter()
            .filter_map(|code| code.gateway_status())
            .map(|status| (status, find_title(status)))
            .collect();
        titles.sort_unstable();
        titles.dedup();
        for (status, title) in &titles {
            let title_count = titles.iter().filter(|(_, other)| other == title).count();
            assert_eq!(title_count, 1, "{status} {title}");
            assert_eq!(*title == "Unprocessable Content", *status == 422, "{status}");
        }
    }
}
