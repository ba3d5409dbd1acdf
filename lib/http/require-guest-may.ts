import { AppError } from "#lib/core/errors.ts";

/**
 * All that a guest of the demo may call, whatever the role: strangers share one member. Not in it are what shows who else
 * calls, and from where (the request log, the audit trail, the sessions), members, keys, and whatever changes something.
 */
export const guestOperations: ReadonlySet<string> = new Set([
  "getSession",
  "getCaller",
  "search",
  "getOverview",
  "getSetup",
  "listPayments",
  "totalPayments",
  "exportPayments",
  "getConsolePayment",
  "findPayments",
  "getPayment",
  "listRefunds",
  "listNewestEvents",
  "getEvent",
  "getIssuerOverview",
  "listCardholders",
  "exportCardholders",
  "getCardholder",
]);

/** Throws `forbidden` for a guest of the demo, unless the operation is one of those. */
export function requireGuestMay(
  { isGuest }: { isGuest: boolean },
  { operationId }: { operationId: string },
): void {
  if (!isGuest || guestOperations.has(operationId)) return;
  throw new AppError("forbidden", {
    message: "Guests of the demo may not do this",
    details: "sign in as a member of an organization",
  });
}
