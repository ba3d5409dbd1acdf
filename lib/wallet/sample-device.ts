import { computeCheckDigit } from "#lib/core/luhn.ts";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";

/**
 * A card network assigns both of these. The demo has none, so they follow from the card's number, and till and
 * wallet agree on them without a call.
 */

const PAR_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The Payment Account Reference of a demo card: 29 characters, the same for the card and its phones. */
export async function deriveSamplePar(cardNumber: string): Promise<string> {
  const bytes = await digest(`par ${cardNumber}`);
  const characters = [...bytes.slice(0, 25)].map((byte) => PAR_CHARACTERS[byte % 36]);
  return `SLIP${characters.join("")}`;
}

/** The number that a phone presents in place of the card's own. A leading 9 belongs to no card scheme. */
export async function deriveDeviceNumber(cardNumber: string): Promise<string> {
  const bytes = await digest(`device ${cardNumber}`);
  const payload = `9${[...bytes.slice(0, 14)].map((byte) => byte % 10).join("")}`;
  return payload + computeCheckDigit(payload);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encodeUtf8(text)));
}
