import { hashToken } from "#lib/crypto/tokens.ts";

/** Without 0, 1, I and O, which people mix up. 32 of them: a byte's low five bits choose evenly. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const CODES = 10;
/** 100 bits: more than anybody can try out against a hash. */
const LETTERS = 20;

/** Ten fresh codes, as `XXXXX-XXXXX-XXXXX-XXXXX`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, createRecoveryCode);
}

/** What it is kept by, however it was typed. */
export function hashRecoveryCode(typed: string): Uint8Array {
  return hashToken(typed.toUpperCase().replace(/[\s-]/g, ""));
}

function createRecoveryCode(): string {
  const draw = crypto.getRandomValues(new Uint8Array(LETTERS));
  const plain = Array.from(draw, (byte) => letters[byte % letters.length]).join("");
  return plain.replace(/.{5}(?!$)/g, "$&-");
}
