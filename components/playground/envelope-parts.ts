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

/** Each part of an envelope, whatever is wrong with it. */
export function describeParts(envelope: Record<string, unknown>): EnvelopePart[] {
  return partNames.map((name) => {
    const meaning = meanings[name];
    if (name === "header") return { ...describeHeader(envelope.header), name, meaning };
    return { ...describeText(textOf(envelope, name), name), name, meaning };
  });
}

const meanings: Record<PartName, string> = {
  protected: "How the receipt is encrypted. The tag covers it, so that it cannot be changed.",
  header:
    "For which key, and how the content key is wrapped for it. Not covered by the tag: a rewrap replaces it.",
  encrypted_key: "The content key, which only the recipient’s private key unwraps.",
  iv: "96 random bits, never used twice with one content key.",
  ciphertext:
    "The receipt under AES-256-GCM. At the till it is padded to steps of 1,024 bytes, so that its length says little.",
  tag: "128 bits that prove that protected, aad, and ciphertext are unchanged.",
  aad: "The payment that this receipt belongs to. The tag covers it: the receipt of another payment does not open.",
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
  protected:
    "The header is no longer the one of this format; were it one, the tag would not match.",
  header:
    "Of RSA, the header has the name of a key, and no part in decrypting. Of P-256, it has the sender’s point: changed, it is on no curve.",
  encrypted_key: "Unwrapping has a check of its own, which fails.",
  iv: "With another IV the tag does not match.",
  ciphertext: "The tag does not match: nothing is decrypted, not even the unchanged rest.",
  tag: "The tag is not that of this ciphertext.",
  aad: "The envelope says another payment than the one it was opened for; were they equal, the tag would not match.",
};
