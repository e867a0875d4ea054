// The end of a server: what runs may end, nothing new begins, then the process is over.

/** SIGTERM and SIGINT close the server and end the process with 0; a second one ends it at once, with 1. */
export function exitOnSignals(close) {
  let asked = false;
  const stop = () => {
    if (asked) process.exit(1);
    asked = true;
    close().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
}

/** Resolves when `ended` does, or after calling `cut` once `drain` milliseconds are over. */
export async function within(drain, ended, cut) {
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(() => done(cut()), drain);
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
}
