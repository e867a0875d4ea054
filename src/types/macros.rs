//! Macros that declare response types: objects with unnamed fields, open enums, and unions.

/// Declares the struct of a JSON object of a response.
///
/// Adds the derives and the field `unknown`, which holds the fields that the struct does not name. A field marked
/// `#[optional]` may be absent, but not `null`. The order of a field's attributes is `serde`, `ts`, `schemars`.
macro_rules! object {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $(#[serde($($serde:tt)*)])*
                $(#[ts($($ts:tt)*)])*
                $(#[schemars($($schemars:tt)*)])*
                $(#[optional] pub $optional:ident: Option<$inner:ty>)?
                $(pub $field:ident: $type:ty)?
                ,
            )*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        $(#[$meta])*
        pub struct $name {
            $(
                $(#[doc = $doc])*
                $(#[serde($($serde)*)])*
                $(#[cfg_attr(feature = "schema", ts($($ts)*))])*
                $(#[cfg_attr(feature = "schema", schemars($($schemars)*))])*
                $(
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    #[cfg_attr(feature = "schema", ts(optional))]
                    #[cfg_attr(feature = "schema", schemars(transform = crate::types::descriptor::forbid_null))]
                    pub $optional: Option<$inner>,
                )?
                $(pub $field: $type,)?
            )*
            /// Fields that this type does not name, as the service sent them.
            #[serde(flatten)]
            #[cfg_attr(feature = "schema", ts(skip))]
            pub unknown: crate::types::wire::Unknown,
        }
    };
}

/// Declares an enum of texts that newer servers may extend: `Other` holds any other text.
macro_rules! open_set {
    ($(#[doc = $doc:literal])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS))]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`.")]
                #[serde(rename = $word)]
                $variant,
            )+
            /// A text that a newer server sends.
            #[serde(untagged)]
            Other(#[cfg_attr(feature = "schema", ts(type = "string & {}"))] String),
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "description": concat!($($doc),*).trim(),
                    "anyOf": [{ "enum": [$($word),+] }, { "type": "string" }],
                })
            }
        }
    };
}

/// Declares a union in which the text of one of its fields decides the variant.
macro_rules! tagged {
    ($(#[doc = $doc:literal])* $name:ident by $tag_field:literal { $($tag:literal => $variant:ident($type:ident)),+ $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS))]
        #[serde(untagged)]
        pub enum $name {
            $(
                #[doc = concat!("`", $tag, "`.")]
                $variant(Box<$type>),
            )+
            /// A tag of a newer server, or no tag.
            #[cfg_attr(feature = "schema", ts(skip))]
            Other(serde_json::Value),
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use serde::de::Error as _;
                let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                match value.get($tag_field).and_then(serde_json::Value::as_str) {
                    $(Some($tag) => serde_json::from_value(value).map(Self::$variant).map_err(D::Error::custom),)+
                    _ => Ok(Self::Other(value)),
                }
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let known_tags = [$($tag),+];
                let mut forms = vec![$(generator.subschema_for::<$type>()),+];
                forms.push(schemars::json_schema!({
                    "type": "object",
                    "properties": { $tag_field: { "type": "string", "not": { "enum": known_tags } } },
                }));
                schemars::json_schema!({ "description": concat!($($doc),*).trim(), "anyOf": forms })
            }
        }
    };
}

/// Declares a union in which the text of another field of the same object decides the variant.
macro_rules! keyed {
    (
        $(#[$meta:meta])* $name:ident { $($variant:ident($type:ident)),+ $(,)? }
        by { $($key:literal $(if $guard:ident)? => $to:ident($shape:ident)),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[serde(untagged)]
        pub enum $name {
            $(
                #[doc = concat!("[`", stringify!($type), "`].")]
                $variant(Box<$type>),
            )+
            /// A type of a newer server.
            Other(serde_json::Value),
        }

        impl $name {
            /// Keys with their types. A key may have two.
            pub const KEYS: &[(&str, &str)] = &[$(($key, stringify!($shape))),+];

            /// Reads a value as the type of a key.
            ///
            /// # Errors
            ///
            /// If the value is not of the type of the key.
            pub fn read(key: &str, value: serde_json::Value) -> serde_json::Result<Self> {
                match key {
                    $($key $(if $guard(&value))? => serde_json::from_value(value).map(Self::$to),)+
                    _ => Ok(Self::Other(value)),
                }
            }
        }
    };
}

pub(super) use {keyed, object, open_set, tagged};
