import { config } from "#lib/config.ts";
import { AppError } from "#lib/errors/app-error.ts";

const READING = new Set(["GET", "HEAD"]);

/**
 * Throws `forbidden` for what another site asks for: a session comes along with every request of the
 * browser, whoever made it. A change is refused as well where nothing is said of its origin.
 */
export function requireSameOrigin(request: Request): void {
  if (isSameOrigin(request) || (READING.has(request.method) && isOfNoSite(request))) return;

  throw new AppError("forbidden", {
    message: "This may be asked for by the pages of this service only",
    details: "Sec-Fetch-Site or Origin: must be of the same origin",
  });
}

/** Typed in, or of a client that is no browser: no page of another site gets to see the answer. */
function isOfNoSite({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? !headers.get("origin") : site === "none";
}

function isSameOrigin({ headers, url }: Request): boolean {
  // Pages cannot set either header. The browser's own judgment goes first: it knows no proxies.
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";

  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { baseUrl } = config();
  return baseUrl === undefined
    ? // A proxy that ends TLS changes the scheme of what arrives here, not the host.
      new URL(origin).host === new URL(url).host
    : origin === new URL(baseUrl).origin;
}
