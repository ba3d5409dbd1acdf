import { log } from "#lib/log/logger.ts";
import { eraseCredentials } from "#lib/storage/gateway-connections.ts";

/**
 * Long enough that no process still begins a payment with a connection that was removed, and that a
 * customer who is about to confirm one is heard of.
 */
const KEPT_MS = 60 * 60 * 1000;

/** Erases credentials that a merchant removed or replaced by those of another account. */
export async function eraseRemovedCredentials(): Promise<undefined> {
  const erased = await eraseCredentials(new Date(Date.now() - KEPT_MS));
  if (erased > 0) log().info({ erased }, "credentials of removed connections erased");
}
