//! Pages as a stream.

use super::error::Error;
use super::pager::{Page, Pager};
use super::transport::Transport;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_core::Stream;
use serde::de::DeserializeOwned;

/// The output of [`fetch_next`]: the pager, which the next request needs, and its next page.
type Fetched<'a, P, T> = (&'a mut Pager<P, T>, Result<Option<Page<T>>, Error>);

struct Pages<'a, P: Transport, T, F, N> {
    /// The pager; `None` while a request is in flight, and after the end.
    pager: Option<&'a mut Pager<P, T>>,
    request: Option<Pin<Box<F>>>,
    fetch: N,
}

impl<P: Transport, T: DeserializeOwned> Pager<P, T> {
    /// Returns the following pages as a stream (feature `stream`). The stream ends after the last page, and after an
    /// error. You keep the pager: its [cursor](Pager::cursor) is after the last page that the stream returned, and
    /// another stream continues there, even after an error.
    ///
    /// ```
    /// # use ton_edge::client::{Client, Pager, Transport, Error};
    /// # use core::pin::pin;
    /// async fn count<P: Transport>(mut pager: Pager<P, serde_json::Value>) -> Result<usize, Error> {
    ///     let mut pages = pin!(pager.stream());
    ///     let mut rows = 0;
    ///     // `futures::TryStreamExt` has `try_next` for this.
    ///     while let Some(page) = core::future::poll_fn(|cx| futures_core::Stream::poll_next(pages.as_mut(), cx)).await {
    ///         rows += page?.rows.len();
    ///     }
    ///     Ok(rows)
    /// }
    /// ```
    pub fn stream(&mut self) -> impl Stream<Item = Result<Page<T>, Error>> + Unpin {
        Pages { pager: Some(self), request: None, fetch: fetch_next }
    }
}

async fn fetch_next<P: Transport, T: DeserializeOwned>(pager: &mut Pager<P, T>) -> Fetched<'_, P, T> {
    let page = pager.next().await;
    (pager, page)
}

impl<'a, P, T, F, N> Stream for Pages<'a, P, T, F, N>
where
    P: Transport,
    F: Future<Output = Fetched<'a, P, T>>,
    N: Fn(&'a mut Pager<P, T>) -> F + Unpin,
{
    type Item = Result<Page<T>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let stream = &mut *self;
        if let Some(pager) = stream.pager.take() {
            stream.request = Some(Box::pin((stream.fetch)(pager)));
        }
        let Some(request) = &mut stream.request else { return Poll::Ready(None) };
        let (pager, page) = ready!(request.as_mut().poll(context));
        stream.request = None;
        if let Ok(Some(_)) = page {
            stream.pager = Some(pager);
        }
        Poll::Ready(page.transpose())
    }
}
