//! The table of cache classes: how the gateway stores the results of a class, and why.

use serde::Serialize;

/// How the gateway stores the results of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Storage {
    /// Not at all.
    Never,
    /// For the TTL of the operation.
    ForTtl,
    /// For the TTL of the operation once a result proves to be final, before that for a second.
    OnceFinal,
}

/// One row per class: its documentation, how it is stored, and a sentence about its results, without the subject.
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

            /// How the gateway stores its results.
            #[must_use]
            pub const fn storage(self) -> Storage {
                match self {
                    $(Self::$class => Storage::$storage,)+
                }
            }

            /// Why its results are cached so: a sentence without its subject, the result.
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
    /// Never cached.
    Never: Never, "is never cached: a send, an estimate, or pending data";
    /// Follows the chain's head.
    Live: ForTtl, "follows the newest block";
    /// Changes rarely.
    Slow: ForTtl, "changes rarely";
    /// Immutable after a 200.
    Immutable: OnceFinal, "never changes once it exists";
    /// Depends on its input only.
    Pure: OnceFinal, "depends on the request alone";
    /// The class of the method called (jsonRPC).
    AsCalled: Never, "is cached as that of the method called";
}
