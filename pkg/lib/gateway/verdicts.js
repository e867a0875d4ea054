// Verdicts on requests that came before in the very same words: pages ask the same again and again, and a verdict depends on
// nothing but the request and the configuration. Id, trace, time and keys of ours are the shell's to add.

/** Two of these are remembered at most, the newest and those that were new before them. */
const MOST = 2048;
/** Characters; longer questions are rare, and are judged anew. */
const LONGEST = 1024;
/** A caller's key is kept nowhere but where it is looked up. */
const KEY = /\nx-api-key:|api_key/;

/** Only those that send a request on, or answer it well; nobody who gets one changes it. */
const isKept = ({ do: what, status }) => what === "forward" || (what === "answer" && status === 200);

export function verdicts() {
  let young = new Map();
  let old = new Map();

  function put(asked, known) {
    if (young.size >= MOST) {
      old = young;
      young = new Map();
    }
    young.set(asked, known);
  }

  return {
    /** `{ verdict, about }` of a request whose headers are of `bytes`: it was given to one with as many or more, which is no reason for another. */
    of(asked, bytes) {
      let known = young.get(asked);
      if (known === undefined) {
        known = old.get(asked);
        if (known === undefined) return undefined;
        put(asked, known);
      }
      return bytes <= known.bytes ? known : undefined;
    },
    keep(asked, bytes, verdict, about = verdict) {
      if (isKept(verdict) && asked.length <= LONGEST && !KEY.test(asked)) put(asked, { bytes, verdict, about });
    },
  };
}
