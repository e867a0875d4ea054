//! The second way to compile to wasm, for Debian and distributions based on it: `rustc-web`, the compiler that Debian keeps up to date for its
//! browsers, and a standard library built from `rust-web-src` into `target/wasm-sysroot`. Nothing is written to `/usr` except what apt
//! installs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::shell::{Ui, print_line, read_output};
use crate::toolchain::{OwnSources, WASM_TARGET, Wasm, WasmToolchain, holds_core, list_remaps};
use crate::{apt, paths};

/// The path of Debian's compiler, because rustup's may come first on the PATH.
const RUSTC_PATH: &str = "/usr/bin/rustc";
/// Debian's cargo, because `-Z build-std` requires sources of the same version.
const CARGO_PATH: &str = "/usr/bin/cargo";
/// The packages that this way needs besides the linker, whose package name has a number.
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
/// The folder of the built standard library, and of a file with the version of the compiler that built it.
const SYSROOT_FOLDER: &str = "target/wasm-sysroot";

/// Returns whether this machine has apt at all.
pub(crate) fn is_possible() -> bool {
    paths::find_program("apt-get").is_some()
}

/// Returns the compiler if everything is ready: the compiler is new enough, and exactly this version built the standard
/// library.
pub(crate) fn find(root: &Path) -> Option<Wasm> {
    let version = read_output(Command::new(RUSTC_PATH).arg("-vV"))?;
    if Version::parse(version.strip_prefix("rustc ")?)? < find_oldest_version(root).ok()? {
        return None;
    }
    let sysroot = root.join(SYSROOT_FOLDER);
    let recorded_version = fs::read_to_string(sysroot.join("made-by")).ok()?;
    let linker = find_linker()?;
    (recorded_version == version && holds_core(&library_folder(&sysroot))).then(|| Wasm {
        toolchain: WasmToolchain::Debian,
        rustc: RUSTC_PATH.into(),
        own_toolchain: Some(OwnSources { sysroot, linker }),
    })
}

/// Installs the packages that are missing or too old, and builds the standard library.
pub(crate) fn install(ui: &Ui, root: &Path) -> Result<Wasm> {
    let oldest_version = find_oldest_version(root)?;
    if !is_installed(oldest_version) {
        print_line(
            "installing Debian's compiler for wasm (rustc-web, its sources, and a linker; some 150 MB)",
        );
        // apt's lists are updated first, because a suitable compiler may be only a day old.
        apt::update(ui)?;
        let linker_package = find_newest_lld().context(
            "apt offers no package lld-*, the linker for wasm: is `main` of Debian among its sources?",
        )?;
        let packages: Vec<&str> = DEBIAN_PACKAGES.iter().copied().chain([linker_package.as_str()]).collect();
        let policy = read_output(Command::new("apt-cache").env("LC_ALL", "C").arg("policy").args(&packages));
        let unusable_packages =
            list_unusable_packages(policy.as_deref().unwrap_or_default(), &packages, oldest_version);
        if !unusable_packages.is_empty() {
            bail!(
                "compiling to wasm with Debian's compiler needs packages that apt does not offer, after `apt-get update`:\n  {}\n\
                 Add your release's security archive to apt's sources (there rustc-web is newest), or take the first \
                 way: install Rust from https://rustup.rs, then run rustup target add {WASM_TARGET}",
                unusable_packages.join("\n  ")
            );
        }
        apt::install(ui, &packages)?;
        if !is_installed(oldest_version) {
            bail!(
                "apt installed {}, but {RUSTC_PATH} is not Rust {oldest_version} or newer with its sources",
                packages.join(" ")
            );
        }
    }
    build_std(ui, root)?;
    find(root).context("the standard library was built, but not in the expected folder")
}

/// A version of Rust, with the parts that `rust-version` compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    /// Reads the version in the first line: `1.95`, `1.95.0 (59807616e 2026-04-14)`, Debian's `1:1.96.0+dfsg1-1~deb12u2`.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim().lines().next()?;
        let text = text.split_once(':').map_or(text, |(_, text)| text);
        let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
        let mut numbers = text.get(..end)?.split('.').map(str::parse);
        let (major, minor) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        Some(Self { major, minor, patch: numbers.next().and_then(Result::ok).unwrap_or(0) })
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Finds the oldest compiler that the crate supports: `rust-version` of the workspace.
fn find_oldest_version(root: &Path) -> Result<Version> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    parse_rust_version(&manifest).context("Cargo.toml has no rust-version that can be read")
}

