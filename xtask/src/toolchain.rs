//! Sets up the wasm target. Two roads: rustup's ready-made standard library, or, on Debian where rustup's
//! host does not respond, the compiler that Debian builds its browsers with ([`crate::debian`]).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::shell::{Ui, output_of, say};
use crate::{debian, paths};

/// The target of the wasm modules.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The timeout of rustup's host.
const RUSTUP_LIMIT: Duration = Duration::from_secs(120);

/// The way the wasm modules are compiled on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Road {
    /// The standard library that came with the toolchain, or that rustup adds.
    Rustup,
    /// Debian's `rustc-web`, with a standard library built from its sources.
    Debian,
}

/// The compiler of the wasm modules, and what belongs to it.
#[derive(Debug)]
pub(crate) struct Wasm {
    /// The road.
    pub(crate) road: Road,
    /// The compiler.
    pub(crate) rustc: PathBuf,
    /// What the second road brings besides the compiler.
    pub(crate) own: Option<Own>,
}

/// What the second road brings besides the compiler.
#[derive(Debug)]
pub(crate) struct Own {
    /// The folder with the standard library built here.
    pub(crate) sysroot: PathBuf,
    /// The linker.
    pub(crate) linker: PathBuf,
}

impl Wasm {
    /// Cargo, set up to build for wasm, with no path of this machine in what comes out.
    pub(crate) fn cargo(&self, root: &Path) -> Command {
        let mut flags: Vec<String> = Vec::new();
        if let Some(own) = &self.own {
            flags.push(format!("--sysroot={}", own.sysroot.display()));
            flags.push(format!("-Clinker={}", own.linker.display()));
        }
        flags.extend(remaps(root, &self.rustc));
        // SHA-512 of ed25519.wasm as a loop: 1.6 kB less after brotli.
        flags.push("--cfg=sha2_backend_soft=\"compact\"".to_owned());
        let mut cargo = paths::cargo(root);
        cargo
            .env("RUSTC", &self.rustc)
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
            .env("CARGO_TARGET_DIR", root.join(self.target_dir()));
        cargo
    }

    /// Each road has its own folder, so a change of roads rebuilds nothing.
    pub(crate) fn target_dir(&self) -> &'static str {
        match self.road {
            Road::Rustup => "target/wasm",
            Road::Debian => "target/wasm-debian",
        }
    }

    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        let version = output_of(Command::new(&self.rustc).arg("--version")).unwrap_or_default();
        match self.road {
            Road::Rustup => format!("first road: the toolchain's own, {version}"),
            Road::Debian => format!("second road: Debian's rustc-web with a std built here, {version}"),
        }
    }
}

/// The only road allowed, if the environment names one.
fn forced() -> Result<Option<Road>> {
    match std::env::var("TON_EDGE_WASM_ROAD").as_deref() {
        Err(_) | Ok("") => Ok(None),
        Ok("rustup") => Ok(Some(Road::Rustup)),
        Ok("debian") => Ok(Some(Road::Debian)),
        Ok(other) => bail!("TON_EDGE_WASM_ROAD is `rustup` or `debian`, not `{other}`"),
    }
}

/// Finds a road that is ready; changes nothing.
pub(crate) fn find(root: &Path) -> Result<Option<Wasm>> {
    let forced = forced()?;
    let rustc = paths::rustc();
    if forced != Some(Road::Debian) && has_std(&rustc) {
        return Ok(Some(Wasm { road: Road::Rustup, rustc, own: None }));
    }
    if forced != Some(Road::Rustup) {
        return Ok(debian::find(root));
    }
    Ok(None)
}

/// Finds a road, or sets one up.
pub(crate) fn ensure(ui: &Ui, root: &Path) -> Result<Wasm> {
    if let Some(wasm) = find(root)? {
        return Ok(wasm);
    }
    let forced = forced()?;
    let mut why = String::new();
    if forced != Some(Road::Debian) {
        why = match add_target(ui, root) {
            Ok(wasm) => return Ok(wasm),
            Err(error) => format!("{error:#}"),
        };
        if forced == Some(Road::Rustup) {
            bail!("the wasm target is missing and could not be added: {why}");
        }
    }
    if !debian::possible() {
        bail!(
            "the compiler has no standard library for {TARGET}{}.\n\
             With rustup: rustup target add {TARGET}\n\
             Without: install it from https://rustup.rs, or use Debian, where this command sets up a second road.",
            if why.is_empty() { String::new() } else { format!(" ({why})") }
        );
    }
    if !why.is_empty() {
        say(format_args!("  {why}; taking the second road, Debian's rustc-web"));
    }
    debian::install(ui, root)
}

/// Sets up the first road; needs rustup and its host.
fn add_target(ui: &Ui, root: &Path) -> Result<Wasm> {
    if paths::program("rustup").is_none() {
        bail!("rustup is not installed");
    }
    say(format_args!("the wasm target is missing: rustup target add {TARGET} (a download of some 30 MB)"));
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]).current_dir(root);
    let ran = ui.run("rustup target add", &mut command, Some(RUSTUP_LIMIT))?;
    if !ran.status.success() {
        let last = ran.text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no message");
        bail!("rustup could not add the target ({})", last.trim());
    }
    let rustc = paths::rustc();
    if !has_std(&rustc) {
        bail!("rustup added the target to another toolchain than the one in use");
    }
    Ok(Wasm { road: Road::Rustup, rustc, own: None })
}

/// Whether a compiler has the standard library for wasm. It prints the folder even where there is none.
fn has_std(rustc: &Path) -> bool {
    output_of(Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]))
        .is_some_and(|dir| holds_core(Path::new(&dir)))
}

/// Whether a folder holds a compiled `core`.
pub(crate) fn holds_core(dir: &Path) -> bool {
    std::fs::read_dir(dir).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libcore-") && name.ends_with(".rlib")
        })
    })
}

/// Flags that replace every path of this machine: panics carry the path of their source file, and the same
/// sources must give the same bytes anywhere.
pub(crate) fn remaps(root: &Path, rustc: &Path) -> Vec<String> {
    let mut pairs = vec![(root.to_path_buf(), "/ton-edge".to_owned())];
    if let Some(home) = paths::cargo_home() {
        pairs.push((home.join("registry/src"), "/crates".to_owned()));
    }
    let version = output_of(Command::new(rustc).arg("-vV")).unwrap_or_default();
    let field = |name: &str| version.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    // Sources installed beside the compiler turn its library's paths into local ones; back to what they were.
    let library = format!("/rustc/{}", field("commit-hash:").unwrap_or("std"));
    if let Some(sysroot) = output_of(Command::new(rustc).args(["--print", "sysroot"])) {
        pairs.push((Path::new(&sysroot).join("lib/rustlib/src/rust"), library.clone()));
    }
    if let Some(version) = field("release:") {
        pairs.push((PathBuf::from(format!("/usr/src/rustc-{version}")), library));
    }
    pairs.into_iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect()
}
