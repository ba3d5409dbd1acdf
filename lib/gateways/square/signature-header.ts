/** Whether the header is an HMAC-SHA-256 in base64; Square signs no time. */
export function looksSignedBySquare(headers: Headers): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(headers.get("x-square-hmacsha256-signature") ?? "");
}
