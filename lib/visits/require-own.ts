import { config } from "#lib/config.ts";
import type { VisitCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { indexIdentifier, type RecipientKind, recipientKinds } from "#lib/recipients/identifier.ts";
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
 * Lets a visit at its own identifiers, user, and receipts, and at small payments in the sandbox. Throws
 * `forbidden`, `conflict` for another visit's identifier, and `not_found` for everything else that is not its own.
 */
export async function requireOwn(
  visit: VisitCaller,
  named: Named,
  { operationId }: Pick<Operation, "operationId">,
): Promise<void> {
  const { hashedPan, userId, paymentId } = named;
  const recipients = recipientKinds.flatMap((kind) =>
    identifierOf(kind, named[recipientField[kind]]),
  );
  // Reserving keys pays nothing yet; every other operation that names a recipient pays.
  if (operationId === "preparePayment") await admitRecipients(visit, recipients, named);
  else if (recipients.length > 0) await admitPayment(visit, recipients, named);
  for (const card of identifierOf("card", hashedPan)) await claimIdentifier(visit, card);
  if (typeof userId === "string" && !(await isUserOfVisit(visit, userId))) {
    throw new AppError("not_found", { message: "No such user" });
  }
  if (named.kind === "reference") throw refused("Visits of the demo have no customer numbers");
  const added = recipientKinds.find((kind) => kind === named.kind);
  if (added) {
    for (const own of identifierOf(added, named.hash)) await claimIdentifier(visit, own);
  }
  if (typeof paymentId === "string" && !(await isReceiptOfVisit(visit, paymentId))) {
    throw new AppError("not_found", { message: "No such payment" });
  }
}

/** What a visit may name, and no other visit then. */
type OwnIdentifier = { kind: RecipientKind; hash: string };

const recipientField = {
  card: "recipientHashedPan",
  par: "recipientHashedPar",
  phone: "recipientHashedPhone",
  email: "recipientHashedEmail",
} as const satisfies Record<RecipientKind, string>;

function identifierOf(kind: RecipientKind, hash: unknown): OwnIdentifier[] {
  return typeof hash === "string" ? [{ kind, hash }] : [];
}

async function admitPayment(
  visit: VisitCaller,
  recipients: readonly OwnIdentifier[],
  named: Named,
): Promise<void> {
  if (typeof named.amount !== "number" || named.amount > MAX_VISIT_AMOUNT) {
    throw refused(`Visits of the demo pay ${MAX_VISIT_AMOUNT} at most, in the smallest unit`);
  }
  await admitRecipients(visit, recipients, named);
  const { payments } = config().rateLimits.visits;
  if (await updatePaymentCount(visit, payments)) return;
  throw refused(`This visit has made its ${payments} payments; start again for another one`);
}

async function admitRecipients(
  visit: VisitCaller,
  recipients: readonly OwnIdentifier[],
  { gateway }: Named,
): Promise<void> {
  // The other gateway works out an amount of its own.
  if (gateway !== "gateway_one") throw refused("Visits of the demo pay through gateway_one");
  for (const recipient of recipients) await claimIdentifier(visit, recipient);
}

/** Of each kind */
const MAX_IDENTIFIERS = 10;

/** Makes the card or other identifier the visit's, unless it is another visit's. */
async function claimIdentifier(visit: VisitCaller, { kind, hash }: OwnIdentifier): Promise<void> {
  const indexes = indexIdentifier(
    serviceSecrets().cardIndexer,
    { kind, hash },
    visit.organizationId,
  );
  const owner = await selectOwnerOfCard(indexes);
  const own = { kind, index: indexes[0] };
  if (owner === undefined && (await insertVisitCard(visit, own, MAX_IDENTIFIERS))) return;

  const latest = owner ?? (await selectOwnerOfCard(indexes));
  if (latest === visit.visitId) return;
  if (latest !== undefined) throw taken(kind);
  throw refused(`A visit of the demo has ${MAX_IDENTIFIERS} of each kind of identifier at most`);
}

function refused(message: string): AppError {
  return new AppError("forbidden", { message });
}

function taken(kind: RecipientKind): AppError {
  const name = kind === "card" ? "card" : "identifier";
  return new AppError("conflict", { message: `This ${name} belongs to another visit` });
}
