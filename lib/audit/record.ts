import type { Act } from "./act.ts";
import { insertAct, insertName, type Writer } from "./store.ts";

/** Writes an act down in the transaction of the act: both happen, or neither. */
export async function recordAct(transaction: Writer, act: Act): Promise<void> {
  await insertAct(act, transaction);
}

/** For what changes nothing else: refusals, and failures to sign in. */
export async function recordEvent(act: Act): Promise<void> {
  await insertAct(act);
}

/**
 * Keeps what a member was called who is removed: the trail holds their id alone. The name stands beside
 * the trail, where it can be erased.
 */
export async function keepName(
  transaction: Writer,
  member: { id: string; organizationId: string; name: string },
): Promise<void> {
  await insertName(member, transaction);
}
