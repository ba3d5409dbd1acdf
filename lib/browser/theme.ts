const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** A cookie, so that the first byte of a page already has its colors: no flash, and no script for it. */
export const THEME_COOKIE = "sealslip.theme";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? "system";
}

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
