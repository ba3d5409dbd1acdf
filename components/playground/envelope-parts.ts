import { memberOf, textOf } from "#lib/client/send-request.ts";
import { decodeBase64Url, decodeUtf8, encodeBase64Url, encodeHex } from "#lib/crypto/bytes.ts";

export const partNames = [
  "protected",
  "header",
  "encrypted_key",
  "iv",
  "ciphertext",
  "tag",
  "aad",
] as const;

export type PartName = (typeof partNames)[number];

export type EnvelopePart = {
  name: PartName;
  /** As the envelope has it. */
  text: string;
  /** What it decodes to, as text where it is text. */
  decoded: string;
  /** Of the decoded value, in bytes; undefined where there is none. */
  length: number | undefined;
  meaning: string;
  problem: string | undefined;
};

/** Each part of an envelope, with what is wrong with it. */
export function describeParts(envelope: Record<string, unknown>): EnvelopePart[] {
  return partNames.map((name) => {
    const meaning = meanings[name];
    if (name === "header") return { ...describeHeader(envelope.header), name, meaning };
    return { ...describeText(textOf(envelope, name), name), name, meaning };
  });
}

const meanings: Record<PartName, string> = {
  protected: "How the receipt is encrypted. Covered by the tag.",
  header:
    "Which key the envelope is for, and how the content key is wrapped for it. Not covered by the tag: the service replaces it when it wraps the content key for another key.",
  encrypted_key: "The content key, which only the recipient’s private key unwraps.",
  iv: "96 random bits, never used twice with the same content key.",
  ciphertext:
    "The receipt under AES-256-GCM. A till pads it to steps of 1,024 bytes, so that its length says little.",
  tag: "128 bits that prove that protected, aad, and ciphertext are unchanged.",
  aad: "The payment that the receipt belongs to. Covered by the tag, so it does not open as the receipt of another payment.",
};

type Described = Omit<EnvelopePart, "name" | "meaning">;

const sizes: Partial<Record<PartName, (length: number) => string | undefined>> = {
  iv: (length) => (length === 12 ? undefined : "must be 12 bytes"),
  tag: (length) => (length === 16 ? undefined : "must be 16 bytes"),
  encrypted_key: (length) =>
    length === 256 || length === 40 ? undefined : "must be 256 bytes for RSA-2048, or 40 for P-256",
};

function describeText(text: string | undefined, name: PartName): Described {
  if (text === undefined) return missing;
  try {
    const bytes = decodeBase64Url(text);
    const decoded = name === "protected" || name === "aad" ? decodeUtf8(bytes) : encodeHex(bytes);
    return { text, decoded, length: bytes.length, problem: sizes[name]?.(bytes.length) };
  } catch {
    const problem = "must be base64url without padding";
    return { text, decoded: "", length: undefined, problem };
  }
}

const missing: Described = { text: "", decoded: "", length: undefined, problem: "is missing" };

function describeHeader(header: unknown): Described {
  if (typeof header !== "object" || header === null) return missing;
  const text = JSON.stringify(header);
  const decoded = JSON.stringify(header, null, 2);
  return { text, decoded, length: undefined, problem: undefined };
}

/** The envelope with one bit of a part changed, in the middle of its decoded value. */
export function flipBit(
  envelope: Record<string, unknown>,
  part: PartName,
): Record<string, unknown> {
  if (part !== "header") return { ...envelope, [part]: flipText(textOf(envelope, part) ?? "") };
  const { header } = envelope;
  const epk = memberOf(header, "epk");
  const x = textOf(epk, "x");
  const changed =
    x === undefined
      ? { kid: flipCharacter(textOf(header, "kid") ?? "") }
      : { epk: { ...Object(epk), x: flipText(x) } };
  return { ...envelope, header: { ...Object(header), ...changed } };
}

function flipText(text: string): string {
  const bytes = decodeBase64Url(text);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  return encodeBase64Url(bytes);
}

function flipCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return `${text.slice(0, -1)}${String.fromCharCode(last ^ 1)}`;
}

/** Why an envelope with one changed bit does not open, or does. */
export const flipReasons: Record<PartName, string> = {
  protected: "No other header is accepted, and the tag would not match it either.",
  header:
    "With RSA, a changed key ID only makes the key harder to find. With P-256, the sender’s point is here: a changed one is not on the curve.",
  encrypted_key: "Unwrapping fails: the wrapped key has a check of its own.",
  iv: "The tag does not match under another IV.",
  ciphertext: "The tag does not match, so nothing is decrypted.",
  tag: "The tag does not match the ciphertext.",
  aad: "It no longer names the payment that it is opened for, and the tag would not match either.",
};
