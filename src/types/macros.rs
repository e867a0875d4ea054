//! Shapes that a derive does not know: open sets of words, and unions that a tag or a sibling chooses.

/// A set of words that may grow: an unknown word is kept in `Other`.
macro_rules! open_set {
    ($(#[doc = $doc:literal])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`.")]
                #[serde(rename = $word)]
                $variant,
            )+
            /// A word that came later.
            #[serde(untagged)]
            Other(#[ts(type = "string & {}")] String),
        }

        impl JsonSchema for $name {
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

/// A union whose variants are known by the text of one member.
macro_rules! tagged {
    ($(#[doc = $doc:literal])* $name:ident by $member:literal { $($tag:literal => $variant:ident($type:ident)),+ $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, TS)]
        #[serde(untagged)]
        pub enum $name {
            $(
                #[doc = concat!("`", $tag, "`.")]
                $variant(Box<$type>),
            )+
            /// A tag that came later, or none.
            #[ts(skip)]
            Other(serde_json::Value),
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use serde::de::Error as _;
                let value = serde_json::Value::deserialize(deserializer)?;
                match value.get($member).and_then(serde_json::Value::as_str) {
                    $(Some($tag) => serde_json::from_value(value).map(Self::$variant).map_err(D::Error::custom),)+
                    _ => Ok(Self::Other(value)),
                }
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let known = [$($tag),+];
                let mut forms = vec![$(generator.subschema_for::<$type>()),+];
                forms.push(schemars::json_schema!({
                    "type": "object",
                    "properties": { $member: { "type": "string", "not": { "enum": known } } },
                }));
                schemars::json_schema!({ "description": concat!($($doc),*).trim(), "anyOf": forms })
            }
        }
    };
}

/// A union whose variants are known by the text of a member beside it.
macro_rules! keyed {
    (
        $(#[$meta:meta])* $name:ident { $($variant:ident($type:ident)),+ $(,)? }
        by { $($key:literal $(if $guard:ident)? => $to:ident($shape:ident)),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum $name {
            $(
                #[doc = concat!("[`", stringify!($type), "`].")]
                $variant(Box<$type>),
            )+
            /// Of a type that came later.
            Other(serde_json::Value),
        }

        impl $name {
            /// Keys with the types that they choose. A key may have two.
            pub const KEYS: &[(&str, &str)] = &[$(($key, stringify!($shape))),+];

            /// Reads a value of the shape that a key chooses.
            ///
            /// # Errors
            ///
            /// The value has not the shape of its key.
            pub fn read(key: &str, value: serde_json::Value) -> serde_json::Result<Self> {
                match key {
                    $($key $(if $guard(&value))? => serde_json::from_value(value).map(Self::$to),)+
                    _ => Ok(Self::Other(value)),
                }
            }
        }
    };
}

pub(super) use {keyed, open_set, tagged};
