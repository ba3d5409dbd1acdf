/** `URL.parse`, which Safari has since version 18. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
