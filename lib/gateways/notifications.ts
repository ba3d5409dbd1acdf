import { deleteEventsBefore } from "./store.ts";

/** Far beyond the time for which a provider's signature is taken. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets the events of providers that cannot come again. */
export async function forgetGatewayEvents(): Promise<undefined> {
  await deleteEventsBefore(new Date(Date.now() - KEPT_MS));
}
