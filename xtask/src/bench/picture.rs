//! Pictures of figures as SVG, drawn by Node (`tests/bench/plots`).

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::bench::figure::Figure;

/// The folder of the pictures, beside the report.
const PICTURE_FOLDER: &str = "pictures/bench";

/// A picture of a section of the report.
#[derive(Debug)]
pub(crate) struct Picture {
    name: String,
    title: String,
    /// The kind of picture.
    content: PictureContent,
}

#[derive(Debug)]
enum PictureContent {
    Growth(Value),
    Ratios(Value),
}

impl Picture {
    /// Makes a picture of cost against size: `title`, `size`, `cost` and `lines`, as `tests/bench/plots/growth.mjs` expects
    /// them.
    pub(crate) fn for_growth(name: &str, title: &str, growth: Value) -> Self {
        Self {
            name: format!("growth-{name}"),
            title: title.to_owned(),
            content: PictureContent::Growth(growth),
        }
    }

    /// Makes a picture of ratios: the time of another library for an operation, as a multiple of ton-edge's. Its title is that of the table
    /// without the unit of time, because a ratio has none.
    pub(crate) fn for_ratios<'a>(
        name: &str,
        title: &str,
        ratios: impl IntoIterator<Item = (&'a str, &'a str, Figure)>,
    ) -> Self {
        let units = [": nanoseconds", ": microseconds"];
        let subject =
            units.into_iter().find_map(|unit| title.split_once(unit)).map_or(title, |(subject, _)| subject);
        let title = format!("{subject}, relative to ton-edge");
        let ratios = ratios.into_iter().map(|(operation, name, ratio)| {
            let [low, high] = ratio.interval();
            json!({ "operation": operation, "name": name, "low": low, "median": ratio.median(), "high": high })
        });
        let ratios: Vec<_> = ratios.collect();
        let ratios = json!({ "title": title, "ratios": ratios });
        Self { name: format!("ratios-{name}"), title, content: PictureContent::Ratios(ratios) }
    }

    /// Writes the picture as Markdown, for the report.
    pub(crate) fn to_markdown(&self) -> String {
        format!("![{}]({PICTURE_FOLDER}/{}.svg)", self.title, self.name)
    }

    fn to_json(&self) -> Value {
        match &self.content {
            PictureContent::Growth(growth) => json!({ "name": self.name, "growth": growth }),
            PictureContent::Ratios(ratios) => json!({ "name": self.name, "ratios": ratios }),
        }
    }
}

/// Draws all pictures.
pub(crate) fn draw_pictures(root: &Path, pictures: &[Picture]) -> Result<()> {
    if pictures.is_empty() {
        return Ok(());
    }
    let folder = root.join("docs").join(PICTURE_FOLDER);
    fs::create_dir_all(&folder)?;
    let input = Value::from(pictures.iter().map(Picture::to_json).collect::<Vec<_>>());
    let mut node = Command::new("node")
        .arg(root.join("tests/bench/plots/draw.mjs"))
        .arg(&folder)
        .stdin(Stdio::piped())
        .spawn()
        .context("cannot run node")?;
    serde_json::to_writer(node.stdin.take().context("no input")?, &input)?;
    let status = node.wait()?;
    if !status.success() {
        bail!("the pictures could not be drawn");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_name_of_its_kind() {
        let ratio = Figure::from_rounds(vec![1.0, 2.0, 3.0]).unwrap();
        let picture = Picture::for_ratios("x-1", "Node: microseconds per call", [("parse", "other", ratio)]);
        assert_eq!(picture.to_markdown(), "![Node, relative to ton-edge](pictures/bench/ratios-x-1.svg)");
        assert_eq!(picture.to_json()["ratios"]["ratios"][0]["median"], json!(2.0));
        assert_eq!(Picture::for_growth("y", "Y", json!({})).to_json()["name"], json!("growth-y"));
    }
}
