import { AppError } from "#lib/errors/app-error.ts";
import { type GatewayConnection, hasUnansweredPayments } from "#lib/storage/gateway-connections.ts";

/**
 * Throws `conflict` while payments through the connection are without an answer: they may have been
 * charged, which only this provider can tell. Asked again elsewhere, they would be charged twice.
 */
export async function requireSettled(connection: GatewayConnection): Promise<void> {
  if (connection.provider === "sandbox" || !(await hasUnansweredPayments(connection))) return;

  throw new AppError("conflict", {
    message: "Payments wait for this provider's answer; try again when they are settled",
    details: "provider: its credentials can be replaced meanwhile",
  });
}
