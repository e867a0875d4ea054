//! Pages, and the events of a watch, as streams.

#[cfg(all(feature = "message", feature = "types"))]
use super::actions::{Watch, WatchEvent, WatchState};
use super::error::Error;
use super::pager::{Page, Pager};
use super::transport::Transport;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_core::Stream;
use serde::de::DeserializeOwned;

/// The output of a fetch: the source, which the next fetch needs, and its next item.
type FetchOutput<'a, S, T> = (&'a mut S, Result<Option<T>, Error>);

/// The items of a source, which is fetched from as long as it has items and does not fail.
struct Items<'a, S, F, N> {
    /// The source; `None` while a fetch is in flight, and after the end.
    source: Option<&'a mut S>,
    in_flight: Option<Pin<Box<F>>>,
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
        Items { source: Some(self), in_flight: None, fetch: fetch_page }
    }
}

#[cfg(all(feature = "message", feature = "types"))]
impl<P: Transport, F: FnMut(WatchState, Option<&Error>)> Watch<P, F> {
    /// Returns the events as a stream (feature `stream`). The stream ends only after an error. You keep the watch: its
    /// [cursors](Watch::cursors) are up to date, and another stream continues after the last event, even after an error.
    ///
    /// ```
    /// # use ton_edge::client::{Error, Transport, Watch};
    /// # use core::pin::pin;
    /// async fn print<P: Transport>(mut watch: Watch<P>) -> Result<(), Error> {
    ///     let mut events = pin!(watch.stream());
    ///     // `futures::TryStreamExt` has `try_next` for this.
    ///     while let Some(event) = core::future::poll_fn(|cx| futures_core::Stream::poll_next(events.as_mut(), cx)).await {
    ///         println!("{:?}", event?.change);
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub fn stream(&mut self) -> impl Stream<Item = Result<WatchEvent, Error>> + Unpin {
        Items { source: Some(self), in_flight: None, fetch: fetch_event }
    }
}

async fn fetch_page<P: Transport, T: DeserializeOwned>(
    pager: &mut Pager<P, T>,
) -> FetchOutput<'_, Pager<P, T>, Page<T>> {
    let page = pager.next().await;
    (pager, page)
}

#[cfg(all(feature = "message", feature = "types"))]
async fn fetch_event<P: Transport, F: FnMut(WatchState, Option<&Error>)>(
    watch: &mut Watch<P, F>,
) -> FetchOutput<'_, Watch<P, F>, WatchEvent> {
    let event = watch.next().await;
    (watch, event.map(Some))
}

impl<'a, S, T, F, N> Stream for Items<'a, S, F, N>
where
    F: Future<Output = FetchOutput<'a, S, T>>,
    N: Fn(&'a mut S) -> F + Unpin,
{
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let stream = &mut *self;
        if let Some(source) = stream.source.take() {
            stream.in_flight = Some(Box::pin((stream.fetch)(source)));
        }
        let Some(in_flight) = &mut stream.in_flight else { return Poll::Ready(None) };
        let (source, item) = ready!(in_flight.as_mut().poll(context));
        stream.in_flight = None;
        if let Ok(Some(_)) = item {
            stream.source = Some(source);
        }
        Poll::Ready(item.transpose())
    }
}
