//! A server on this machine that sends given responses, one connection after the other.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What the server does with a connection.
pub(in crate::rust_client) enum Reply {
    /// Sends these bytes and closes the connection.
    Bytes(String),
    /// Sends the request back, as the error of a response with this status.
    Echo(u16),
    /// Closes the connection without a response.
    Reset,
    /// Sends nothing, and never closes the connection.
    Hang,
}

impl Reply {
    pub(in crate::rust_client) fn json(status: u16, body: &str) -> Self {
        Self::with_headers(status, "", body)
    }

    /// A response with further header lines, each ended by CRLF.
    pub(in crate::rust_client) fn with_headers(status: u16, lines: &str, body: &str) -> Self {
        let length = body.len();
        Self::Bytes(format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{lines}\
             connection: close\r\n\r\n{body}"
        ))
    }
}

pub(in crate::rust_client) struct Server {
    pub(in crate::rust_client) url: String,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(in crate::rust_client) fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen_heads = Arc::clone(&heads);
        let mut replies: Vec<Reply> = replies.into_iter().collect();
        replies.reverse();
        std::thread::spawn(move || {
            let mut open_sockets = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read(&mut stream);
                seen_heads.lock().unwrap().push(request.clone());
                match replies.pop() {
                    Some(Reply::Bytes(text)) => stream.write_all(text.as_bytes()).unwrap(),
                    Some(Reply::Echo(status)) => {
                        let error = serde_json::json!({ "ok": false, "error": request }).to_string();
                        let Reply::Bytes(text) = Reply::json(status, &error) else { return };
                        stream.write_all(text.as_bytes()).unwrap();
                    }
                    Some(Reply::Hang) => open_sockets.push(stream),
                    Some(Reply::Reset) => {}
                    None => return,
                }
            }
        });
        Self { url, heads }
    }

    /// The first lines of the requests that arrived.
    pub(in crate::rust_client) fn request_lines(&self) -> Vec<String> {
        self.requests().iter().map(|head| head.lines().next().unwrap_or_default().into()).collect()
    }

    /// The requests that arrived: head and body.
    pub(in crate::rust_client) fn requests(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

fn read(stream: &mut TcpStream) -> String {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&request);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .to_ascii_lowercase()
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return text.into_owned();
            }
        }
        match stream.read(&mut buffer).unwrap_or(0) {
            0 => return String::from_utf8_lossy(&request).into_owned(),
            count => request.extend(&buffer[..count]),
        }
    }
}
