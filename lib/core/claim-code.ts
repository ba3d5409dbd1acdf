/** `clm_` and 160 bits in base62. */
const CODE = /^clm_[0-9A-Za-z]{27}$/;

export function isClaimCode(text: string): boolean {
  return CODE.test(text);
}

/** What a till prints as a QR code. A fragment reaches no server and no log. */
export function claimLink(baseUrl: string, code: string): string {
  return new URL(`/claim#${code}`, baseUrl).href;
}

/** The code in a link of any installation, or in a text that is one; undefined if it is neither. */
export function readClaimLink(text: string): string | undefined {
  const trimmed = text.trim();
  if (isClaimCode(trimmed)) return trimmed;
  if (!URL.canParse(trimmed)) return undefined;

  const { protocol, pathname, hash } = new URL(trimmed);
  const isLink = (protocol === "https:" || protocol === "http:") && /^\/claim\/?$/.test(pathname);
  const code = hash.slice(1);
  return isLink && isClaimCode(code) ? code : undefined;
}
