import type { TillOrder } from "#components/terminal/use-till-payment.ts";
import {
  listBodyLines,
  listRequestLines,
  type RequestLine,
  shortenHash,
} from "#lib/terminal/request-lines.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { OwnPayment } from "./use-visit.ts";
import type { VisitConsent } from "./use-visit-wallet.ts";
import type { OwnCard } from "./visit-card.ts";
import type { VisitStep } from "./visit-step.ts";

export type VisitCallName = "pay" | "register" | "open";

export type VisitCall = {
  name: VisitCallName;
  path: string;
  /** Undefined for a payment that was made before this page was loaded. */
  lines: readonly RequestLine[] | undefined;
};

/** What this device has done for the visit. */
export type MadeHere = {
  card: OwnCard;
  /** Undefined where it was paid before this page was loaded. */
  order: TillOrder | undefined;
  mine: StoredCard | undefined;
  step: VisitStep;
  consentMethod: VisitConsent | undefined;
};

/** The calls that were made for a payment, as far as this device made them. */
export function listCalls(
  payment: OwnPayment | undefined,
  { card, order, mine, step, consentMethod }: MadeHere,
): VisitCall[] {
  if (!payment) return [];
  const lines = order && listRequestLines(order.body);
  const calls: VisitCall[] = [{ name: "pay", path: "/api/v1/payments/gateway_one/create", lines }];
  const key = mine?.keys.find(({ keyId }) => keyId === payment.keyId);
  if (!mine || !key || (step !== "open" && step !== "done")) return calls;

  const { keyId, publicKey } = key;
  const hashedPan = shortenHash(card.hashedPan);
  calls.push({
    name: "register",
    path: "/api/v1/onboarding/register",
    lines: listBodyLines({ hashedPan, publicKey: `${publicKey.slice(0, 64)}…`, keyId }, (name) =>
      name === "hashedPan" ? "hashed" : "kept",
    ),
  });
  if (step !== "done") return calls;

  const { userId } = mine;
  const { paymentId } = payment;
  calls.push({
    name: "open",
    path: "/api/v1/keys/grant-access",
    lines: listBodyLines({ userId, keyId, paymentId, consentMethod }, () => "kept"),
  });
  return calls;
}
