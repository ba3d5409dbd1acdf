/** Consonants only, as RFC 8628 section 6.1 advises: nothing looks like another, and no words come out. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

/** `WDJB-MJHT`: 34 random bits for a person to compare and type, for a secret that lives for minutes. */
export function createUserCode(): string {
  let text = "";
  while (text.length < LENGTH) {
    // From 240 up, a byte would favor the first letters.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH * 2))) {
      if (byte < 240) text += LETTERS[byte % LETTERS.length];
    }
  }
  return group(text.slice(0, LENGTH));
}

/** The code in what a person typed, in either case and with any marks between; undefined if there is none. */
export function normalizeUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s\-_.]/g, "");
  const isCode = letters.length === LENGTH && [...letters].every((one) => LETTERS.includes(one));
  return isCode ? group(letters) : undefined;
}

function group(letters: string): string {
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
