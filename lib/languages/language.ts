/** The wallet's languages (BCP 47). English is written in the code; the others have a catalog. */
export const languages = ["en", "de"] as const;

export type Language = (typeof languages)[number];

/** What each calls itself. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch" };

/** What the cardholder chose. A cookie, so that the first byte of a page is in that language already. */
export const LANGUAGE_COOKIE = "sealslip.language";

/** What the front door tells the pages: the language of this page. A visitor's own header does not count. */
export const PAGE_LANGUAGE_HEADER = "x-page-language";

export function parseLanguage(text: string | null | undefined): Language | undefined {
  return languages.find((language) => language === text);
}

/** The first language of a reader that the wallet has; English if it has none of them. */
export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = parseLanguage(primaryOf(tag));
    if (found) return found;
  }
  return "en";
}

/** The languages of an Accept-Language header (RFC 9110, section 12.5.4), the preferred one first. */
export function readAcceptLanguage(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/**
 * How a reader writes dates and amounts (BCP 47), the preferred way first. It belongs to the language that they read:
 * only English, which others read for want of their own, leaves them as their browser has them.
 */
export function listLocales(preferred: readonly string[], language: Language): readonly string[] {
  if (language === "en" && pickLanguage(preferred) === "en") return preferred;
  const own = preferred.filter((tag) => primaryOf(tag) === language);
  return [...own, language === "en" ? "en-US" : language];
}

function primaryOf(tag: string): string {
  return tag.split("-", 1)[0]?.toLowerCase() ?? "";
}
