import { z } from "zod";
import { gateways } from "./vocabulary.ts";

/** Identifiers: ours, and the caller's references. */
export const idText = z.string().min(1).max(128);
export const nameText = z.string().min(1).max(256);
/** Empty is allowed: tills send empty strings for missing values. */
export const optionalText = z.string().max(256).optional();
export const keyMaterialText = z.string().min(1).max(8192);

/** 1 to 128 printable characters, chosen by the caller. */
export const keyIdText = idText.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, "must be printable characters");

/** The SHA-256 of a card number. A card number itself is refused with a message that says so. */
export const hashedPanText = z
  .string()
  .refine((text) => !/^(?:\d[ -]?){12,19}$/.test(text), {
    error: "looks like a card number; send its SHA-256 as 64 hexadecimal digits instead",
    abort: true,
  })
  .regex(/^[0-9a-fA-F]{64}$/, "must be the SHA-256 of the card number, 64 hexadecimal digits")
  .toLowerCase();

/** Kept in lower case, as people type them either way. */
export const emailText = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("must be an email address"));

export const gatewayParam = z.enum(gateways, { error: `must be ${gateways.join(" or ")}` });
