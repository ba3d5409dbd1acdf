/** The value of one cookie of a Cookie header (RFC 6265, section 4.2); undefined where it has none of that name. */
export function findCookie(header: string | null | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
