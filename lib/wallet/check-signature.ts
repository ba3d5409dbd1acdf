import type { z } from "zod";
import { gatewayParam } from "#lib/core/text.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import {
  creditNoteFields,
  derivedPaymentRequest,
  merchantSignature,
  type OpenedReceipt,
  type PaymentRequest,
} from "#lib/receipts/contract.ts";

export type SignatureCheck =
  /** The RFC 7638 thumbprint of the key, and which parts of the receipt the service filled in. */
  | { state: "valid"; thumbprint: string; madeUp: MadeUp[] }
  /** Not a proof, a wrong signature, or one of something else than the receipt says. */
  | { state: "broken" }
  /** This browser lacks the algorithm. */
  | { state: "unsupported" };

type MadeUp = "items" | "amount";

/** Checks on this device that the merchant signed what the receipt says. */
export async function checkSignature(receipt: OpenedReceipt): Promise<SignatureCheck> {
  const proof = merchantSignature.safeParse(receipt.merchantSignature);
  if (!proof.success) return { state: "broken" };

  try {
    const { bytes, thumbprint } = await verifyMerchantSignature(proof.data);
    const madeUp = compare(receipt, readSigned(bytes));
    return madeUp ? { state: "valid", thumbprint, madeUp } : { state: "broken" };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { state: error.reason === "missing_algorithm" ? "unsupported" : "broken" };
  }
}

function readSigned(bytes: Bytes): unknown {
  try {
    // As the service does, it skips a byte order mark.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** What was made up for what was signed; undefined where the receipt says anything else. */
function compare(receipt: OpenedReceipt, sent: unknown): MadeUp[] | undefined {
  // As the service reads it, with its defaults.
  if (receipt.kind === "refund") {
    const { data: signed } = creditNoteFields.safeParse(sent);
    return signed && compareNote(receipt, signed);
  }
  const { data: signed } = derivedPaymentRequest.safeParse(sent);
  return signed && compareSale(receipt, signed);
}

/** The service fills in what the merchant may leave out of a credit note: whose, of what, and how much. */
function compareNote(
  receipt: OpenedReceipt,
  signed: z.output<typeof creditNoteFields>,
): MadeUp[] | undefined {
  const {
    paymentId: _id,
    gateway: _gateway,
    merchantSignature: _proof,
    kind: _kind,
    refundOf: _sale,
    mockItems: _mockItems,
    ...shown
  } = receipt;
  const { refundReference: _reference, ...said } = signed;
  const { merchantId, currency, amount } = receipt;
  if (!isSame(shown, { merchantId, currency, amount, ...said })) return undefined;
  return signed.amount === undefined ? ["amount"] : [];
}

function compareSale(receipt: OpenedReceipt, signed: PaymentRequest): MadeUp[] | undefined {
  const {
    paymentId: _id,
    gateway,
    merchantSignature: _proof,
    amount: paid,
    items,
    ...shown
  } = receipt;
  const {
    recipientHashedPan: _hash,
    cardNonce: _nonce,
    verificationToken: _token,
    customer: _customer,
    amount: _amount,
    items: signedItems,
    ...said
  } = signed;
  if (!isSame(shown, said)) return undefined;

  const itemsAreMadeUp = !isSame(items, signedItems);
  const isAllowed =
    signed.mockItems && !signedItems?.length && items?.every(({ mock }) => mock === true);
  if (itemsAreMadeUp && !isAllowed) return undefined;

  const amount = amountOf(signed, gateway);
  if (amount !== undefined && amount !== paid) return undefined;
  return [
    ...(itemsAreMadeUp ? (["items"] as const) : []),
    ...(amount === undefined ? (["amount"] as const) : []),
  ];
}

/** What the request says is to be paid; undefined where it leaves that to made-up items. */
function amountOf(
  { amount, items, taxAmount = 0, tipAmount = 0 }: PaymentRequest,
  gateway: unknown,
): unknown {
  const { data: name } = gatewayParam.safeParse(gateway);
  const isDerived = name !== undefined && gatewayRules[name].amount === "derived";
  if (!isDerived || !items?.length) return amount;
  return items.reduce((sum, { totalPrice }) => sum + totalPrice, taxAmount + tipAmount);
}

/** Two values of JSON, the members of objects in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;

  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
