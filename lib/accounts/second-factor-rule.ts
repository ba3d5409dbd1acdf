import type { Role } from "#lib/core/permissions.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

type Position = {
  role: Role;
  approvedEnvironments: readonly Environment[];
  /** Of the organization. */
  requiresSecondFactor: boolean;
};

/** Owners can grant every right, so in production they have no choice. */
export function mustHaveSecondFactor(position: Position): boolean {
  const { role, approvedEnvironments, requiresSecondFactor } = position;
  return requiresSecondFactor || (role === "owner" && approvedEnvironments.includes("production"));
}

/** An app or a passkey: either one is enough, and recovery codes stand in for both. */
export function hasSecondFactor({
  totpSince,
  passkeyCount,
}: {
  totpSince: Date | null;
  passkeyCount: number;
}): boolean {
  return totpSince !== null || passkeyCount > 0;
}
