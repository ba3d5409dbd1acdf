import type { z } from "zod";
import {
  type BindingMember,
  findMismatches,
  organizationOf,
} from "#lib/api-keys/contract-binding.ts";
import { isFlat } from "#lib/core/is-flat.ts";
import { isSameJson, listDifferences } from "#lib/core/list-differences.ts";
import { decodeBody, dropNulls } from "#lib/core/sent-body.ts";
import { gatewayParam } from "#lib/core/text.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { type RefundRequest, refundRequest } from "#lib/payments/contract-refunds.ts";
import {
  derivedPaymentRequest,
  merchantSignature,
  type PaymentRequest,
} from "#lib/receipts/contract.ts";
import { addUp, isSplit } from "#lib/receipts/contract-amounts.ts";
import { claimsTill, fillIn, type ListedFacts } from "./sealed-content.ts";
import { type SealedContent, tillContent } from "./till-content.ts";

export type SignatureCheck =
  /**
   * The RFC 7638 thumbprint of the key, which parts of the receipt the service filled in, and the organization that
   * the signature names, if any.
   */
  | { state: "valid"; thumbprint: string; madeUp: MadeUp[]; organization?: string }
  /** The fields in which the receipt differs from what was signed; none where the proof itself is wrong. */
  | { state: "broken"; differs: string[] }
  /** This browser lacks the algorithm. */
  | { state: "unsupported" };

type MadeUp = "items" | "amount";

type Known = {
  /** Of the card. */
  environment?: AnyEnvironment | undefined;
  /** As the service lists the receipt. */
  listed?: ListedFacts | undefined;
};

/**
 * Checks on this device that the merchant signed what the receipt says, as it came out of its envelope. Compares
 * with `environment` and `listed` as far as they are known. Whose key it is, the proof does not say.
 */
export async function checkSignature(
  receipt: SealedContent,
  { environment, listed }: Known = {},
): Promise<SignatureCheck> {
  const proof = merchantSignature.safeParse(receipt.merchantSignature);
  if (!proof.success) return noProof;

  try {
    const { bytes, thumbprint, binding } = await verifyMerchantSignature(proof.data);
    const signed = readSigned(bytes);
    const isOfTill = claimsTill(receipt);
    const comparison = isOfTill ? compareSealed(receipt, signed) : compare(receipt, signed);
    if (!comparison) return noProof;
    const bound = isOfTill ? (fillIn(receipt, listed) ?? receipt) : receipt;
    const differs = [...comparison.differs, ...compareBinding(bound, binding, environment)];
    if (differs.length > 0) return { state: "broken", differs: [...new Set(differs)] };
    const organization = organizationOf(binding);
    const { madeUp } = comparison;
    return {
      state: "valid",
      thumbprint,
      madeUp,
      ...(organization !== undefined && { organization }),
    };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return error.reason === "missing_algorithm" ? { state: "unsupported" } : noProof;
  }
}

const noProof: SignatureCheck = { state: "broken", differs: [] };

function readSigned(bytes: Bytes): unknown {
  try {
    const signed: unknown = JSON.parse(decodeBody(bytes));
    return isFlat(signed) ? signed : undefined;
  } catch {
    return undefined;
  }
}

type Comparison = { differs: string[]; madeUp: MadeUp[] };

/**
 * A till signs the receipt itself, for whom it was sealed included: the service adds nothing, so any field that is not
 * signed is a difference. Both are read by one schema, with the same defaults. Undefined where what was signed is no
 * receipt.
 */
function compareSealed(
  { merchantSignature: _proof, ...shown }: SealedContent,
  sent: unknown,
): Comparison | undefined {
  const signed = readAsService(tillContent, sent);
  return signed && { differs: listDifferences(shown, signed), madeUp: [] };
}

/** Undefined where what was signed is no request. */
function compare(receipt: SealedContent, sent: unknown): Comparison | undefined {
  if (receipt.kind === "refund") {
    const signed = readAsService(refundRequest, sent);
    return signed && compareNote(receipt, signed);
  }
  const signed = readAsService(derivedPaymentRequest, sent);
  return signed && compareSale(receipt, signed);
}

/** With its defaults, and without nulls. */
function readAsService<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> | undefined {
  return schema.safeParse(dropNulls(schema, sent)).data;
}

/** The service fills in what the merchant may leave out of a credit note: whose, of what, and how much. */
function compareNote(receipt: SealedContent, signed: RefundRequest): Comparison {
  const {
    paymentId: _id,
    gateway: _gateway,
    merchantSignature: _proof,
    kind: _kind,
    refundOf: _sale,
    ...shown
  } = receipt;
  const { refundReference: _reference, ...said } = signed;
  const { merchantId, currency, amount } = receipt;
  // An opened receipt has the default of a sale.
  const filledIn = { merchantId, currency, amount, mockItems: true };
  return {
    differs: listDifferences(shown, { ...filledIn, ...said }),
    madeUp: signed.amount === undefined ? ["amount"] : [],
  };
}

function compareSale(receipt: SealedContent, signed: PaymentRequest): Comparison {
  const {
    paymentId: _id,
    gateway,
    merchantSignature: _proof,
    amount: paid,
    items,
    ...shown
  } = receipt;
  const {
    recipientHashedPan: _pan,
    recipientHashedPar: _par,
    recipientHashedPhone: _phone,
    recipientHashedEmail: _email,
    cardNonce: _nonce,
    verificationToken: _token,
    customer: _customer,
    amount: _amount,
    items: signedItems,
    ...said
  } = signed;
  const itemsDiffer = !isSameJson(items, signedItems);
  const itemsAreMadeUp =
    itemsDiffer &&
    signed.mockItems &&
    !signedItems?.length &&
    items?.every(({ mock }) => mock === true) === true;
  const amount = amountOf(signed, gateway);
  return {
    differs: [
      ...listDifferences(shown, said),
      ...(itemsDiffer && !itemsAreMadeUp ? ["items"] : []),
      ...(amount !== undefined && amount !== paid ? ["amount"] : []),
    ],
    madeUp: [
      ...(itemsAreMadeUp ? (["items"] as const) : []),
      ...(amount === undefined ? (["amount"] as const) : []),
    ],
  };
}

/** What the request says is to be paid; undefined where it leaves that to made-up items. */
function amountOf(signed: PaymentRequest, gateway: unknown): unknown {
  const { amount, items } = signed;
  const { data: name } = gatewayParam.safeParse(gateway);
  const isDerived = name !== undefined && gatewayRules[name].amount === "derived";
  if (!isDerived || isSplit(signed) || !items?.length) return amount ?? undefined;
  return addUp(items, signed);
}

/** A signature that says what it is for holds for nothing else. The receipt does not name the organization. */
function compareBinding(
  { kind, gateway, refundOf }: SealedContent,
  binding: unknown,
  environment: AnyEnvironment | undefined,
): string[] {
  if (binding === undefined) return [];
  const place = { gateway, environment };
  const mismatches = findMismatches(
    binding,
    kind === "refund"
      ? { ...place, request: "refund", paymentId: refundOf ?? null }
      : { ...place, request: "create" },
  );
  return mismatches === "malformed" ? ["sealslip"] : mismatches.map((name) => fieldOf[name]);
}

/** As a receipt names it. */
const fieldOf: Record<BindingMember, string> = {
  organization: "organization",
  environment: "environment",
  gateway: "gateway",
  request: "kind",
  paymentId: "refundOf",
};
