//! The files of `pkg/dist` that are not wasm: bindings, inlined modules, the endpoint table, the bundles for
//! CommonJS and workerd.

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::shell::Ui;

/// Copies a file, making its folder.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(dir) = to.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Writes a file, making its folder. A file with these bytes stays as it is: it keeps its time.
pub(crate) fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(dir) = to.parent() {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    }
    fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))
}

/// The ends of the names of files that are made of one module.
const MODULE_ENDINGS: [&str; 4] = [".wasm", ".wasm.js", ".glue.js", ".nowasm.js"];

/// Empties `pkg/dist`, so that no file of an older build is packed. What is made of the modules stays, and the files of these names.
pub(crate) fn remove_old_files(dist: &Path, kept_names: &[&str]) -> Result<()> {
    remove(dist, |name| !kept_names.contains(&name) && !MODULE_ENDINGS.iter().any(|end| name.ends_with(end)))
}

/// Removes the files that are made from the modules.
pub(crate) fn remove_modules(dist: &Path) -> Result<()> {
    remove(dist, |name| MODULE_ENDINGS.iter().any(|end| name.ends_with(end)))
}

/// Removes the files and folders in a folder whose names are meant.
fn remove(dir: &Path, is_meant: impl Fn(&str) -> bool) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if !is_meant(&name.to_string_lossy()) {
            continue;
        }
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// A hash of the contents of files.
pub(crate) fn mark(files: &[PathBuf]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(&fs::read(file).with_context(|| format!("cannot read {}", file.display()))?);
        hasher.write_u8(0xff);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Copies wasm-bindgen's JavaScript, without the comment that names types that the package does not ship. It
/// runs in workerd, where `import.meta.url` is undefined, so it must not name it.
pub(crate) fn copy_glue(from: &Path, to: &Path) -> Result<()> {
    let text = fs::read_to_string(from).with_context(|| format!("cannot read {}", from.display()))?;
    if text.contains("import.meta") {
        bail!("wasm-bindgen's glue names import.meta, which is undefined in workerd: {}", from.display());
    }
    let text = adapt_glue(&text)
        .with_context(|| format!("wasm-bindgen writes other JavaScript than it did: {}", from.display()))?;
    let lines = text.lines().filter(|line| !line.contains("@ts-self-types"));
    // The type checks read what a source imports, and this is not ours to mend.
    let text: String = std::iter::once("// @ts-nocheck").chain(lines).flat_map(|line| [line, "\n"]).collect();
    fs::write(to, text).with_context(|| format!("cannot write {}", to.display()))
}

/// wasm-bindgen makes a decoder and an encoder at import, which throws where a runtime has none, also for programs that never call
/// the gateway. Here they are made by the first call. And it knows a module by its class, which is another one in Next.js' edge runtime;
/// here it gets a module always. `None` if its JavaScript is not as expected.
fn adapt_glue(text: &str) -> Option<String> {
    const DECODER_TEXT: &str = "let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });\ncachedTextDecoder.decode();\n";
    const RENEWAL_TEXT: &str = "if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {";
    const ENCODER_TEXT: &str = "const cachedTextEncoder = new TextEncoder();\n";
    const INSERT_AFTER: &str = "let WASM_VECTOR_LEN = 0;\n";
    const CLASS_TEXT: &str = "if (!(module instanceof WebAssembly.Module)) {";
    let start = text.find(CLASS_TEXT)?;
    let length = text.get(start..)?.find("}\n")?;
    let text = [text.get(..start)?.trim_end_matches(' '), text.get(start + length + 2..)?].concat();
    let (head, after) = text.split_once(DECODER_TEXT)?;
    let (to_renewal, after) = after.split_once(RENEWAL_TEXT)?;
    let (to_encoder, after) = after.split_once(ENCODER_TEXT)?;
    // The removed code is for browsers without `encodeInto`: Chrome 73, Safari 14.
    let (_, rest) = after.split_once(INSERT_AFTER)?;
    let parts = [
        head,
        "let cachedTextDecoder;\n",
        to_renewal,
        "if (cachedTextDecoder === undefined || numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {",
        to_encoder,
        "let textEncoder;\n",
        "const cachedTextEncoder = {\n",
        "    encode: (text) => (textEncoder ??= new TextEncoder()).encode(text),\n",
        "    encodeInto: (text, view) => (textEncoder ??= new TextEncoder()).encodeInto(text, view),\n",
        "};\n\n",
        INSERT_AFTER,
        rest,
    ];
    Some(parts.concat())
}

/// The input of wasm-metadce: the exports that stay, with all that they reach.
pub(crate) fn write_graph(exports: &[&str]) -> String {
    let quoted_names: Vec<String> = exports.iter().map(|name| format!("\"{name}\"")).collect();
    let nodes: Vec<String> =
        quoted_names.iter().map(|name| format!("{{\"name\":{name},\"export\":{name}}}")).collect();
    let root = format!("{{\"name\":\"outside\",\"root\":true,\"reaches\":[{}]}}", quoted_names.join(","));
    format!("[{root},{}]\n", nodes.join(","))
}

/// Rewrites the output of wasm2js, which creates an instance on import, to create it on the first call.
pub(crate) fn write_translated(from: &Path, to: &Path) -> Result<()> {
    let text = fs::read_to_string(from).with_context(|| format!("cannot read {}", from.display()))?;
    let Some((body, _)) = text.split_once("var retasmFunc = ") else {
        bail!("wasm2js wrote no `retasmFunc`: {}", from.display());
    };
    fs::write(to, format!("{body}export const instantiate = () => asmFunc({{}});\n"))
        .with_context(|| format!("cannot write {}", to.display()))
}

/// The endpoint table as data, for JavaScript and for others.
pub(crate) fn write_endpoints(dist: &Path, json: &str) -> Result<()> {
    let json = json.trim();
    if let Err(error) = serde_json::from_str::<serde_json::Value>(json) {
        bail!("the endpoint table is not JSON: {error}");
    }
    write(&dist.join("endpoints.json"), format!("{json}\n").as_bytes())?;
    // U+2028 and U+2029 are allowed in both JSON and JavaScript strings since ES2019.
    let module = format!("export const endpoints = {json};\nexport default endpoints;\n");
    write(&dist.join("endpoints.js"), module.as_bytes())
}

/// The error codes that address.wasm numbers, given with commas between them.
pub(crate) fn write_codes(dist: &Path, codes: &str) -> Result<()> {
    let codes: Vec<&str> = codes.trim().split(',').collect();
    let list = serde_json::to_string(&codes).context("the error codes are not text")?;
    write(&dist.join("codes.js"), format!("export const codes = {list};\n").as_bytes())
}

/// The tables that these write.
pub(crate) const MORE_TABLES: [&str; 3] = ["codes.js", "endpoints.js", "endpoints.json"];

/// Bundles for CommonJS and workerd, and the entries that are one file: without WebAssembly, and slim.
pub(crate) fn run_scripts(ui: &Ui, root: &Path) -> Result<()> {
    const SCRIPT_NAMES: [(&str, &str); 5] = [
        ("the CommonJS half", "cjs.mjs"),
        ("the workerd half", "workerd.mjs"),
        ("the single-file half", "single.mjs"),
        ("the folders of the entries", "stubs.mjs"),
        ("the parsers of configuration files", "config-parsers.mjs"),
    ];
    for (label, script) in SCRIPT_NAMES {
        let mut node = Command::new("node");
        node.arg(root.join("xtask/js").join(script)).current_dir(root);
        ui.require_success(&format!("writing {label}"), &mut node)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn create_folder(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("ton-edge-xtask-{}-{name}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn glue_loses_its_types_comment_and_may_not_name_import_meta() {
        let dir = create_folder("glue");
        let (from, to) = (dir.join("a.js"), dir.join("b.js"));
        let codecs = "let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });\ncachedTextDecoder.decode();\n\
            if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {}\nconst cachedTextEncoder = new TextEncoder();\n\
            if (!('encodeInto' in cachedTextEncoder)) {}\nlet WASM_VECTOR_LEN = 0;\n\
            if (!(module instanceof WebAssembly.Module)) {\n    module = 1;\n}\n";
        fs::write(&from, format!("/* @ts-self-types=\"./a.d.ts\" */\nlet x;\n{codecs}let y;\n")).unwrap();
        copy_glue(&from, &to).unwrap();
        let glue_text = fs::read_to_string(&to).unwrap();
        assert!(glue_text.starts_with("// @ts-nocheck\nlet x;\nlet cachedTextDecoder;\n"), "{glue_text}");
        assert!(glue_text.ends_with("let WASM_VECTOR_LEN = 0;\nlet y;\n"), "{glue_text}");
        fs::write(&from, "let x;\n").unwrap();
        assert!(copy_glue(&from, &to).is_err(), "other codecs are noticed");
        fs::write(&from, "new URL('a', import.meta.url)").unwrap();
        assert!(copy_glue(&from, &to).is_err());
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_sweep_leaves_the_modules_and_the_named_files() {
        let dir = create_folder("sweep");
        fs::create_dir_all(dir.join("lib")).unwrap();
        for name in ["client.wasm", "client.wasm.js", "client.cjs", "codes.js", "lib/old.cjs"] {
            fs::write(dir.join(name), "").unwrap();
        }
        let list_left = || {
            let names = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name());
            let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names
        };
        remove_old_files(&dir, &["codes.js"]).unwrap();
        assert_eq!(list_left(), ["client.wasm", "client.wasm.js", "codes.js"]);
        remove_modules(&dir).unwrap();
        assert_eq!(list_left(), ["codes.js"]);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_mark_follows_the_bytes() {
        let dir = create_folder("mark");
        let file = dir.join("a");
        fs::write(&file, "1").unwrap();
        let first = mark(std::slice::from_ref(&file)).unwrap();
        assert_eq!(first, mark(std::slice::from_ref(&file)).unwrap());
        fs::write(&file, "2").unwrap();
        assert_ne!(first, mark(std::slice::from_ref(&file)).unwrap());
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn what_wasm2js_wrote_runs_only_when_it_is_called() {
        let dir = create_folder("translated");
        let (from, to) = (dir.join("a.js"), dir.join("b.js"));
        fs::write(&from, "function asmFunc(imports) {}\nvar retasmFunc = asmFunc({\n});\nexport var a;\n")
            .unwrap();
        write_translated(&from, &to).unwrap();
        let text = fs::read_to_string(&to).unwrap();
        assert_eq!(text, "function asmFunc(imports) {}\nexport const instantiate = () => asmFunc({});\n");
        fs::write(&from, "function asmFunc(imports) {}").unwrap();
        assert!(write_translated(&from, &to).is_err());
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_graph_names_every_export() {
        let graph: serde_json::Value = serde_json::from_str(&write_graph(&["one", "two"])).unwrap();
        assert_eq!(graph[0]["reaches"][1], "two");
        assert_eq!(graph[2]["export"], "two");
    }

    #[test]
    fn the_table_must_be_json() {
        let dir = create_folder("table");
        assert!(write_endpoints(&dir, "nonsense").is_err());
        write_endpoints(&dir, "[1]").unwrap();
        assert!(
            fs::read_to_string(dir.join("endpoints.js"))
                .unwrap()
                .starts_with("export const endpoints = [1];")
        );
        fs::remove_dir_all(dir).unwrap();
    }
}
