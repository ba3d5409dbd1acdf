import { config } from "#lib/config.ts";

const always = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
};

const behindTls = { ...always, "Strict-Transport-Security": "max-age=31536000" };

/** For answers that are data, not pages. */
export function securityHeaders(request: Request): Record<string, string> {
  return isBehindTls(request) ? behindTls : always;
}

function isBehindTls(request: Request): boolean {
  if (request.url.startsWith("https:")) return true;
  return config().trustedProxies > 0 && request.headers.get("x-forwarded-proto") === "https";
}
