/** Whether a text is the private half of a key, as PEM or as a JWK (RFC 7518: members d and k). */
export function looksPrivate(text: string): boolean {
  return /PRIVATE KEY-----/.test(text) || /"(d|k)"\s*:/.test(text);
}
