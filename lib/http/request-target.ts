// Letters, digits and -._~ mean the same whether they are encoded or not.
const ENCODED_UNRESERVED = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;
// True for most targets: no part can be spelled or read in another way.
const PLAIN = /^(?:\/[\w-]+)+(?:\?.*)?$/;
const AMBIGUOUS = /[^!-~]|[\\#]|%2F|%5C|\/\.\.?(?:\/|$)/i;

/**
 * The path and query of a request in the one spelling that the whole server uses (RFC 3986 section 6.2.2.2).
 * Undefined if two parsers could read different paths: dot segments, backslashes, and encoded separators,
 * which only some parsers resolve, and characters that no path may have.
 */
export function readTarget(target: string): string | undefined {
  if (PLAIN.test(target)) return target;
  const [, rawPath = "", query = ""] = /^([^?]*)(.*)$/.exec(withoutOrigin(target)) ?? [];
  const path = decodeUnreserved(rawPath);
  // Decoding one escape completed another.
  if (decodeUnreserved(path) !== path) return undefined;
  if (!path.startsWith("/") || AMBIGUOUS.test(path)) return undefined;
  return path + query;
}

function decodeUnreserved(path: string): string {
  return path.includes("%") ? path.replace(ENCODED_UNRESERVED, decodeURIComponent) : path;
}

// Proxies may send a whole URL instead of a path (RFC 9112 section 3.2.2).
function withoutOrigin(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#\\]+/i, "");
  return path === target || path.startsWith("/") ? path : `/${path}`;
}
