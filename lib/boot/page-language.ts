import type { IncomingHttpHeaders } from "node:http";
import { findCookie } from "#lib/core/find-cookie.ts";
import {
  LANGUAGE_COOKIE,
  type Language,
  parseLanguage,
  pickLanguage,
  readAcceptLanguage,
} from "#lib/languages/language.ts";

/** The pages of a cardholder; all others are English. */
const TRANSLATED = /^\/(?:wallet|claim)(?:[/?]|$)/;

/** The language of a page: what its reader chose, or what their browser prefers. */
export function findPageLanguage(target: string, headers: IncomingHttpHeaders): Language {
  if (!TRANSLATED.test(target)) return "en";
  const chosen = parseLanguage(findCookie(headers.cookie, LANGUAGE_COOKIE));
  return chosen ?? pickLanguage(readAcceptLanguage(headers["accept-language"] ?? ""));
}
