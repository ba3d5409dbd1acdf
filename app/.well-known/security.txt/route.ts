import { config } from "#lib/config.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Where to report a vulnerability (RFC 9116); 404 if the operator has set no address. */
export function GET(): Response {
  const { securityContact } = config();
  if (securityContact === undefined) return new Response(null, { status: 404 });

  // Section 2.5.5 requires an expiry; a service that still serves it will do so for the next months.
  const expires = new Date(Date.now() + 180 * DAY_MS).toISOString();
  const text = `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
