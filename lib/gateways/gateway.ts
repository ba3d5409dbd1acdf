import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { LineItem } from "#lib/receipts/contract.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";

/** What a gateway is asked for. The payment's id is the idempotency key towards the provider. */
export type Charge = {
  paymentId: string;
  /** How often this payment was sent to the gateway, this time included. */
  attempt: number;
  /** No charge of the payment is older. Its id may be: a till can reserve it a week before the sale. */
  firstAskedAt: Date;
  /** In the smallest unit of the currency, ISO 4217's; each gateway converts at its own border. */
  amount: number;
  currency: string;
  items: readonly LineItem[];
  /** The part of `amount` that is not in the items; same unit. */
  taxAmount: number | undefined;
  /** The part of `amount` that is a tip, and neither in the items nor in the tax; same unit. */
  tipAmount?: number | undefined;
  paymentMethod: string | undefined;
  cardNonce: string | undefined;
  /** The provider's id of the customer whose saved card it is. */
  customer?: string | undefined;
  /** Proof that the customer was authenticated, from the page that took the card. */
  verificationToken?: string | undefined;
  receiptId: string;
  merchantId: string;
  transactionId: string;
  organizationId: string;
  environment: AnyEnvironment;
};

/** A payment that the provider has taken, in its own words. */
type TakenCharge = {
  orderId: string;
  clientSecret: string;
  /** The provider's own id of the payment, which a refund needs. */
  providerReference: string;
  /** What it is over there, in the smallest unit of ISO 4217; undefined where it cannot be written so. */
  amount: number | undefined;
  currency: string | undefined;
  /** Absent until it is paid, and where the answer tells nothing for the bank's ledger. */
  match?: ProviderMatch | undefined;
};

/** No answer, or one that says nothing of the outcome. */
export type Unknown =
  | {
      kind: "unknown";
      reason: "timeout" | "provider_error";
      /** The payment is to be settled now: a test asks for what comes minutes later otherwise. */
      settlesNow?: true;
    }
  /** The provider has it over another amount or currency than the payment was begun with. */
  | { kind: "unknown"; reason: "mismatch" }
  /** Not sent, to spare a provider that is not answering; an earlier attempt may have been. */
  | { kind: "unknown"; reason: "not_asked"; retryAfterMs: number };

/** The reason of a charge that was given up at the provider, by the service or by the merchant there. */
export const CANCELED = "canceled";

export type ChargeOutcome =
  | ({ kind: "succeeded" } & TakenCharge)
  /** Created, but not paid yet: the customer or the provider still has a step to do. */
  | ({ kind: "requires_confirmation" } & TakenCharge)
  /** The card was refused; the provider's code, such as `insufficient_funds`. */
  | { kind: "declined"; reason: string }
  /** The request or the account's setup is wrong, and nothing was charged. Shown to the caller. */
  | { kind: "invalid"; reason: string }
  | Unknown;

/** What it takes to find a payment at its provider again. */
export type SentCharge = Pick<
  Charge,
  | "paymentId"
  | "attempt"
  | "firstAskedAt"
  | "amount"
  | "currency"
  | "organizationId"
  | "environment"
> & {
  /** When the gateway was last asked to charge it, as far as is known. */
  askedAt: Date;
  /** Null while no answer told them. */
  orderId: string | null;
  providerReference: string | null;
};

/** What became of a charge. `absent`: the provider has none, and would show it by now if it had. */
export type FindOutcome = ChargeOutcome | { kind: "absent" };

export type CancelOutcome =
  /** Nothing was taken, and nothing can be: a call that is still on its way comes too late. */
  | { kind: "canceled" }
  /** Too late: the money was taken, and is to be refunded. */
  | ({ kind: "succeeded" } & TakenCharge)
  | Unknown;

/** Money to be given back. The refund's id is the idempotency key towards the provider. */
export type RefundOrder = {
  refundId: string;
  /** How often this refund was sent to the gateway, this time included. */
  attempt: number;
  /** When it was sent for the first time. */
  firstAskedAt: Date;
  paymentId: string;
  /** Of the payment. */
  providerReference: string;
  /** In the smallest unit of the currency, ISO 4217's. */
  amount: number;
  currency: string;
  /** The merchant's own name for the refund; null where the service refunds of its own accord. */
  refundReference: string | null;
};

export type RefundOutcome =
  | { kind: "succeeded" | "pending"; providerReference: string; match?: ProviderMatch | undefined }
  /** Refused, or taken and then failed: the money stays where it is. */
  | { kind: "failed"; reason: string }
  | Unknown;

