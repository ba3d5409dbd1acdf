import type { Act } from "./act.ts";
import { insertAct, insertName, type Writer } from "./store.ts";

/** Records an act in the transaction of the act: both happen, or neither. */
export async function recordAct(transaction: Writer, act: Act): Promise<void> {
  await insertAct(act, transaction);
}

/** For events without a change: refusals, and failed sign-ins. */
export async function recordEvent(act: Act): Promise<void> {
  await insertAct(act);
}

/**
 * Keeps the email of a removed member: the trail holds only their id. The email is stored outside the trail,
 * where it can be erased.
 */
export async function keepName(
  transaction: Writer,
  member: { id: string; organizationId: string; name: string },
): Promise<void> {
  await insertName(member, transaction);
}
