//! Passes values of any length: JavaScript writes to the module's memory, calls an export, and reads the result from the
//! memory.

/// Defines the buffers for the input and the result of a module, of text or bytes; `$empty` makes an input buffer of the
/// length that JavaScript will write.
macro_rules! mailbox {
    ($content:ty, $length:ident => $empty:expr) => {
        thread_local! {
            // Never dropped: destructors of a thread must be registered, and the thread of a module never ends.
            static INBOX: std::mem::ManuallyDrop<std::cell::Cell<$content>> =
                const { std::mem::ManuallyDrop::new(std::cell::Cell::new(<$content>::new())) };
            static OUTBOX: std::mem::ManuallyDrop<std::cell::Cell<$content>> =
                const { std::mem::ManuallyDrop::new(std::cell::Cell::new(<$content>::new())) };
        }

        /// Reserves this many bytes, and returns their address in memory.
        #[wasm_bindgen]
        pub fn room($length: usize) -> usize {
            let room: $content = $empty;
            let address = room.as_ptr() as usize;
            // `with` would link a panic.
            _ = INBOX.try_with(|inbox| inbox.set(room));
            address
        }

        /// Takes the input that JavaScript wrote. It is moved out, so that a message of megabytes does not stay in memory.
        #[inline(never)]
        fn take_input() -> $content {
            INBOX.try_with(|inbox| inbox.take()).unwrap_or_default()
        }

        /// Stores a result for JavaScript to read. Returns its length or, for a failure, its length with all bits inverted.
        fn put_result(result: $content, is_failure: bool) -> i32 {
            let length = result.len() as i32;
            _ = OUTBOX.try_with(|outbox| outbox.set(result));
            if is_failure { !length } else { length }
        }

        /// Returns the address of the result.
        #[wasm_bindgen]
        pub fn result() -> usize {
            let address = OUTBOX.try_with(|outbox| {
                let result = outbox.take();
                let address = result.as_ptr() as usize;
                outbox.set(result);
                address
            });
            address.unwrap_or_default()
        }
    };
}

pub(super) use mailbox;