/** A refund as the provider has it. */
export type ProviderRefund = {
  providerReference: string;
  /** Ours, where the service has asked for it; null for one made at the provider itself. */
  refundId: string | null;
  /** In the smallest unit of the currency, ISO 4217's. */
  amount: number;
  status: "pending" | "succeeded" | "failed";
  failureReason: string | null;
  match?: ProviderMatch | undefined;
};

/** A cardholder's objection at the card's issuer, which may take the money back, as the provider has it. */
export type ProviderDispute = {
  /** The provider's own id of it. */
  disputeId: string;
  status: "open" | "won" | "lost";
  /** The provider's code, such as `product_not_received`. */
  reason: string;
};

/** With the provider's own id of the payment. */
export type AccountDispute = ProviderDispute & { providerReference: string };

/** Which payment of ours one of the provider's is; null where it is none, or there is no such payment. */
export type NameOutcome = { kind: "named"; paymentId: string | null } | Unknown;

export type CheckOutcome =
  /**
   * `account` is the provider's own id of the account; null where the credentials may not ask for it.
   * `currency` is the one that it takes; null where it is not held to one. `merchantCategoryCode` is null where
   * the provider does not say it.
   */
  | {
      kind: "ok";
      account: string | null;
      currency: string | null;
      merchantCategoryCode: string | null;
    }
  /** The provider does not accept these credentials, or for less than payments need. */
  | { kind: "refused"; reason: string; missing?: readonly string[] }
  | { kind: "unknown" };

export type Gateway = {
  /**
   * Charges at most once for a payment id, however often it is called, also by another process. Gives
   * up when aborted; never throws for what a provider answers or fails to answer.
   */
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeOutcome>;
  /** What became of a charge; never makes one. */
  find(charge: SentCharge, signal: AbortSignal): Promise<FindOutcome>;
  /** Makes sure that a payment that is not paid yet never will be. */
  cancel(charge: SentCharge, signal: AbortSignal): Promise<CancelOutcome>;
  /** Refunds at most once for a refund id, however often it is called, also by another process. */
  refund(refund: RefundOrder, signal: AbortSignal): Promise<RefundOutcome>;
  /** All refunds of a payment, those made at the provider itself included; undefined where it does not say. */
  listRefunds(
    charge: SentCharge & { providerReference: string },
    signal: AbortSignal,
  ): Promise<ProviderRefund[] | undefined>;
  /**
   * The disputes of a payment; undefined where the provider does not say. One that lists none by payment says
   * whether the one with the id `disputeId` is of this payment.
   */
  listDisputes(
    charge: SentCharge & { providerReference: string; disputeId: string | undefined },
    signal: AbortSignal,
  ): Promise<ProviderDispute[] | undefined>;
  /**
   * The disputes of all payments of the account that are open, or were opened since that time, for those whose
   * notification was lost; undefined where the provider does not say.
   */
  listAccountDisputes(since: Date, signal: AbortSignal): Promise<AccountDispute[] | undefined>;
  /** Which payment of ours the provider has under a reference. */
  findPaymentId(providerReference: string, signal: AbortSignal): Promise<NameOutcome>;
  /** Proves the credentials with one call that changes nothing. */
  check(signal: AbortSignal): Promise<CheckOutcome>;
  /**
   * Why the provider cannot charge exactly this, `field: reason`, known without asking it; undefined where it can, or
   * only it knows.
   */
  explainMoney?(money: Pick<Charge, "amount" | "currency">): string | undefined;
  /** For how long a charge would be held back from now on, milliseconds; undefined where it would not. */
  refusedForMs?(): number | undefined;
};

/**
 * A provider's request as it came in: signatures cover its bytes, and with some providers the address
 * that they were given.
 */
export type Delivery = { body: Uint8Array; headers: Headers; url: string };

/**
 * What a notification is taken for: which payment something may have changed about. Nothing else of it is read, since
 * merchants know the secret that it is signed with: the provider is asked what is true.
 */
export type Hint = {
  /** The provider's own id of the payment. */
  providerReference: string;
  /** Ours, if the event repeats it: says where to look, and proves nothing. */
  paymentId: string | undefined;
  about: readonly HintSubject[];
  /** Of the dispute, where the provider is asked for it by that. */
  disputeId: string | undefined;
};

/** `charge`: the payment again, for what may be known of its charge by now. */
export type HintSubject = "payment" | "charge" | "refunds" | "disputes";

export type Notification =
  /**
   * `eventId` is the same at each delivery, `type` the provider's word for what happened. `hint` is absent for
   * events that we do not follow.
   */
  | { kind: "verified"; eventId: string; type: string; hint?: Hint }
  /** Not proven to be the provider's, or too old. The reason is shown to the sender. */
  | { kind: "refused"; reason: string };
