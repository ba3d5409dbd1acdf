import { parseTheme, THEME_COOKIE, type Theme } from "#lib/core/theme.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export function readTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme);
}

/** Applies to this page at once, and to every page after it. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;

  // Absent over plain HTTP except on localhost; there the choice lasts as long as the page.
  if (typeof cookieStore === "undefined") return;
  if (theme === "system") void cookieStore.delete(THEME_COOKIE);
  else void cookieStore.set({ name: THEME_COOKIE, value: theme, expires: Date.now() + YEAR_MS });
}
