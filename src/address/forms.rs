//! The address utilities of TON Center, computed locally. Functions and fields have the names that
//! the service uses.

use super::{Address, AddressError, Flags, Form, Friendly, Raw, parse};
use crate::ascii::Ascii;

/// A field of the result of [`detect`]: a form, or a group of forms.
///
/// ```
/// use ton_edge::address::FORMS;
/// let groups = FORMS.iter().filter(|row| !row.parts.is_empty());
/// assert!(groups.map(|row| row.name).eq(["bounceable", "non_bounceable"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormRow {
    /// Name of the field.
    pub name: &'static str,
    /// The description of the field.
    pub doc: &'static str,
    /// The label of the field in the inspector of the web app.
    pub label: &'static str,
    /// Whether the service returns the field; then the gateway does, too.
    pub in_service: bool,
    /// The number of characters. `None` for a group, and for the one form without a fixed length.
    pub length: Option<usize>,
    /// The forms of a group; empty for a form.
    pub parts: &'static [Self],
}

/// The forms of an address, in the order of the result. Three things are generated from these rows:
/// the code of `pkg/address.js` that reads the result of address.wasm, the type in
/// `pkg/address.d.ts`, and the rows of the inspector.
pub const FORMS: &[FormRow] = Detected::PARTS;

/// Takes the forms of one address in the order of [`FORMS`]. A key is the name of a field as JSON
/// text, with the comma before it.
#[cfg(any(feature = "gateway", feature = "js-address"))]
pub(crate) trait Visitor {
    /// Whether the visitor takes only the fields that the service returns.
    const OF_SERVICE: bool;
    /// Takes a form.
    fn form<const N: usize>(&mut self, key: &'static str, text: &Ascii<N>);
    /// Begins a group.
    fn begin(&mut self, _key: &'static str) {}
    /// Ends the group.
    fn end(&mut self) {}
}

/// A form, or a group of forms.
trait FormOrGroup {
    const PARTS: &'static [FormRow];

    #[cfg(any(feature = "gateway", feature = "js-address"))]
    fn accept(&self, key: &'static str, visitor: &mut impl Visitor);
}

impl<const N: usize> FormOrGroup for Ascii<N> {
    const PARTS: &'static [FormRow] = &[];

    #[cfg(any(feature = "gateway", feature = "js-address"))]
    #[inline(always)]
    fn accept(&self, key: &'static str, visitor: &mut impl Visitor) {
        visitor.form(key, self);
    }
}

/// Defines a struct of forms and its rows. A form is `field: Type = label, in the service, length,
/// writer`; after `from` comes the type of the writer's second argument, the first is the address.
/// Fields that are not forms come last.
macro_rules! forms {
    (
        $(#[$about:meta])*
        $group:ident from $argument:ty {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $type:ty = $label:expr, $in_service:expr, $length:expr, $write:expr;
            )+
        }
        $($(#[$other_about:meta])* $other:ident: $other_type:ty;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub struct $group {
            $($(#[doc = $doc])+ pub $name: $type,)+
            $($(#[$other_about])* pub $other: $other_type,)*
        }

        impl $group {
            #[inline(always)]
            fn write(address: &Address, argument: $argument, $($other: $other_type),*) -> Self {
                $(
                    let write: fn(&Address, $argument) -> $type = $write;
                    let $name = write(address, argument);
                )+
                Self { $($name,)+ $($other),* }
            }

            /// Shows all forms to a visitor.
            #[inline(always)]
            #[cfg(any(feature = "gateway", feature = "js-address"))]
            pub(crate) fn visit<V: Visitor>(&self, visitor: &mut V) {
                $(if !V::OF_SERVICE || $in_service {
                    self.$name.accept(concat!(",\"", stringify!($name), "\":"), visitor);
                })+
            }
        }

        impl FormOrGroup for $group {
            const PARTS: &'static [FormRow] = &[$(FormRow {
                name: stringify!($name),
                doc: concat!($($doc),+),
                label: $label,
                in_service: $in_service,
                length: $length,
                parts: <$type as FormOrGroup>::PARTS,
            }),+];

            #[cfg(any(feature = "gateway", feature = "js-address"))]
            #[inline(always)]
            fn accept(&self, key: &'static str, visitor: &mut impl Visitor) {
                visitor.begin(key);
                self.visit(visitor);
                visitor.end();
            }
        }
    };
}

forms! {
    /// All forms of an address, with the fields of the v2 method `detectAddress`, without `@type`.
    Detected from bool {
        /// The raw form with lower-case hex digits, as v2 returns it.
        raw_form: Raw = "Raw, lower-case", true, None, |address, _| address.to_raw_lower();
        /// The friendly form, bounceable.
        bounceable: Variants = "Bounceable", true, None,
            |address, test_only| Variants::write(address, Flags { bounceable: true, test_only, url_safe: true });
        /// The friendly form, not bounceable.
        non_bounceable: Variants = "Non-bounceable", true, None,
            |address, test_only| Variants::write(address, Flags { bounceable: false, test_only, url_safe: true });
    }
    /// The form of the input.
    given_type: GivenType;
    /// Whether the input was for test networks only; then all friendly forms here are for test networks.
    test_only: bool;
}

forms! {
    /// One friendly form in both alphabets.
    Variants from Flags {
        /// Base64, with `+` and `/`.
        b64: Friendly = "base64", true, Some(48),
            |address, flags| address.to_friendly(Flags { url_safe: false, ..flags });
        /// Base64url, with `-` and `_`.
        b64url: Friendly = "base64url", true, Some(48), |address, flags| address.to_friendly(flags);
    }
}

/// The form of a text, in the words of `detectAddress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum GivenType {
    /// `workchain:hash`.
    RawForm,
    /// Base64, bounceable.
    FriendlyBounceable,
    /// Base64, not bounceable.
    FriendlyNonBounceable,
}

impl GivenType {
    /// Returns the text that responses of the service have.
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

/// How [`pack`] writes an address. An option that is `None` keeps the flag of a friendly input.
///
/// ```
/// use ton_edge::address::PackOptions;
/// assert_eq!(PackOptions::default(), PackOptions { bounceable: None, test_only: None, url_safe: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "camelCase", default, deny_unknown_fields)
)]
pub struct PackOptions {
    /// Whether the result is bounceable; for raw input the default is true.
    pub bounceable: Option<bool>,
    /// Whether the result is for test networks only; for raw input the default is false.
    pub test_only: Option<bool>,
    /// Whether to use the alphabet with `-` and `_`, whichever the input has; the default is true.
    pub url_safe: bool,
}

impl Default for PackOptions {
    fn default() -> Self {
        Self { bounceable: None, test_only: None, url_safe: true }
    }
}

/// Returns all forms of an address, as `detectAddress` of version 2.
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
    let parsed_address = parse(text)?;
    Ok(Detected::new(&parsed_address.address, parsed_address.form))
}

/// Returns the friendly form of an address, as `packAddress` of version 2. The alphabet of that
/// method depends on the server; here `url_safe` chooses it.
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
    let parsed_address = parse(text)?;
    Ok(parsed_address.address.to_friendly(options.apply(parsed_address.form)))
}

/// Returns the raw form of an address in upper case, as `unpackAddress` of version 2.
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

/// Returns the same text for all forms of an address, for keys of maps and caches: the raw form in
/// upper case, as [`unpack`].
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
    /// Makes all forms of an address that was written in `form`.
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
        Self::write(address, test_only, given_type, test_only)
    }
}

impl PackOptions {
    /// Returns the flags for writing an address whose input had that `form`.
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