/// Reads `rust-version = "1.95"`.
fn parse_rust_version(manifest: &str) -> Option<Version> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version"))?;
    Version::parse(line.trim_start().strip_prefix('=')?.trim().trim_matches('"'))
}

/// Lists the versions that apt would install, by package, without packages that have none.
fn list_candidates(policy: &str) -> BTreeMap<&str, &str> {
    let mut package = "";
    let mut candidates = BTreeMap::new();
    for line in policy.lines() {
        if !line.starts_with(' ') {
            package = line.trim_end().trim_end_matches(':');
        } else if let Some(version) = line.trim().strip_prefix("Candidate:").map(str::trim)
            && version != "(none)"
        {
            candidates.insert(package, version);
        }
    }
    candidates
}

/// Lists the faults of the packages that apt offers: one line per package that is missing or too old.
fn list_unusable_packages(policy: &str, packages: &[&str], oldest: Version) -> Vec<String> {
    let candidates = list_candidates(policy);
    packages
        .iter()
        .filter_map(|package| match candidates.get(package) {
            None => Some(format!("{package}: not offered")),
            // The linker's version numbers are LLVM's, not Rust's.
            Some(_) if package.starts_with("lld-") => None,
            Some(offered_version) => Version::parse(offered_version).is_none_or(|version| version < oldest).then(|| {
                format!("{package}: {offered_version} is offered, Rust {oldest} or newer is needed (rust-version in Cargo.toml)")
            }),
        })
        .collect()
}

/// Returns whether a compiler that is new enough, its sources and a linker are installed.
fn is_installed(oldest: Version) -> bool {
    let version = read_output(Command::new(RUSTC_PATH).arg("--version"));
    let is_new_enough = version
        .as_deref()
        .and_then(|version| Version::parse(version.strip_prefix("rustc ")?))
        .is_some_and(|version| version >= oldest);
    is_new_enough && Path::new(CARGO_PATH).is_file() && find_sources().is_some() && find_linker().is_some()
}

/// Finds the folder with the sources of the standard library for Debian's compiler.
fn find_sources() -> Option<PathBuf> {
    let sysroot = read_output(Command::new(RUSTC_PATH).args(["--print", "sysroot"]))?;
    Some(Path::new(&sysroot).join("lib/rustlib/src/rust/library"))
        .filter(|dir| dir.join("Cargo.toml").is_file())
}

/// Finds the newest linker for wasm: Debian adds LLVM's version to its name, but rustc looks for a name without version.
fn find_linker() -> Option<PathBuf> {
    let entries = fs::read_dir("/usr/bin").ok()?;
    entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some((name.strip_prefix("wasm-ld-")?.parse::<u32>().ok()?, entry.path()))
        })
        .max()
        .map(|(_, path)| path)
}

/// Finds the newest linker that apt offers: `lld-22` before `lld-9`.
fn find_newest_lld() -> Option<String> {
    let list = read_output(Command::new("apt-cache").args(["search", "--names-only", "^lld-[0-9]+$"]))?;
    list.lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter_map(|name| Some((name.strip_prefix("lld-")?.parse::<u32>().ok()?, name)))
        .max()
        .map(|(_, name)| name.to_owned())
}

/// Returns the folder in which a compiler looks for the target's libraries under a sysroot.
fn library_folder(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib").join(WASM_TARGET).join("lib")
}

/// Builds the standard library as a dependency of an empty crate, and copies its files.
fn build_std(ui: &Ui, root: &Path) -> Result<()> {
    let dir = root.join("target/wasm-std");
    fs::create_dir_all(dir.join("src"))?;
    fs::write(dir.join("src/lib.rs"), "#![no_std]\n")?;
    fs::write(
        dir.join("Cargo.toml"),
        "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\ncodegen-units = 1\n",
    )?;
    // Fat LTO needs the bitcode. Paths are also replaced here, because panics contain them.
    let mut flags = vec!["-Cembed-bitcode=yes".to_owned()];
    flags.extend(list_remaps(root, Path::new(RUSTC_PATH)));
    let mut cargo = Command::new(CARGO_PATH);
    cargo
        .current_dir(&dir)
        .args([
            "build",
            "--release",
            "-Z",
            "build-std=std,panic_abort,panic_unwind,test",
            "--target",
            WASM_TARGET,
        ])
        .env("RUSTC", RUSTC_PATH)
        .env("RUSTC_BOOTSTRAP", "1")
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("CARGO_TARGET_DIR", dir.join("target"));
    ui.require_success("building the standard library for wasm", &mut cargo)?;

    let sysroot = root.join(SYSROOT_FOLDER);
    if sysroot.exists() {
        fs::remove_dir_all(&sysroot)?;
    }
    fs::create_dir_all(library_folder(&sysroot))?;
    let built_libraries = dir.join("target").join(WASM_TARGET).join("release/deps");
    for entry in fs::read_dir(&built_libraries)
        .with_context(|| format!("cannot read {}", built_libraries.display()))?
    {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libempty-") {
            fs::copy(entry.path(), library_folder(&sysroot).join(&name))?;
        }
    }
    let Some(version) = read_output(Command::new(RUSTC_PATH).arg("-vV")) else {
        bail!("`{RUSTC_PATH} -vV` fails: reinstall rustc-web");
    };
    // This file is written last, so that the library is complete if the file exists.
    fs::write(sysroot.join("made-by"), version)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// apt's output on a Debian 12 with fresh lists, among others for an installed package and a package that does not exist.
    const POLICY: &str = "\
rustc-web:
  Installed: 1.85.0+dfsg3-1~deb12u3
  Candidate: 1.96.0+dfsg1-1~deb12u2
  Version table:
     1.96.0+dfsg1-1~deb12u2 500
        500 http://deb.debian.org/debian-security bookworm-security/main amd64 Packages
 *** 1.85.0+dfsg3-1~deb12u3 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
        100 /var/lib/dpkg/status
