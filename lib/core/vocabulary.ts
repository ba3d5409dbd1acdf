/** What an organization chooses from, and a request can name. */
export const environments = ["production", "staging", "development"] as const;

export type Environment = (typeof environments)[number];

/** With the one that visits of the demo act in; in the order of the database's type. */
export const allEnvironments = [...environments, "demo"] as const;

export type AnyEnvironment = (typeof allEnvironments)[number];

/** Whether an organization may act there, if it is open to it. */
export function isOfOrganizations(environment: AnyEnvironment): environment is Environment {
  return environment !== "demo";
}

/** The environments of an organization without approval by the operator. */
export const selfServiceEnvironments: readonly Environment[] = ["development"];

/** The business of an organization; a platform is both merchant and issuer. */
export const organizationKinds = ["merchant", "issuer", "platform"] as const;

export type OrganizationKind = (typeof organizationKinds)[number];

/** The name of a payment provider in the URL of a payment. */
export const gateways = ["gateway_one", "gateway_two"] as const;

export type GatewayName = (typeof gateways)[number];

export const paymentStatuses = [
  "pending",
  "requires_confirmation",
  "succeeded",
  "failed",
  "canceled",
] as const;

export const refundStatuses = ["pending", "succeeded", "failed"] as const;

/** A receipt is `void` once its payment has failed or was canceled. */
export const receiptStatuses = ["escrowed", "sealed", "expired", "erased", "void"] as const;

/** Where a receipt was sealed: the service never sees one that was sealed at the till. */
export const sealedAts = ["till", "service"] as const;

/** Whose key a receipt was sealed to. */
export const recipientKeyKinds = ["cardholder", "escrow"] as const;

/** A refund's receipt is a credit note. */
export const receiptKinds = ["sale", "refund"] as const;

/** What leads to a cardholder. A `reference` is the issuer's own, and no receipt is sent to it. */
export const identifierKinds = ["card", "par", "phone", "email", "reference"] as const;

/** By what a receipt came to its cardholder: an identifier, the strongest one first, or a claim code. */
export const deliveryPaths = ["card", "par", "phone", "email", "claim_code"] as const;

/** The event types of a merchant. */
export const merchantEventTypes = [
  "payment.succeeded",
  "payment.failed",
  "payment.canceled",
  "payment.requires_confirmation",
  "payment.updated",
  "refund.succeeded",
  "refund.failed",
  "dispute.opened",
  "dispute.closed",
] as const;

/** The event types of an issuer. */
export const issuerEventTypes = [
  "receipt.delivered",
  "receipt.opened",
  "receipt.updated",
  "user.registered",
  "user.erased",
] as const;

export const eventTypes = [...merchantEventTypes, ...issuerEventTypes] as const;

export type EventType = (typeof eventTypes)[number];

export type IdentifierKind = (typeof identifierKinds)[number];
export type DeliveryPath = (typeof deliveryPaths)[number];

export type PaymentStatus = (typeof paymentStatuses)[number];
export type RefundStatus = (typeof refundStatuses)[number];
export type ReceiptStatus = (typeof receiptStatuses)[number];

export const consentMethods = ["passkey", "pin", "other"] as const;

export type ConsentMethod = (typeof consentMethods)[number];
