import { strictTransportSecurity } from "#lib/http/security-headers.ts";

export type PageHeadersInput = {
  /** Fresh for every response: base64 or base64url of at least 128 random bits. */
  nonce: string;
  /** The development server evaluates code, injects styles and keeps a web socket. */
  dev: boolean;
  /** Whether the visitor came over TLS, possibly ended by a proxy in front. */
  tls: boolean;
  /** The target of the request; decides which devices the page may ask for. */
  target: string;
};

/** The wallet scans codes of receipts. No other page may ask for a camera. */
const WITH_CAMERA = /^\/wallet(?:[/?]|$)/;

/**
 * The stylesheet that sonner adds to the page without a nonce: once while it is still empty, once with
 * its text. A test compares the digests with the package.
 */
const TOAST_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
].join(" ");

/**
 * The headers of every page, by lower-case name. Next reads the nonce for its own scripts from the
 * policy in the request, so the policy belongs there as well. Throws a RangeError for a nonce that
 * is too short or could break out of the header.
 */
export function pageHeaders({ nonce, dev, tls, target }: PageHeadersInput): Record<string, string> {
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(nonce)) {
    throw new RangeError("The nonce must be base64 of at least 128 bits.");
  }

  const headers: Record<string, string> = {
    "content-security-policy": writePolicy({ nonce, dev, tls }),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": `camera=(${WITH_CAMERA.test(target) ? "self" : ""}), geolocation=(), microphone=(), payment=(), usb=()`,
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
  if (tls) headers["strict-transport-security"] = strictTransportSecurity();
  return headers;
}

function writePolicy({ nonce, dev, tls }: Omit<PageHeadersInput, "target">): string {
  // A nonce would switch 'unsafe-inline' off (CSP level 3, section 6.7.3.2).
  const styles = dev ? "'unsafe-inline'" : `'nonce-${nonce}' ${TOAST_STYLES}`;
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (tls) directives.push("upgrade-insecure-requests");
  return directives.join("; ");
}
