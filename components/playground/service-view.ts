import type { GatewayName } from "#lib/core/vocabulary.ts";

/** Who seals the receipt of a payment. */
export type Sealer = "till" | "service";

/** How the service keeps a field of a payment's body. `sealed`: in the envelope alone. */
export type Fate = "kept" | "hashed" | "held" | "sealed";

export type FieldFate = { name: string; fate: Fate; note: string };

type Rule = {
  fate: Fate;
  note: string;
  /** Of the database, as docs/security/data.md names them. */
  columns: string[];
  /** Whether it comes beside the envelope where the till seals. */
  isBesideEnvelope: boolean;
};

const kept = (note: string, column: string): Rule => ({
  fate: "kept",
  note,
  columns: [column],
  isBesideEnvelope: true,
});

const hashed: Rule = {
  fate: "hashed",
  note: "your SHA-256, hashed again with a secret key; never in the receipt",
  columns: ["payment.card_index", "escrow_identifier.identifier_index"],
  isBesideEnvelope: true,
};

const held = (note: string, isBesideEnvelope: boolean): Rule => ({
  fate: "held",
  note: `until the gateway has answered${note}`,
  columns: ["pending_payment.gateway_request"],
  isBesideEnvelope,
});

/** Fields of which the service has more than the envelope. */
export const fieldRules: Readonly<Record<string, Rule>> = {
  amount: kept("in the smallest unit", "payment.amount"),
  currency: kept("in lowercase", "payment.currency"),
  merchantId: kept("as sent", "payment.merchant_id"),
  receiptId: kept("as sent", "payment.receipt_id"),
  transactionId: kept("as sent", "payment.transaction_id"),
  transactionDate: kept("in UTC", "payment.transaction_at"),
  recipientHashedPan: hashed,
  recipientHashedPar: hashed,
  recipientHashedPhone: hashed,
  recipientHashedEmail: hashed,
  paymentMethod: held("", true),
  cardNonce: held("; never in the receipt", true),
  verificationToken: held("; never in the receipt", true),
  customer: held("; never in the receipt", true),
  taxAmount: held("", false),
  tipAmount: held("", false),
  terminalId: {
    fate: "held",
    note: "for matching with a bank’s ledger",
    columns: ["payment.match_data"],
    isBesideEnvelope: false,
  },
};

/** The items of a gateway that charges them line by line. */
const chargedItems = held("", false);

type SentTo = { gateway: GatewayName; sealer: Sealer };

/** The fields of a body, in its order. */
export function listFates(body: object, sentTo: SentTo): FieldFate[] {
  const isPart = Reflect.get(body, "splitTender") === true;
  return Object.keys(body).map((name) => {
    const rule = isPart && notOfPart.includes(name) ? undefined : findRule(name, sentTo.gateway);
    const isSealed = !rule || (sentTo.sealer === "till" && !rule.isBesideEnvelope);
    return isSealed
      ? { name, fate: "sealed", note: "" }
      : { name, fate: rule.fate, note: rule.note };
  });
}

/** A part of a receipt is charged as one line. */
const notOfPart = ["taxAmount", "tipAmount", "items"];

function findRule(name: string, gateway: GatewayName): Rule | undefined {
  if (name === "items" && gateway === "gateway_two") return chargedItems;
  return Object.hasOwn(fieldRules, name) ? fieldRules[name] : undefined;
}
