import { z } from "zod";
import { gateways } from "./vocabulary.ts";

/** Identifiers: ours, and the caller's references. */
export const idText = z.string().min(1).max(128);
export const nameText = z.string().min(1).max(256);
/** Empty is allowed: tills send empty strings for missing values. */
export const optionalText = z.string().max(256).optional();
export const keyMaterialText = z.string().min(1).max(8192);

// Controls, line separators, characters that are invisible or reorder text, private use, and noncharacters.
// Spelled out, since the pattern is part of the API's document, and few of its readers know `\p{C}`.
const notPrintable =
  "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u180e" +
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ue000-\\uf8ff\\ufdd0-\\ufdef\\ufeff\\ufff0-\\ufffb\\ufffe\\uffff";

/** 1 to 128 printable characters, chosen by the caller. */
export const keyIdText = idText.regex(
  new RegExp(`^[^${notPrintable}]+$`),
  "must be printable characters",
);

/** The SHA-256 of a card number. A card number itself is refused with a message that says so. */
export const hashedPanText = z
  .string()
  .refine((text) => !/^(?:\d[ -]?){12,19}$/.test(text), {
    error: "looks like a card number; send its SHA-256 as 64 hexadecimal digits instead",
    abort: true,
  })
  .regex(/^[0-9a-fA-F]{64}$/, "must be the SHA-256 of the card number, 64 hexadecimal digits")
  .toLowerCase();

/** The SHA-256 of another identifier. What looks like the identifier itself is refused with a message that says so. */
export const hashedText = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, {
    error: ({ input }) =>
      unhashed.test(String(input))
        ? "looks like the value itself; send its SHA-256 as 64 hexadecimal digits instead"
        : "must be a SHA-256, 64 hexadecimal digits",
  })
  .toLowerCase();

/** An address, a number, or a Payment Account Reference. */
const unhashed = /@|^\s*\+|^[\d\s().-]{1,40}$|^[0-9A-Za-z]{29}$/;

/** Kept in lower case, as people type them either way. */
export const emailText = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("must be an email address"));

export const gatewayParam = z
  .enum(gateways, { error: `must be ${gateways.join(" or ")}` })
  .meta({ description: "The provider that charges the card" });

export const userIdParam = idText.meta({ description: "`userId` of the registration" });
export const paymentIdParam = idText.meta({ description: "`paymentId` of the creation" });

/** Why neither the database nor UTF-8 holds a text; undefined if they do. */
export function explainUnstorable(text: string): string | undefined {
  if (text.includes("\0")) return "contains a NUL character";
  return text.isWellFormed() ? undefined : "contains a lone surrogate";
}
