//! Mnemonics (recovery phrases) of TON wallets. They use the word list of BIP-39, but not its algorithm.

use hmac::{Hmac, Mac as _};
use sha2::Sha512;
use std::fmt;
use std::sync::LazyLock;

/// The number of words of a new mnemonic.
pub(crate) const COUNT: usize = 24;
/// Iterations of the derivation of a seed.
pub(crate) const ITERATIONS: u32 = 100_000;
/// Iterations of the check that one in 256 lists of words passes.
const CHECK_ITERATIONS: u32 = ITERATIONS / 256;

/// The 2048 words, one per line.
static TEXT: &str = include_str!("mnemonic/words.txt");
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| TEXT.lines().collect());

/// Returns the words of mnemonics in their order: the English list of BIP-39.
///
/// ```
/// assert_eq!(ton_edge::message::mnemonic_words().next(), Some("abandon"));
/// ```
pub fn mnemonic_words() -> impl Iterator<Item = &'static str> {
    TEXT.lines()
}

/// The words are not a mnemonic of TON with this password.
///
/// ```
/// use ton_edge::message::mnemonic_to_seed;
/// assert!(mnemonic_to_seed(&["abandon"; 24], "").unwrap_err().to_string().starts_with("not a mnemonic of TON"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MnemonicError;

impl fmt::Display for MnemonicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a mnemonic of TON with this password: check the words, their order and the password; mnemonics of other chains (BIP-39) are not valid here")
    }
}

impl std::error::Error for MnemonicError {}

/// Computes the input for key derivation from words and password.
fn compute_entropy(words: &[&str], password: &str) -> Result<[u8; 64], MnemonicError> {
    // A key of HMAC may have any length.
    let mac = Hmac::<Sha512>::new_from_slice(words.join(" ").as_bytes()).map_err(|_| MnemonicError)?;
    Ok(mac.chain_update(password).finalize().into_bytes().into())
}

/// Derives 64 bytes by PBKDF2 with HMAC-SHA512.
fn derive(entropy: &[u8; 64], salt: &str, iterations: u32) -> [u8; 64] {
    pbkdf2::pbkdf2_hmac_array::<Sha512, 64>(entropy, salt.as_bytes(), iterations)
}

fn is_basic(entropy: &[u8; 64]) -> bool {
    matches!(derive(entropy, "TON seed version", CHECK_ITERATIONS), [0, ..])
}

/// Returns whether words, in lower case, are a mnemonic of TON with this password (empty: without one). One in 256
/// lists of words is such a mnemonic.
///
/// ```
/// assert!(!ton_edge::message::is_mnemonic(&["abandon"; 24], ""));
/// ```
#[must_use]
pub fn is_mnemonic(words: &[&str], password: &str) -> bool {
    if !password.is_empty() {
        let Ok(bare_entropy) = compute_entropy(words, "") else { return false };
        let needs_password = matches!(derive(&bare_entropy, "TON fast seed version", 1), [1, ..]);
        if !needs_password || is_basic(&bare_entropy) {
            return false;
        }
    }
    compute_entropy(words, password).is_ok_and(|entropy| is_basic(&entropy))
}

/// Returns the 32 secret bytes of a mnemonic: the seed of its Ed25519 key.
///
/// # Errors
/// [`MnemonicError`].
///
/// ```no_run
/// use ton_edge::message::mnemonic_to_seed;
/// let words = "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut \
///     label tumble carry category beauty bean road solution";
/// let seed = mnemonic_to_seed(&words.split(' ').collect::<Vec<_>>(), "")?;
/// assert_eq!(seed.len(), 32);
/// # Ok::<(), ton_edge::message::MnemonicError>(())
/// ```
pub fn mnemonic_to_seed(words: &[&str], password: &str) -> Result<[u8; 32], MnemonicError> {
    if !is_mnemonic(words, password) {
        return Err(MnemonicError);
    }
    let derived = derive(&compute_entropy(words, password)?, "TON default seed", ITERATIONS);
    derived.first_chunk().copied().ok_or(MnemonicError)
}

/// Makes a new mnemonic of 24 words. `random` fills bytes from a cryptographically secure source, such as
/// `getrandom::fill`; it is called some hundred times, with a password some ten thousand times.
///
/// # Errors
/// The error of `random`.
///
/// ```no_run
/// use ton_edge::message::mnemonic_new;
/// # fn fill(bytes: &mut [u8]) -> Result<(), std::io::Error> {
/// #     bytes.fill(0);
/// #     Ok(())
/// # }
/// // `fill` is `getrandom::fill`, or another source of secrets.
/// let words = mnemonic_new(fill, "")?;
/// assert_eq!(words.len(), 24);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn mnemonic_new<E>(
    mut random: impl FnMut(&mut [u8]) -> Result<(), E>,
    password: &str,
) -> Result<[&'static str; 24], E> {
    loop {
        let mut bytes = [0; 2 * COUNT];
        random(&mut bytes)?;
        let mut words = [""; COUNT];
        // Of every two bytes, 11 bits choose one of 2048 words, all with the same probability.
        for (word, pair) in words.iter_mut().zip(bytes.as_chunks().0) {
            let index = usize::from(u16::from_be_bytes(*pair)) % WORDS.len().max(1);
            *word = WORDS.get(index).copied().unwrap_or_default();
        }
        if is_mnemonic(&words, password) {
            return Ok(words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WORDS, is_mnemonic, mnemonic_new, mnemonic_to_seed};

    const KNOWN_WORDS: &str = "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior \
        coconut label tumble carry category beauty bean road solution";

    fn list_word_lists() -> Vec<&'static str> {
        KNOWN_WORDS.split(' ').collect()
    }

    #[test]
    fn words_are_those_of_bip_39() {
        assert_eq!(WORDS.len(), 2048);
        assert_eq!((WORDS.first(), WORDS.last()), (Some(&"abandon"), Some(&"zoo")));
        assert!(WORDS.is_sorted());
    }

    #[test]
    fn mnemonics_are_distinguished_from_other_words() {
        assert!(is_mnemonic(&list_word_lists(), ""));
        // A mnemonic with a password is not valid without it, and the other way around.
        assert!(!is_mnemonic(&list_word_lists(), "other"));
        let mut reversed = list_word_lists();
        reversed.reverse();
        assert!(!is_mnemonic(&reversed, ""));
        let error = mnemonic_to_seed(&reversed, "").unwrap_err();
        assert!(!list_word_lists().iter().any(|word| word.len() > 8 && error.to_string().contains(word)));
    }

    #[test]
    fn new_mnemonics_are_of_the_random_bytes() {
        let find_index = |word: &str| WORDS.iter().position(|listed| *listed == word).unwrap();
        // The five highest bits of every two bytes are not used.
        let good_bytes: Vec<u8> = list_word_lists()
            .iter()
            .flat_map(|word| (find_index(word) as u16 | 0xF800).to_be_bytes())
            .collect();
        let mut calls = 0;
        let words = mnemonic_new(
            |bytes| {
                bytes.copy_from_slice(&if calls == 0 { vec![7; 48] } else { good_bytes.clone() });
                calls += 1;
                Ok::<(), ()>(())
            },
            "",
        );
        assert_eq!((words.unwrap().to_vec(), calls), (list_word_lists(), 2));
        assert_eq!(mnemonic_new(|_| Err("no source"), ""), Err("no source"));
    }
}
