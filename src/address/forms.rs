//! The address utilities of TON Center, computed locally: names mean the same here and on the wire.

use super::{Address, AddressError, Flags, Form, Friendly, Raw, parse};
use serde::{Deserialize, Serialize};

/// All forms of an address, with the fields of the v2 method `detectAddress`, without `@type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Detected {
    /// The raw form, lower-case.
    pub raw_form: Raw,
    /// Friendly, bounceable.
    pub bounceable: Variants,
    /// Friendly, not bounceable.
    pub non_bounceable: Variants,
    /// The form of the input.
    pub given_type: GivenType,
    /// Whether the input was for test networks only; then both variants are, too.
    pub test_only: bool,
}

/// One friendly form in both alphabets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Variants {
    /// With `+` and `/`.
    pub b64: Friendly,
    /// With `-` and `_`.
    pub b64url: Friendly,
}

/// The form of a text, in the words of `detectAddress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenType {
    /// `workchain:hash`.
    RawForm,
    /// Base64, bounceable.
    FriendlyBounceable,
    /// Base64, not bounceable.
    FriendlyNonBounceable,
}

impl GivenType {
    /// The word as it is on the wire.
    ///
    /// ```
    /// assert_eq!(ton_edge::address::GivenType::RawForm.as_str(), "raw_form");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RawForm => "raw_form",
            Self::FriendlyBounceable => "friendly_bounceable",
            Self::FriendlyNonBounceable => "friendly_non_bounceable",
        }
    }
}

/// How [`pack`] writes an address; what is `None` stays as it was in a friendly input.
///
/// ```
/// use ton_edge::address::PackOptions;
/// assert_eq!(PackOptions::default(), PackOptions { bounceable: None, test_only: None, url_safe: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PackOptions {
    /// Bounceable; from raw input the default is true.
    pub bounceable: Option<bool>,
    /// For test networks only; from raw input the default is false.
    pub test_only: Option<bool>,
    /// Alphabet with `-` and `_`, whatever the input was written in; the default is true.
    pub url_safe: bool,
}

impl Default for PackOptions {
    fn default() -> Self {
        Self { bounceable: None, test_only: None, url_safe: true }
    }
}

/// All forms of an address: `detectAddress` of version 2.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// use ton_edge::address::{GivenType, detect};
/// let all = detect("UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E")?;
/// assert_eq!(all.given_type, GivenType::FriendlyNonBounceable);
/// assert_eq!(all.bounceable.b64, "EQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi4wJB");
/// assert!(all.raw_form.starts_with("0:2cf55953"));
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
pub fn detect(text: &str) -> Result<Detected, AddressError> {
    let parsed = parse(text)?;
    Ok(Detected::new(&parsed.address, parsed.form))
}

/// The friendly form of an address: `packAddress` of version 2, which returns one alphabet or the other,
/// depending on the server; here `url_safe` says which.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// use ton_edge::address::{PackOptions, pack};
/// let input = "kQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi47nL"; // for test networks
/// let wallet = PackOptions { bounceable: Some(false), ..PackOptions::default() };
/// assert_eq!(pack(input, PackOptions::default())?, input.replace('+', "-").as_str());
/// assert!(pack(input, wallet)?.starts_with("0Q")); // still for test networks
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
pub fn pack(text: &str, options: PackOptions) -> Result<Friendly, AddressError> {
    let parsed = parse(text)?;
    Ok(parsed.address.to_friendly(options.apply(parsed.form)))
}

/// The raw form of an address, upper-case: `unpackAddress` of version 2.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// let raw = ton_edge::address::unpack("EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB")?;
/// assert_eq!(raw, "0:2CF55953E92EFBEADAB7BA725C3F93A0B23F842CBBA72D7B8E6F510A70E422E3");
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
pub fn unpack(text: &str) -> Result<Raw, AddressError> {
    Ok(parse(text)?.address.to_raw())
}

/// The one text that all forms of an address share, for keys of maps and caches: raw, upper-case, as [`unpack`].
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// use ton_edge::address::normalize;
/// let lower = "0:2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3";
/// assert_eq!(normalize(lower)?, normalize("UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E")?);
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
pub fn normalize(text: &str) -> Result<Raw, AddressError> {
    unpack(text)
}

impl Detected {
    /// All forms of an address that was written in `form`.
    ///
    /// ```
    /// use ton_edge::address::{Address, Detected, Form};
    /// let all = Detected::new(&Address { workchain: 0, hash: [0; 32] }, Form::Raw);
    /// assert_eq!(all.non_bounceable.b64url, "UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ");
    /// ```
    #[must_use]
    pub fn new(address: &Address, form: Form) -> Self {
        let (given_type, test_only) = match form {
            Form::Raw => (GivenType::RawForm, false),
            Form::Friendly(flags) if flags.bounceable => (GivenType::FriendlyBounceable, flags.test_only),
            Form::Friendly(flags) => (GivenType::FriendlyNonBounceable, flags.test_only),
        };
        let variants = |bounceable| {
            let friendly = |url_safe| address.to_friendly(Flags { bounceable, test_only, url_safe });
            Variants { b64: friendly(false), b64url: friendly(true) }
        };
        Self {
            raw_form: address.to_raw_lower(),
            bounceable: variants(true),
            non_bounceable: variants(false),
            given_type,
            test_only,
        }
    }
}

impl PackOptions {
    /// The flags for writing an address whose input had that `form`.
    ///
    /// ```
    /// use ton_edge::address::{Flags, Form, PackOptions};
    /// let test_only = PackOptions { test_only: Some(true), ..PackOptions::default() };
    /// assert_eq!(test_only.apply(Form::Raw), Flags { bounceable: true, test_only: true, url_safe: true });
    /// ```
    #[must_use]
    pub fn apply(self, form: Form) -> Flags {
        let input = match form {
            Form::Raw => Flags::default(),
            Form::Friendly(flags) => flags,
        };
        Flags {
            bounceable: self.bounceable.unwrap_or(input.bounceable),
            test_only: self.test_only.unwrap_or(input.test_only),
            url_safe: self.url_safe,
        }
    }
}
