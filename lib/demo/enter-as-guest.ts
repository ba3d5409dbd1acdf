import { writeSessionCookie } from "#lib/accounts/session-cookie.ts";
import { beginSession, type Visitor } from "#lib/accounts/sessions.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GuestKind } from "#lib/visits/contract-guests.ts";
import { takeFromGuestLimits } from "#lib/visits/limits.ts";
import { wantsDemo } from "./organizations.ts";
import { selectGuest } from "./store.ts";

/** A session in the console of the demo's merchant or issuer. */
export type GuestSession = { location: `/${GuestKind}`; cookie: string };

/**
 * Signs a stranger in as the guest of an organization that this installation made for its demo, in place of whoever was
 * signed in. Throws `not_found` where there is none, and `rate_limit_exceeded`.
 */
export async function enterAsGuest(kind: GuestKind, visitor: Visitor): Promise<GuestSession> {
  const guest = wantsDemo() ? await selectGuest(kind) : undefined;
  if (!guest) throw new AppError("not_found", { message: "This installation has no demo" });
  await takeFromGuestLimits(visitor.address);
  const proof = { method: "guest", secondFactor: null, provedAt: null } as const;
  const token = await beginSession(guest, visitor, proof);
  return { location: `/${kind}`, cookie: await writeSessionCookie(token) };
}
