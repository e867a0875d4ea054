//! Writes the OpenAPI documents that the package ships.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::example::Recordings;
use ton_edge::openapi;

/// Responses of the devnet for the operations without a recording, written by `tests/devnet/devnet-answers.test.mjs`.
const DEVNET_ANSWERS: &str = "tests/golden/devnet-answers.json";

/// Reads the recorded responses of the service, and those of the devnet.
pub(crate) fn read_recordings(root: &Path) -> Result<Recordings> {
    let folder = root.join("tests/fixtures/recorded");
    let index =
        fs::read_to_string(folder.join("index.json")).context("cannot read the index of recordings")?;
    let recordings = Recordings::read(&index, |file| fs::read_to_string(folder.join(file)).ok())
        .context("index.json is not an index of recordings")?;
    let devnet_responses = fs::read_to_string(root.join(DEVNET_ANSWERS))
        .with_context(|| format!("cannot read {DEVNET_ANSWERS}"))?;
    recordings
        .with_devnet(&devnet_responses)
        .with_context(|| format!("{DEVNET_ANSWERS} is not a list of responses"))
}

/// Writes the document of each generation, with the schemas in `pkg/generated`, into a separate folder that a Worker can serve as
/// assets.
pub(crate) fn write(root: &Path, folder: &Path) -> Result<()> {
    let recordings = read_recordings(root)?;
    fs::create_dir_all(folder)?;
    for generation in [V2, V3] {
        let name = generation.as_str();
        let schemas = root.join(format!("pkg/generated/schemas-{name}.json"));
        let text =
            fs::read_to_string(&schemas).with_context(|| format!("cannot read {}", schemas.display()))?;
        let schemas = serde_json::from_str(&text)
            .with_context(|| format!("{}: not a list of schemas", schemas.display()))?;
        fs::write(
            folder.join(format!("{name}.json")),
            openapi::with_schemas(generation, &recordings, schemas),
        )?;
    }
    Ok(())
}