cargo-web:
  Installed: (none)
  Candidate: 1.85.0+dfsg3-1~deb12u3
  Version table:
     1.85.0+dfsg3-1~deb12u3 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
rust-web-src:
  Installed: (none)
  Candidate: (none)
  Version table:
lld-19:
  Installed: (none)
  Candidate: 1:19.1.7-3~deb12u1
  Version table:
     1:19.1.7-3~deb12u1 500
        500 http://deb.debian.org/debian bookworm/main amd64 Packages
";

    fn parse_version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    #[test]
    fn reads_the_versions_of_rust_debian_and_cargo() {
        let expected = Version { major: 1, minor: 96, patch: 0 };
        for text in
            ["1.96", "1.96.0", "1.96.0 (59807616e 2026-04-14)", "1.96.0+dfsg1-1~deb12u2", "2:1.96.0-1"]
        {
            assert_eq!(parse_version(text), expected, "{text}");
        }
        assert_eq!(parse_version("1.96.0-nightly"), expected);
        assert_eq!(
            parse_version("1.96.0 (ac68faa20 2026-05-25)\nbinary: rustc\nrelease: 1.96.0\n"),
            expected
        );
        assert_eq!([Version::parse(""), Version::parse("1"), Version::parse("web")], [None; 3]);
    }

    #[test]
    fn compares_versions_by_number() {
        assert!(parse_version("1.100") > parse_version("1.95.1"));
        assert!(
            parse_version("1.95") == parse_version("1.95.0")
                && parse_version("1.95.1") > parse_version("1.95")
        );
        assert!(parse_version("1.85.0+dfsg3-1~deb12u3") < parse_version("1.95"));
        assert!(parse_version("2.0") > parse_version("1.99.9"));
    }

    #[test]
    fn reads_the_rust_version_of_the_manifest() {
        assert_eq!(
            parse_rust_version("[workspace.package]\nrust-version = \"1.95\"\n"),
            Version::parse("1.95")
        );
        assert_eq!(parse_rust_version("rust-version=\"1.95.2\""), Version::parse("1.95.2"));
        assert_eq!(parse_rust_version("rust-version.workspace = true"), None);
        assert!(find_oldest_version(&paths::find_root().unwrap()).is_ok());
    }

    #[test]
    fn reads_the_packages_that_apt_would_install() {
        let candidates = list_candidates(POLICY);
        assert_eq!(candidates.len(), 3);
        assert_eq!(candidates["rustc-web"], "1.96.0+dfsg1-1~deb12u2");
        assert_eq!(candidates["lld-19"], "1:19.1.7-3~deb12u1");
    }

    #[test]
    fn names_the_packages_that_are_missing_or_too_old() {
        let packages = ["rustc-web", "cargo-web", "rust-web-src", "lld-19", "lld-99"];
        assert_eq!(
            list_unusable_packages(POLICY, &packages, parse_version("1.95")),
            [
                "cargo-web: 1.85.0+dfsg3-1~deb12u3 is offered, Rust 1.95.0 or newer is needed \
                 (rust-version in Cargo.toml)",
                "rust-web-src: not offered",
                "lld-99: not offered",
            ]
        );
        assert!(list_unusable_packages(POLICY, &["rustc-web", "lld-19"], parse_version("1.96")).is_empty());
    }
}
