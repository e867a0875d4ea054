//! Remembers configurations of networks, which are large, and other values, under numbers that JavaScript chooses.

use super::error::failure;
use crate::tvm::Configuration;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// The maximum number of remembered configurations.
const MAX_CONFIGURATIONS: usize = 4;

/// Values by the numbers that JavaScript chose, the most recently used one at the end.
pub(super) type OpenHandles<T> = RefCell<Vec<(u32, Rc<T>)>>;

std::thread_local! {
    static CONFIGURATIONS: OpenHandles<Configuration> = const { RefCell::new(Vec::new()) };
}

pub(super) fn insert<T>(handles: &OpenHandles<T>, max_values: usize, number: u32, value: T) {
    let mut handles = handles.borrow_mut();
    handles.retain(|(other, _)| *other != number);
    if handles.len() >= max_values {
        handles.remove(0);
    }
    handles.push((number, Rc::new(value)));
}

pub(super) fn find<T>(handles: &OpenHandles<T>, number: u32) -> Option<Rc<T>> {
    let mut handles = handles.borrow_mut();
    let index = handles.iter().rposition(|(other, _)| *other == number)?;
    let entry = handles.remove(index);
    let value = Rc::clone(&entry.1);
    handles.push(entry);
    Some(value)
}

/// Stores a configuration under a number. Returns the version of TVM that it names.
#[wasm_bindgen]
pub fn configure(number: u32, boc: &[u8]) -> Result<u32, JsValue> {
    let configuration = Configuration::parse(boc).map_err(|error| failure(&error))?;
    let version = configuration.version();
    CONFIGURATIONS.with(|handles| insert(handles, MAX_CONFIGURATIONS, number, configuration));
    Ok(version)
}

/// Returns the configuration with this number, if it is still remembered.
pub(super) fn configuration(number: u32) -> Option<Rc<Configuration>> {
    CONFIGURATIONS.with(|handles| find(handles, number))
}
