import { cardDataReasons, findCardData } from "#lib/core/card-data.ts";
import { AppError } from "#lib/core/errors.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { formatPath } from "#lib/core/format-path.ts";
import { isSealedBody } from "#lib/core/sealed-body.ts";
import { dropNulls } from "#lib/core/sent-body.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { type MakeItems, requestSchemaFor, settleAmount } from "#lib/payments/contract-order.ts";
import {
  type LineItem,
  type OpenedReceipt,
  openedReceipt,
  type PaymentRequest,
} from "#lib/receipts/contract.ts";
import { isSplit } from "#lib/receipts/contract-amounts.ts";

export type Problem = { path: string; reason: string };

/** What the service would do with a body of a payment. */
export type PaymentReading =
  | { state: "empty" }
  | { state: "unreadable"; reason: string }
  | { state: "refused"; problems: Problem[] }
  | { state: "accepted"; payment: AcceptedPayment };

export type AcceptedPayment = {
  gateway: GatewayName;
  /** The body as it was sent. */
  body: Record<string, unknown>;
  receipt: OpenedReceipt;
  amount: number;
  currency: string;
  /** Whether the service makes up the line items. */
  isMadeUp: boolean;
  charge: string;
};

export function readPayment(text: string, gateway: GatewayName): PaymentReading {
  if (text.trim() === "") return { state: "empty" };
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (error) {
    return { state: "unreadable", reason: error instanceof Error ? error.message : "" };
  }
  const problems = findProblems(sent);
  if (problems.length > 0) return { state: "refused", problems };

  const schema = requestSchemaFor({ gateway });
  const parsed = schema.safeParse(dropNulls(schema, sent), { error: explainIssue });
  if (!parsed.success) {
    const found = parsed.error.issues.map(({ path, message }) => ({
      path: formatPath(path),
      reason: message,
    }));
    return { state: "refused", problems: found };
  }
  return settle({ ...Object(sent) }, parsed.data, gateway);
}

/** What is refused before the body is read as a payment. */
function findProblems(sent: unknown): Problem[] {
  if (isSealedBody(sent)) {
    const reason = "is a sealed receipt already: paste it under Envelope";
    return [{ path: "sealedReceipt", reason }];
  }
  return findCardData(sent).flatMap(({ path, kind }) => {
    // The one hash of a card that a payment asks for.
    if (kind === "hash" && path.length === 1 && path[0] === "recipientHashedPan") return [];
    return [{ path: formatPath(path), reason: cardDataReasons[kind] }];
  });
}

function settle(
  body: Record<string, unknown>,
  request: PaymentRequest,
  gateway: GatewayName,
): PaymentReading {
  let isMadeUp = false;
  const makeItems: MakeItems = ({ amount, taxAmount = 0 }) => {
    isMadeUp = true;
    return [standIn((amount ?? SAMPLE_TOTAL + taxAmount) - taxAmount)];
  };
  try {
    const { amount, items } = settleAmount(gateway, request, makeItems);
    const charge = describeCharge(gateway, request, isMadeUp);
    const receipt = openedReceipt.parse({ ...request, amount, items });
    const { currency } = request;
    return {
      state: "accepted",
      payment: { gateway, body, receipt, amount, currency, isMadeUp, charge },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [, path = "body", reason = error.details] = /^(\w+): (.*)$/s.exec(error.details) ?? [];
    return { state: "refused", problems: [{ path, reason }] };
  }
}

/** Where the service makes the sum up, too, as it does for its second gateway. */
const SAMPLE_TOTAL = 1000;

/** In place of the one to six lines that the service makes up. */
function standIn(totalPrice: number): LineItem {
  const name = "Items that the service makes up";
  const item = { lineItemId: "mock-1", name, quantity: 1, unitPrice: totalPrice, totalPrice };
  return { ...item, mock: true };
}

function describeCharge(gateway: GatewayName, request: PaymentRequest, isMadeUp: boolean): string {
  if (isSplit(request)) return "Your amount, as one line: a part of the receipt’s total.";
  const { amount, chargesItems } = gatewayRules[gateway];
  if (amount === "sent") return "Your amount, as you send it.";
  if (!isMadeUp) return "The sum of the items’ totalPrice, tax on top, and tip.";
  if (request.amount == null) return "A made-up sum: the body has no items and no amount.";
  return `Your amount, ${chargesItems ? "as made-up items" : "as one line"}.`;
}
