import { encodeHex, encodeUtf8 } from "./bytes.ts";

/** SHA-256 (FIPS 180-4) of the UTF-8 of a text, in lower-case hexadecimal, in any browser over HTTPS. */
export async function hashIdentifier(text: string): Promise<string> {
  return encodeHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encodeUtf8(text))));
}
