import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { publicUrl } from "#lib/public-url.ts";

/** The visitor: the address of the connection, and the headers of the request. */
type Visitor = { address: string; headers: Headers };

/**
 * Headers of proxies, the standard ones and those of the large networks: behind a proxy, the address says
 * nothing about the visitor.
 */
const PROXY_HEADER =
  /^(?:forwarded|via|cdn-loop|(?:x-(?:forwarded|original|real|envoy|amzn?|azure|vercel)|cf|fly|fastly)(?:-.*)?|.*-(?:client|real|connecting)-?ip)$/;

/**
 * Whether this browser may read the letters that were written to files: outside production mode, without
 * SMTP_URL, and on the machine of the service alone. A reader of these letters can sign in as any member.
 */
export function isMailboxOpen({ address, headers }: Visitor): boolean {
  const { productionMode, smtpUrl } = config();
  if (productionMode || smtpUrl !== undefined) return false;
  if (!/^(?:127(?:\.\d{1,3}){3}|::1)$/.test(address)) return false;
  if ([...headers.keys()].some((name) => PROXY_HEADER.test(name))) return false;
  // A stranger's domain name that resolves to this machine is not one of ours.
  return isLocalHost(publicUrl()) && isLocalHost(`http://${headers.get("host") ?? ""}`);
}

/** Throws `not_found` if the mailbox is closed. */
export function requireMailbox(visitor: Visitor): void {
  if (isMailboxOpen(visitor)) return;
  throw new AppError("not_found", { message: "There is no mailbox here" });
}

function isLocalHost(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname);
}
