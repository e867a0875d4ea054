//! A Cloudflare Worker that responds to `GET /balance/<address>` with nanotons.

use std::cell::OnceCell;

use ton_edge::FetchTransport;
use ton_edge::address::parse;
use ton_edge::client::{Client, Error, Settings};
use ton_edge::types::Integer;
use ton_edge::types::v2::GetAddressBalanceRequest;
use worker::{Context, Env, Request, Response, event};

thread_local! {
    /// One client for all requests of an isolate: it holds the rate limit.
    static CLIENT: OnceCell<Client<FetchTransport>> = const { OnceCell::new() };
}

#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> worker::Result<Response> {
    let path = request.path();
    let Some(account) = path.strip_prefix("/balance/") else { return Response::error("not found", 404) };
    if let Err(error) = parse(account) {
        return Response::error(format!("{}: {error}", error.code), 422);
    }
    match balance(&env, account).await {
        Ok(nanotons) => Response::ok(nanotons),
        Err(error) => Response::error(format!("{}: {error}", error.code), 502),
    }
}

async fn balance(env: &Env, account: &str) -> Result<String, Error> {
    let request = GetAddressBalanceRequest { address: account.to_owned(), ..Default::default() };
    Ok(match client(env)?.send(&request).await? {
        Integer::Number(nanotons) => nanotons.to_string(),
        Integer::Text(nanotons) => nanotons,
    })
}

fn client(env: &Env) -> Result<Client<FetchTransport>, Error> {
    if let Some(client) = CLIENT.with(|known| known.get().cloned()) {
        return Ok(client);
    }
    let settings = Settings {
        base_url: env.var("BASE_URL").ok().map(|url| url.to_string()),
        api_key: env.secret("API_KEY").ok().map(|key| key.to_string().into()),
        ..Settings::default()
    };
    let client = Client::new(settings, FetchTransport)?;
    Ok(CLIENT.with(|known| known.get_or_init(|| client).clone()))
}
