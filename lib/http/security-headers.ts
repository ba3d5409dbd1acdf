import { config } from "#lib/config.ts";

/** For answers with data, not pages. */
export const headersOfData = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
};

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** For answers over TLS only: browsers must ignore it elsewhere (RFC 6797 section 7.2). */
export function strictTransportSecurity(): string {
  const reach = config().hstsSubdomains ? "; includeSubDomains" : "";
  return `max-age=${ONE_YEAR_SECONDS}${reach}`;
}
