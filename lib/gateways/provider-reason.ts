/**
 * A reason from what providers call codes and parameter names. Their messages never go in: they
 * repeat what was sent, sometimes parts of a key.
 */
export function providerReason(...parts: (string | null | undefined)[]): string {
  const clean = parts.filter((part) => typeof part === "string" && /^[\w.[\]-]{1,80}$/.test(part));
  return clean.join(": ") || "unspecified";
}
