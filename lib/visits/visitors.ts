import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { inBatches } from "#lib/core/in-batches.ts";
import { deleteEndedVisits, insertVisitors, isOrganization } from "./store.ts";

/**
 * Whom visits act for: a merchant and an issuer without members, the only one in its environment. The id is
 * the same in every installation, and no other organization can have it.
 */
export const visitors = {
  organizationId: `org_${"0".repeat(32)}`,
  environment: "demo",
} as const satisfies Tenant;

const NAME = "Demo Visitors";

/** Lets visits in from now on. */
export async function admitVisitors(): Promise<void> {
  await insertVisitors({
    id: visitors.organizationId,
    name: NAME,
    kind: "platform",
    tier: "standard",
  });
}

/** Whether this installation has a demo that strangers may try. */
export async function hasDemo(): Promise<boolean> {
  return await isOrganization(visitors.organizationId);
}

/** Throws `not_found` where there is none. */
export async function requireDemo(): Promise<void> {
  if (await hasDemo()) return;
  throw new AppError("not_found", { message: "This installation has no demo" });
}

/** Removes visits that have ended, whose cards are free again; returns how many. */
export async function endVisits(): Promise<number> {
  return await inBatches(deleteEndedVisits);
}
