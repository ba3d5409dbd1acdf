import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { publicUrl } from "#lib/public-url.ts";

/** Who asks: the address of the connection, and the headers of the request. */
type Visitor = { address: string; headers: Headers };

/**
 * What proxies in front add, the standard ones and those of the large networks: behind any, the address
 * says nothing about the visitor.
 */
const PROXY_HEADER =
  /^(?:forwarded|via|cdn-loop|(?:x-(?:forwarded|original|real|envoy|amzn?|azure|vercel)|cf|fly|fastly)(?:-.*)?|.*-(?:client|real|connecting)-?ip)$/;

/**
 * Whether this browser may read the letters that were written instead of sent: outside production mode,
 * without SMTP_URL, and on the machine of the service alone. Whoever reads them can sign in as anybody.
 */
export function isMailboxOpen({ address, headers }: Visitor): boolean {
  const { productionMode, smtpUrl } = config();
  if (productionMode || smtpUrl !== undefined) return false;
  if (!/^(?:127(?:\.\d{1,3}){3}|::1)$/.test(address)) return false;
  if ([...headers.keys()].some((name) => PROXY_HEADER.test(name))) return false;
  // A name that a stranger points at this machine is not one of ours.
  return isLocalHost(publicUrl()) && isLocalHost(`http://${headers.get("host") ?? ""}`);
}

/** Throws `not_found`: where it is closed, there is no mailbox. */
export function requireMailbox(visitor: Visitor): void {
  if (isMailboxOpen(visitor)) return;
  throw new AppError("not_found", { message: "There is no mailbox here" });
}

function isLocalHost(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname);
}
