import { config } from "#lib/config.ts";
import type { VisitCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { MAX_VISIT_AMOUNT } from "./contract.ts";
import {
  insertVisitCard,
  isReceiptOfVisit,
  isUserOfVisit,
  selectOwnerOfCard,
  updatePaymentCount,
} from "./store.ts";

/** What a request names, whichever operation it is of: its parameters and its body, parsed. */
export type Named = Partial<Record<string, unknown>>;

/**
 * Lets a visit at its own card, user, and receipts, and at small payments in the sandbox. Throws
 * `forbidden`, `conflict` for another visit's card, and `not_found` for everything else that is not its own.
 */
export async function requireOwn(visit: VisitCaller, named: Named): Promise<void> {
  const { recipientHashedPan, hashedPan, userId, paymentId } = named;
  if (typeof recipientHashedPan === "string") await admitPayment(visit, recipientHashedPan, named);
  if (typeof hashedPan === "string") await claimCard(visit, indexesOf(hashedPan));
  if (typeof userId === "string" && !(await isUserOfVisit(visit, userId))) {
    throw new AppError("not_found", { message: "No such user" });
  }
  if (typeof paymentId === "string" && !(await isReceiptOfVisit(visit, paymentId))) {
    throw new AppError("not_found", { message: "No such payment" });
  }
}

async function admitPayment(visit: VisitCaller, hashedPan: string, named: Named): Promise<void> {
  // The other gateway works out an amount of its own.
  if (named.gateway !== "gateway_one") throw refused("Visits of the demo pay through gateway_one");
  if (typeof named.amount !== "number" || named.amount > MAX_VISIT_AMOUNT) {
    throw refused(`Visits of the demo pay ${MAX_VISIT_AMOUNT} at most, in the smallest unit`);
  }
  await claimCard(visit, indexesOf(hashedPan));
  const { payments } = config().rateLimits.visits;
  if (await updatePaymentCount(visit, payments)) return;
  throw refused(`This visit has made its ${payments} payments; start again for another one`);
}

const MAX_CARDS = 10;

/** Makes the card the visit's, unless it is another visit's. */
async function claimCard(visit: VisitCaller, indexes: CardIndexes): Promise<void> {
  const owner = await selectOwnerOfCard(indexes);
  if (owner === undefined && (await insertVisitCard(visit, indexes[0], MAX_CARDS))) return;

  const latest = owner ?? (await selectOwnerOfCard(indexes));
  if (latest === visit.visitId) return;
  if (latest !== undefined) throw taken();
  throw refused(`A visit of the demo has ${MAX_CARDS} cards at most`);
}

function indexesOf(hashedPan: string): CardIndexes {
  return serviceSecrets().cardIndexer.candidates(hashedPan);
}

function refused(message: string): AppError {
  return new AppError("forbidden", { message });
}

function taken(): AppError {
  return new AppError("conflict", { message: "This card belongs to another visit" });
}
