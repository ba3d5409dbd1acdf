const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** A cookie, so that the first byte of a page already has its colors: no flash, and no script for it. */
export const THEME_COOKIE = "sealslip.theme";

export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? "system";
}
