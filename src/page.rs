//! Pages by `limit` and `offset` (specification, section 4.3): a page shorter than its limit is the last one.

use crate::endpoint::{Endpoint, Page};
use crate::error::{Code, Error};
use crate::text::{concat, number};

/// Rows of a page when the caller does not say: fewer round trips than the service's 10, small enough to show soon.
pub const PAGE_SIZE: u32 = 100;

/// Where a pager stands. Plain numbers: it can be stored, and carried between two processes.
///
/// ```
/// use ton_edge::page::Cursor;
/// let mut cursor = Cursor { offset: 0, size: 10, left: None, done: false };
/// assert_eq!(cursor.limit(), Some(10));
/// assert_eq!(cursor.accept(10), 10);
/// assert_eq!((cursor.offset, cursor.limit()), (10, Some(10)));
/// assert_eq!(cursor.accept(4), 4);
/// assert_eq!(cursor.limit(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Rows before the next page.
    pub offset: u64,
    /// Rows asked for at a time.
    pub size: u32,
    /// Rows that the caller still wants; `None`: all.
    pub left: Option<u64>,
    /// There is no next page.
    pub done: bool,
}

impl Cursor {
    /// A pager over an operation of that page rule.
    ///
    /// # Errors
    /// `not_paginated` for an operation without pages, `invalid_option` for a page size out of its bounds.
    pub fn new(endpoint: &Endpoint, size: Option<u32>, max_items: Option<u64>) -> Result<Self, Error> {
        let Some(Page { max, .. }) = endpoint.page else {
            let message =
                concat(&[endpoint.generation.as_str(), " ", endpoint.path, " has no pages: call it once"]);
            return Err(Error::new(Code::NotPaginated, message));
        };
        let size = size.unwrap_or(PAGE_SIZE.min(max));
        if size == 0 || size > max {
            let message = concat(&["`pageSize` must be a whole number from 1 to ", &number(i64::from(max))]);
            return Err(Error::new(Code::InvalidOption, message).parameter("pageSize"));
        }
        Ok(Self { offset: 0, size, left: max_items, done: max_items == Some(0) })
    }

    /// The `limit` of the next request, to be sent with [`Cursor::offset`]; `None` when there is no next page.
    #[must_use]
    pub const fn limit(&self) -> Option<u32> {
        if self.done { None } else { Some(self.size) }
    }

    /// Takes a page of `rows` rows and gives how many of them to hand out.
    pub fn accept(&mut self, rows: u32) -> u32 {
        // More rows than asked for would be a fault of the service; they are rows all the same.
        self.offset = self.offset.saturating_add(u64::from(rows));
        let wanted = match self.left {
            Some(left) => u32::try_from(left).unwrap_or(u32::MAX).min(rows),
            None => rows,
        };
        self.left = self.left.map(|left| left.saturating_sub(u64::from(wanted)));
        self.done = self.done || rows < self.size || self.left == Some(0);
        wanted
    }

    /// Takes an error of status `status`: true when it is how the service says that there are no more rows.
    /// `masterchainBlockShards` answers 404 past its end.
    pub fn ends(&mut self, status: u16) -> bool {
        let end = status == 404 && self.offset > 0;
        self.done = self.done || end;
        end
    }
}
