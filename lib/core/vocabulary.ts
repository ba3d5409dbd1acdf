export const environments = ["production", "staging", "development"] as const;

export type Environment = (typeof environments)[number];

/** What an organization is here for; a platform is merchant and issuer both. */
export const organizationKinds = ["merchant", "issuer", "platform"] as const;

export type OrganizationKind = (typeof organizationKinds)[number];

/** What stands for a payment provider in the address of a payment. */
export const gateways = ["gateway_one", "gateway_two"] as const;

export type GatewayName = (typeof gateways)[number];

export const paymentStatuses = ["pending", "requires_confirmation", "succeeded", "failed"] as const;
export const receiptStatuses = ["escrowed", "sealed", "expired", "erased"] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];
export type ReceiptStatus = (typeof receiptStatuses)[number];

export const consentMethods = ["passkey", "pin", "other"] as const;

export type ConsentMethod = (typeof consentMethods)[number];
