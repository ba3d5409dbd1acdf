import type { LineItem } from "#lib/contract/receipt-fields.ts";

/** What a gateway is asked for. The payment's id is the idempotency key towards the provider. */
export type Charge = {
  paymentId: string;
  /** How often this payment was sent to the gateway, this time included. */
  attempt: number;
  /** In the smallest unit of the currency, ISO 4217's; each gateway converts at its own border. */
  amount: number;
  currency: string;
  items: readonly LineItem[];
  paymentMethod: string | undefined;
  cardNonce: string | undefined;
};

export type ChargeOutcome =
  | { kind: "succeeded"; orderId: string; clientSecret: string }
  | { kind: "requires_confirmation"; orderId: string; clientSecret: string }
  | { kind: "declined"; reason: string }
  /** No answer, or one that says nothing of the charge: nobody knows yet whether it was made. */
  | { kind: "unknown"; reason: "timeout" | "provider_error" };

export type Gateway = {
  /** Made at most once for a payment id, however often it is asked. Gives up when aborted. */
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeOutcome>;
};
