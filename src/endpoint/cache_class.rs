//! The table of cache classes: how the gateway stores the results of a class, and why.

use serde::Serialize;

/// How the gateway stores the results of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Storage {
    /// The gateway does not store them.
    Never,
    /// The gateway stores them for the TTL of the operation.
    ForTtl,
    /// The gateway stores a result for the TTL of the operation if the result is final, otherwise for a second.
    OnceFinal,
}

/// Defines the classes. Each row has the documentation of a class, how its results are stored, and a sentence about a
/// result whose subject is left out.
macro_rules! classes {
    ($($(#[doc = $doc:literal])+ $class:ident: $storage:ident, $reason:literal;)+) => {
        /// Cache class of a result.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum CacheClass {
            $($(#[doc = $doc])+ $class,)+
        }

        impl CacheClass {
            /// Every class, by its number.
            pub const ALL: &'static [Self] = &[$(Self::$class),+];

            /// Returns how the gateway stores results of the class.
            #[must_use]
            pub const fn storage(self) -> Storage {
                match self {
                    $(Self::$class => Storage::$storage,)+
                }
            }

            /// Returns why the gateway does so: a sentence whose subject, "the result", is left out.
            #[must_use]
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$class => $reason,)+
                }
            }
        }
    };
}

classes! {
    /// Results are never cached.
    Never: Never, "is never cached: a send, an estimate, or pending data";
    /// Results change with every block.
    Live: ForTtl, "follows the newest block";
    /// Results change rarely.
    Slow: ForTtl, "changes rarely";
    /// Results are immutable once the status is 200.
    Immutable: OnceFinal, "never changes once it exists";
    /// Results depend only on the request.
    Pure: OnceFinal, "depends on the request alone";
    /// Results are cached like the response of the called method (jsonRPC).
    AsCalled: Never, "is cached like the response of the called method";
}
