/** The key id that this service assigns: `key_` and the RFC 7638 SHA-256 thumbprint, base64url. */
export function formatKeyId(thumbprint: string): string {
  return `key_${thumbprint}`;
}
