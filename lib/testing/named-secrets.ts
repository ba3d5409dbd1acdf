import { createHash, randomBytes, randomInt } from "node:crypto";
import { spellInBase64 } from "./find-secrets.ts";

/** Texts and bytes by what they are. */
export type Named = [name: string, value: string | Uint8Array][];

/** A text that stands nowhere else. */
export const unique = (text: string) => `${text}${randomBytes(8).toString("hex")}`;

/** A card number that passes the Luhn check, and the hash that callers send of it. */
export function createCard(): { number: string; hashedPan: string } {
  const digits = `4${randomInt(1e13, 9e13)}`;
  const number = [...Array(10).keys()].map((last) => `${digits}${last}`).find(passesLuhn) ?? "";
  return { number, hashedPan: createHash("sha256").update(number).digest("hex") };
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const values = digits.map((digit, at) =>
    at % 2 === 0 ? digit : ((digit * 2) % 10) + (digit > 4 ? 1 : 0),
  );
  return values.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** Which of them stand in the bytes: as they are, in hex, or inside base64. */
export function findNamed(bytes: Buffer, named: Named): string[] {
  return named.flatMap(([name, value]) =>
    formsOf(Buffer.from(value)).some((form) => bytes.includes(form)) ? [name] : [],
  );
}

function formsOf(bytes: Buffer): Buffer[] {
  const hex = bytes.toString("hex");
  const texts = [hex, hex.toUpperCase(), ...spellInBase64(bytes)];
  return [bytes, ...texts.map((text) => Buffer.from(text))];
}
