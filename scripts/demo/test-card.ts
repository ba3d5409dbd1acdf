import { createHash, randomInt } from "node:crypto";

/** The service's view of a new random test card: the SHA-256 of its number, in hex. */
export function hashTestCard(): string {
  return createHash("sha256").update(makeTestPan()).digest("hex");
}

/** 16 digits that end in the right check digit (ISO/IEC 7812-1, annex B) and belong to no issuer. */
export function makeTestPan(): string {
  // A leading 9 is for national use and no card scheme's.
  const payload = `9${String(randomInt(10 ** 14)).padStart(14, "0")}`;
  return payload + checkDigit(payload);
}

function checkDigit(payload: string): number {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
