/**
 * Where to go after signing in: a path of this site, or undefined. A crafted link must not use the sign-in page to
 * redirect to another site, or back to the sign-in page itself.
 */
export function readReturnPath(
  next: string | null | undefined,
  origin: string,
): string | undefined {
  if (!next?.startsWith("/") || !URL.canParse(next, origin)) return undefined;
  const url = new URL(next, origin);
  // "/..//elsewhere" is shortened to "//elsewhere", which a browser reads as another host.
  if (url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  if (/^\/(sign-in|sign-up|confirm|invite|forgot-password|reset-password)(\/|$)/.test(url.pathname))
    return undefined;
  return `${url.pathname}${url.search}`;
}

/** The address of the sign-in page, which leads back to the current page afterwards. */
export function signInPath(here: string): string {
  return `/sign-in?next=${encodeURIComponent(here)}`;
}
