import type { HashedCard } from "#lib/wallet/add-card.ts";

/** What takes a visit to a second device. */
export type HandoverLink = { code: string; card: HashedCard };

/** Everything stands behind the `#`, which browsers send to no server. */
export function writeHandoverLink(origin: string, { code, card }: HandoverLink): string {
  const { hashedPan, last4 } = card;
  return `${origin}/demo#${new URLSearchParams({ code, card: hashedPan, last4 }).toString()}`;
}

/** Undefined for an address that leads to a visit of its own. */
export function readHandoverLink(hash: string): HandoverLink | undefined {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const code = params.get("code");
  const hashedPan = params.get("card");
  const last4 = params.get("last4");
  if (!code || !hashedPan?.match(/^[0-9a-f]{64}$/) || !last4?.match(/^\d{4}$/)) return undefined;
  return { code, card: { hashedPan, last4, brand: null } };
}

/** Whether a second device cannot reach the host: the name means each device itself. */
export function isOwnHost(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[::1\])/.test(hostname)
  );
}
