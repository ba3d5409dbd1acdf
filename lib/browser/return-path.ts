/**
 * Where to go after signing in: a path of this site, or undefined. A link that somebody sends around
 * must not lead elsewhere in the name of this sign-in, nor back to it.
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

/** The sign-in page, with the way back to where somebody was. */
export function signInPath(here: string): string {
  return `/sign-in?next=${encodeURIComponent(here)}`;
}
