//! Passes values of any length: the shell writes to the module's memory, calls, and reads the result there.

/// Defines the inbox and the outbox of a module, of text or bytes; `$empty` makes an inbox of the length that the shell
/// will write.
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
            let place = room.as_ptr() as usize;
            // `with` would link a panic.
            _ = INBOX.try_with(|inbox| inbox.set(room));
            place
        }

        /// Takes the bytes that the shell wrote. They are moved out, so that a message of megabytes does not stay in
        /// memory.
        #[inline(never)]
        fn taken() -> $content {
            INBOX.try_with(|inbox| inbox.take()).unwrap_or_default()
        }

        /// Puts a result where the shell finds it. Returns its length or, for a failure, its length with all bits
        /// inverted.
        fn put_out(result: $content, failed: bool) -> i32 {
            let length = result.len() as i32;
            _ = OUTBOX.try_with(|outbox| outbox.set(result));
            if failed { !length } else { length }
        }

        /// Returns the address of the result.
        #[wasm_bindgen]
        pub fn result() -> usize {
            let place = OUTBOX.try_with(|outbox| {
                let result = outbox.take();
                let place = result.as_ptr() as usize;
                outbox.set(result);
                place
            });
            place.unwrap_or_default()
        }
    };
}

pub(super) use mailbox;
