import type { Sale } from "#lib/terminal/basket.ts";
import { buildPaymentBody, type PaymentBody, type TillCard } from "#lib/terminal/payment-body.ts";
import {
  listBodyLines,
  listRequestLines,
  type RequestLine,
  shortenHash,
} from "#lib/terminal/request-lines.ts";
import type { Totals } from "#lib/terminal/totals.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { describeSealedPayment } from "./sealed-payment-calls.ts";
import type { OwnPayment, VisitState } from "./use-visit.ts";
import type { OwnCard } from "./visit-card.ts";
import { findPurchase, counterShop as shop } from "./visit-counter.ts";
import type { PinCall, VisitRecord } from "./visit-record.ts";

export type VisitCallName = "pay" | "register" | "claim" | "consent" | "envelope";

type VisitRequest = {
  path: string;
  lines: readonly RequestLine[];
  /** What is kept in place of a hash, where it is not the card's. */
  hash?: string;
  /** Why that is kept, where it is not plain. */
  note?: string;
};

export type VisitCall = {
  name: VisitCallName;
  /** Empty where another device sent it. */
  requests: readonly VisitRequest[];
  /** What was sealed, where that was done before anything was sent. */
  inside?: readonly RequestLine[];
};

/** What this browser has done for the visit. */
export type MadeHere = {
  card: OwnCard;
  mine: StoredCard | undefined;
  record: VisitRecord;
};

/** Whether the card had a key when it paid, so that the receipt was sealed to it without escrow. */
export function wasCardKnown(
  { createdAt, cardIndexStart }: OwnPayment,
  kept: VisitState["cards"][number] | undefined,
): boolean {
  if (kept?.registeredAt == null || kept.indexStart !== cardIndexStart) return false;
  return Date.parse(kept.registeredAt) < Date.parse(createdAt);
}

/** The calls about a payment so far, in the order in which a first purchase makes them. */
export function listCalls(
  payment: OwnPayment | undefined,
  kept: VisitState["cards"][number] | undefined,
  made: MadeHere,
): VisitCall[] {
  if (!payment) return [];
  const pay: VisitCall = { name: "pay", ...describePayment(payment, made) };
  if (kept?.registeredAt == null) return [pay];

  if (kept.indexStart !== payment.cardIndexStart) {
    // Paid with another card: its receipt came by the code on the till.
    if (payment.receiptStatus !== "sealed") return [pay];
    const claim: VisitCall = { name: "claim", requests: describeClaim(made) };
    return [pay, claim, ...(payment.openedAt === null ? [] : describeOpening(payment, made))];
  }
  const register: VisitCall = { name: "register", requests: describeCard(payment, made) };
  if (payment.openedAt === null) return [pay, register];
  return [pay, register, ...describeOpening(payment, made)];
}

/** The one that came last. A card that was known was registered before the payment. */
export function findLatestCall(
  payment: OwnPayment | undefined,
  kept: VisitState["cards"][number] | undefined,
  calls: readonly VisitCall[],
): VisitCall | undefined {
  const isFirst = payment?.openedAt === null && wasCardKnown(payment, kept);
  return isFirst ? calls[0] : calls.at(-1);
}

function describePayment(payment: OwnPayment, made: MadeHere): Omit<VisitCall, "name"> {
  const body = rebuildBody(payment, made);
  if (!body) return { requests: [] };
  if (payment.sealedAt === "till") return describeSealedPayment(payment, body);
  const lines = listRequestLines(body).map((line) =>
    line.fate === "sealed" && payment.receiptStatus === "escrowed"
      ? { ...line, fate: "escrowed" as const }
      : line,
  );
  return { requests: [{ path: "/api/v1/payments/gateway_one/create", lines }] };
}

/** As it was sent: what was bought is not stored anywhere, but the amount of each basket is its own. */
function rebuildBody(
  { receiptId, transactionId, amount }: OwnPayment,
  { card, record }: MadeHere,
): PaymentBody | undefined {
  const tappedAt = record.taps[receiptId];
  const totals = findPurchase(amount);
  if (tappedAt === undefined || !totals) return undefined;
  const paidWith = record.others?.[receiptId] ?? card;
  return buildVisitPayment({
    card: paidWith,
    sale: { receiptId, transactionId, tappedAt },
    totals,
  });
}

type PaidWith = Pick<OwnCard, "hashedPan" | "last4">;

type VisitSale = {
  card: PaidWith;
  sale: Sale & { tappedAt: number };
  totals: Totals;
};

/** What the till of a visit sends. */
export function buildVisitPayment({
  card,
  sale: { tappedAt, ...sale },
  totals,
}: VisitSale): PaymentBody {
  return buildPaymentBody({
    shop,
    sale,
    totals,
    card: presentCard(card),
    gateway: "gateway_one",
    fields: { paymentMethod: "contactless" },
    now: new Date(tappedAt),
  });
}

/** The card of a visit, as the till has it. */
export function presentCard({ hashedPan, last4 }: PaidWith): TillCard {
  return { kind: "card", recipient: { recipientHashedPan: hashedPan }, last4, brand: "Test card" };
}

function describeCard({ keyId }: OwnPayment, { card, mine, record }: MadeHere): VisitRequest[] {
  const key = mine?.keys.find((one) => one.keyId === keyId);
  if (!key) return [];
  const body = {
    hashedPan: shortenHash(card.hashedPan),
    publicKey: `${key.publicKey.slice(0, 64)}…`,
    keyId: key.keyId,
  };
  const lines = listBodyLines(body, (name) => (name === "hashedPan" ? "hashed" : "kept"));
  const pinCalls = (record.registration ?? []).map(describePinCall);
  return [...pinCalls, { path: "/api/v1/onboarding/register", lines }];
}

function describeClaim({ mine }: MadeHere): VisitRequest[] {
  if (!mine) return [];
  const lines = listBodyLines({ claimCode: "clm_…", userId: mine.userId }, (name) =>
    name === "claimCode" ? "hashed" : "kept",
  );
  return [{ path: "/api/v1/receipts/claim", lines, hash: "SHA-256 of the code, used up" }];
}

function describeOpening(
  { paymentId, keyId }: OwnPayment,
  { mine, record }: MadeHere,
): VisitCall[] {
  const opening = record.openings[paymentId];
  if (!mine || keyId === null || !opening) {
    return [
      { name: "consent", requests: [] },
      { name: "envelope", requests: [] },
    ];
  }
  const access = { userId: mine.userId, keyId, paymentId, consentMethod: opening.method };
  const grant = { path: "/api/v1/keys/grant-access", lines: listBodyLines(access, () => "kept") };
  const envelope = {
    path: "/api/v1/payments/envelope",
    // The token goes no further than the call that uses it up.
    lines: listBodyLines({ paymentId, tokenId: "tok_…" }, (name) =>
      name === "tokenId" ? "hashed" : "kept",
    ),
    hash: "SHA-256 of the token, used up",
  };
  return [
    { name: "consent", requests: [...opening.pinCalls.map(describePinCall), grant] },
    { name: "envelope", requests: [envelope] },
  ];
}

/** The PIN was blinded before it was sent, so that it is never in it. */
function describePinCall({ path, sent }: PinCall): VisitRequest {
  const body = Object.fromEntries(sent.map((name) => [name, "…"]));
  const lines = listBodyLines(body, (name) => (name === "proof" ? "hashed" : "dropped"));
  return { path, lines, hash: "SHA-256 of the proof" };
}
