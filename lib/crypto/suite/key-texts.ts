import { decodeBase64, encodeBase64Url } from "#lib/crypto/bytes.ts";
import { CryptoError, type CryptoErrorReason } from "#lib/crypto/crypto-error.ts";
import { catchFailure, expectTrue } from "./suite-case.ts";

/** The base64 of a PEM, without label and line breaks. */
export function stripPem(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/g, "");
}

export function readReason(text: string): CryptoErrorReason {
  const known = ["private_key_given", "unsupported_key", "weak_key", "malformed_key"] as const;
  const reason = known.find((candidate) => candidate === text);
  if (!reason) throw new Error(`The vectors name an unknown reason: ${text}`);
  return reason;
}

/** The work must fail on the text with a CryptoError that repeats no part of it. */
export async function expectSilence(work: (text: string) => unknown, text: string): Promise<void> {
  const failure = await catchFailure(() => work(text));
  if (!(failure instanceof CryptoError)) throw new Error("It did not fail with a CryptoError.");
  const told = `${failure.message} ${failure.stack?.split("\n")[0]}`;
  for (let at = 0; at + 12 <= text.length; at += 12) {
    const piece = text.slice(at, at + 12);
    const isKeyMaterial = !piece.includes("-----") && /[0-9+/a-z]{4}/.test(piece);
    expectTrue(!isKeyMaterial || !told.includes(piece), "the message holds no input");
  }
}

/** A key in every spelling that comes in. */
export function spellKey(pem: string): string[] {
  const base64 = stripPem(pem);
  const base64Url = encodeBase64Url(decodeBase64(base64));
  const [begin = "", end = ""] = pem.match(/-----[A-Z ]+-----/g) ?? [];
  return [
    pem,
    pem.trim(),
    pem.replaceAll("\n", "\r\n"),
    `\r\n \t${pem}\n\n`,
    `${begin}\n${base64}\n${end}`,
    `${begin}${base64}${end}`,
    // Explanatory text (RFC 7468, sections 2 and 5.2).
    `Bag Attributes\n    friendlyName: till -- 1\nKey Attributes: <No Attributes>\n${pem}`,
    `# my key\r\n${pem}\nmine\n`,
    base64,
    base64.replace(/=+$/, ""),
    base64.replace(/(.{76})/g, "$1\r\n"),
    base64Url,
    ` ${base64Url}\n`,
  ];
}
