//! Finds the recipient of a transfer from an address or a domain.

use crate::address::{self, Address, Form};
use crate::client::{Client, Error, Transport};
use crate::error::{self, Code};
use crate::network::Network;

/// The receiver of a transfer; the result of [`Client::recipient`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recipient {
    /// The address of the account.
    pub address: Address,
    /// The domain that was resolved, in lower case; `None` if the input was an address. Show it beside the address.
    pub name: Option<String>,
    /// The flag of a friendly address: `Some(false)` for `UQ…`. `None` for a raw address and for a domain, which have no flag.
    pub bounceable: Option<bool>,
}

impl<P: Transport> Client<P> {
    /// Returns the receiver of a transfer from what a user entered: an address in any form, without a request, or a domain.
    ///
    /// # Errors
    /// As [`Client::dns`]; `domain_not_found` if the domain does not exist or names no account, so that a payment would have no receiver;
    /// `invalid_parameter` for an address of testnet at a client of mainnet; the codes of [`address::parse`] for a text without a dot.
    ///
    /// ```no_run
    /// # async fn example<T: ton_edge::client::Transport>(client: ton_edge::client::Client<T>) -> Result<(), ton_edge::client::Error> {
    /// let receiver = client.recipient("foundation.ton").await?;
    /// println!("{} {}", receiver.name.unwrap_or_default(), receiver.address);
    /// # Ok(()) }
    /// ```
    pub async fn recipient(&self, recipient: &str) -> Result<Recipient, Error> {
        let text = recipient.trim();
        match address::parse(text) {
            Ok(parsed) => {
                let Form::Friendly(flags) = parsed.form else {
                    return Ok(Recipient { address: parsed.address, name: None, bounceable: None });
                };
                if flags.test_only && !self.is_testnet() {
                    let message = "this is a testnet address, but the client is for mainnet";
                    let error = error::Error::new(Code::InvalidParameter, message);
                    return Err(error.parameter("recipient").into());
                }
                Ok(Recipient { address: parsed.address, name: None, bounceable: Some(flags.bounceable) })
            }
            Err(error) if !text.contains('.') => Err(error::Error::from(error).parameter("recipient").into()),
            Err(_) => {
                let lower_text = text.to_lowercase();
                let name = lower_text.strip_suffix('.').unwrap_or(&lower_text);
                let Some(address) = self.resolve(name).await? else {
                    let message = "the domain does not exist, or has no record that names an account";
                    let error = error::Error::new(Code::DomainNotFound, message);
                    return Err(error.parameter("recipient").into());
                };
                Ok(Recipient { address, name: Some(name.into()), bounceable: None })
            }
        }
    }

    /// Returns whether the client is for testnet, by its network or its base URL.
    fn is_testnet(&self) -> bool {
        let settings = self.settings();
        settings.options.network == Network::Testnet || settings.base_url.contains(Network::Testnet.as_str())
    }
}
