// Verdicts on requests that came before in the very same words: pages ask the same again and again, and a verdict depends on
// nothing but the request and the configuration. Id, trace, time and keys of ours are the shell's to add.

import { memo } from "./memo.js";

/** Verdicts that are remembered. */
const MOST = 4096;
/** Characters; longer questions are rare, and are judged anew. */
const LONGEST = 1024;
/** A caller's key is kept nowhere but where it is looked up. */
const KEY = /\nx-api-key:|api_key/;

/** Only those that send a request on, or answer it well; nobody who gets one changes it. */
const isKept = ({ do: what, status }) => what === "forward" || (what === "answer" && status === 200);

export function verdicts() {
  const known = memo(MOST);
  return {
    /** `{ verdict, about }` of a request whose headers are of `bytes`: it was given to one with as many or more, which is no reason for another. */
    of(asked, bytes) {
      const found = known.get(asked);
      return found !== undefined && bytes <= found.bytes ? found : undefined;
    },
    keep(asked, bytes, verdict, about = verdict) {
      if (isKept(verdict) && asked.length <= LONGEST && !KEY.test(asked)) known.set(asked, { bytes, verdict, about });
    },
  };
}
