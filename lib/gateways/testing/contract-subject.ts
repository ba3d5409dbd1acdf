import { createId } from "#lib/core/ids.ts";
import type { Charge, Gateway, RefundOrder, SentCharge } from "#lib/gateways/gateway.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";

/** A way for the answer to a charge to get lost. */
type ContractFailure = {
  name: string;
  /** Makes the provider fail once. */
  arrange?(): void;
  fields?: Partial<Charge>;
  reason: "timeout" | "provider_error";
  /** Whether a repetition gets through. */
  recovers: boolean;
};

/** A gateway with what its tests need to know and do around it. */
export type ContractSubject = AsyncDisposable & {
  gateway: Gateway;
  /** The fields that bring about each outcome. */
  fields: {
    succeeded: Partial<Charge>;
    requiresConfirmation?: Partial<Charge>;
    declined: Partial<Charge>;
    invalid: Partial<Charge>;
  };
  declineReason: string;
  failures: ContractFailure[];
  /** Where the provider refuses a key that is in use. */
  slow?: {
    /** Each makes the provider work on the next charge for longer than anybody waits for it. */
    charges: (() => void)[];
    refund(): void;
    /** Lets it finish what it works on. */
    finish(): void;
  };
  /** How often the provider took money for a payment, where it keeps count. */
  countCharges?(paymentId: string): number;
  /** How much it gave back of a payment. */
  refundedAmount?(paymentId: string): number;
  /** Has the provider complete a refund that is pending. */
  completeRefund?(refundId: string): void;
  /** Fields that ask for a refund that fails. */
  failingRefund?: Partial<RefundOrder>;
  /** Has the cardholder dispute a payment, where the provider says which disputes there are. */
  openDispute?(paymentId: string, disputeId: string): void;
  /** Changes what the provider has a payment over, as its account can. */
  setMoney?(paymentId: string, money: { amount: number; currency: string }): void;
  /** Whether the provider says which refunds there are. */
  listsRefunds: boolean;
  /** The same provider with credentials that it does not know, where it has any. */
  withWrongCredentials?: Gateway;
  /** The same gateway with nothing listening at its address. */
  withoutProvider?: Gateway;
  /** What the provider calls the account that the credentials are of. */
  account: string;
  /** The one that it takes, where it is held to one. */
  currency: string | null;
  /** The category that it states of the account. */
  merchantCategoryCode: string | null;
  /** What its answers tell for the bank's ledger. */
  tells: { charge: readonly (keyof ProviderMatch)[]; refund: readonly (keyof ProviderMatch)[] };
  /** What must not be in any outcome. */
  secrets: string[];
};

/** A charge of 12.50 USD for two loaves and tax. */
export function contractCharge(fields: Partial<Charge> = {}): Charge {
  return {
    paymentId: createId("payment"),
    attempt: 1,
    firstAskedAt: new Date(),
    amount: 1250,
    currency: "usd",
    items: [{ lineItemId: "1", name: "Bread", quantity: 2, unitPrice: 550, totalPrice: 1100 }],
    taxAmount: 150,
    paymentMethod: undefined,
    cardNonce: undefined,
    receiptId: "rcpt-1",
    merchantId: "merchant-1",
    transactionId: "txn-1",
    organizationId: createId("organization"),
    environment: "development",
    ...fields,
  };
}

/** What is known of a charge by one who got no answer to it. */
export function sentCharge(charge: Charge, askedAt = new Date()): SentCharge {
  const { paymentId, attempt, firstAskedAt, amount, currency, organizationId, environment } =
    charge;
  const known = { paymentId, attempt, firstAskedAt, amount, currency, organizationId, environment };
  return { ...known, askedAt, orderId: null, providerReference: null };
}

/**
 * Long enough ago that nothing is still under way and no list lags behind. A file may be loaded minutes
 * before its tests run: they take the time when they need it.
 */
export function longAgo(): Date {
  return new Date(Date.now() - 3 * 60 * 1000);
}

/** A refund of 4.00 of the payment. */
export function contractRefund(
  { paymentId, currency }: Charge,
  providerReference: string,
  fields: Partial<RefundOrder> = {},
): RefundOrder {
  return {
    refundId: createId("refund"),
    attempt: 1,
    firstAskedAt: new Date(),
    paymentId,
    providerReference,
    amount: 400,
    currency,
    refundReference: "return-1",
    ...fields,
  };
}
