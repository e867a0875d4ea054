//! Places in the sources of the standard library: its panics name them. A panic in wasm is a trap, which prints nothing, so they are
//! only bytes to load.

/// What comes before and after the commit of the toolchain, and the end of a path.
const START: &[u8] = b"/rustc/";
const COMMIT: usize = 40;
const LIBRARY: &[u8] = b"/library/";
const END: &[u8] = b".rs";
/// No path of the standard library is longer.
const LONGEST: usize = 160;

/// Makes zeros of them, so that all offsets stay. Gives how many there were.
pub(crate) fn blank(module: &mut [u8]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < module.len() {
        let length = module.get(at..).map_or(0, path_length);
        if let Some(path) = module.get_mut(at..at + length).filter(|path| !path.is_empty()) {
            path.fill(0);
            count += 1;
        }
        at += length.max(1);
    }
    count
}

/// The length of the path at the start of these bytes, or 0.
fn path_length(bytes: &[u8]) -> usize {
    let rest = bytes.strip_prefix(START).and_then(|rest| rest.split_at_checked(COMMIT));
    let Some((commit, rest)) = rest else { return 0 };
    if !commit.iter().all(u8::is_ascii_hexdigit) || !rest.starts_with(LIBRARY) {
        return 0;
    }
    let head = START.len() + COMMIT;
    let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"/_-.".contains(byte);
    let longest = rest.iter().take(LONGEST).take_while(|byte| is_path(byte)).count();
    let ends = rest.get(..longest).and_then(|path| path.windows(END.len()).position(|part| part == END));
    ends.map_or(0, |end| head + end + END.len())
}

#[cfg(test)]
mod tests {
    use super::blank;

    const PATH: &str = "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/alloc/src/raw_vec/mod.rs";

    #[test]
    fn paths_become_zeros_and_nothing_else_changes() {
        let mut module = format!("a{PATH}{PATH}src/ser.rs/rustc/").into_bytes();
        let length = module.len();
        assert_eq!(blank(&mut module), 2);
        let zeros = "\0".repeat(2 * PATH.len());
        assert_eq!(String::from_utf8(module).unwrap(), format!("a{zeros}src/ser.rs/rustc/"));
        assert_eq!(length, 1 + 2 * PATH.len() + "src/ser.rs/rustc/".len());
    }

    #[test]
    fn what_is_no_path_stays() {
        for text in [
            "/rustc/5980/library/a.rs",
            &PATH.replace("library", "lib"),
            &PATH.replace(".rs", ""),
            "",
            &PATH[..30],
        ] {
            let mut module = text.as_bytes().to_vec();
            assert_eq!(blank(&mut module), 0, "{text}");
            assert_eq!(module, text.as_bytes());
        }
    }
}
