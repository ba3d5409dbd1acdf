import { parseTheme, THEME_COOKIE, type Theme } from "#lib/core/theme.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function readTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme);
}

/** Applies to this page at once, and to every page after it. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;

  const seconds = theme === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing over plain HTTP, and in WebKit on localhost.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; SameSite=Strict; Max-Age=${seconds}`;
}
