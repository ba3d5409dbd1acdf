import {
  receiveNotification,
  rememberNotification,
  wasTaken,
} from "#lib/gateways/notifications.ts";
import { followHint } from "./follow-hint.ts";

/**
 * Takes a provider's notification as a hint, and records what the provider says when it is asked. Throws what
 * `receiveNotification` throws, or `service_unavailable` where the provider does not say, so that it notifies again.
 */
export async function takeNotification(
  request: Parameters<typeof receiveNotification>[0],
): Promise<void> {
  const notification = await receiveNotification(request);
  if (await wasTaken(notification)) return;
  const { connection, hint } = notification;
  if (hint) await followHint(connection, hint);
  await rememberNotification(notification);
}
