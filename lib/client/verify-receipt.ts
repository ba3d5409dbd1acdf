import { isFlat } from "#lib/core/is-flat.ts";
import { isSameJson, listDifferences } from "#lib/core/list-differences.ts";
import { decodeUtf8 } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { type MerchantSignature, verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { compareListed } from "./compare-listed.ts";
import type { Schemas } from "./schemas.ts";
import { memberOf, textOf } from "./send-request.ts";

export type ReceiptCheck =
  /**
   * A merchant signed what the receipt says. `signer` is the RFC 7638 thumbprint of its key: whose that is, you know from
   * the merchant, or from earlier receipts. `madeUp` are the parts that the service filled in.
   */
  | {
      state: "signed";
      signer: string;
      organization: string | undefined;
      madeUp: ("items" | "amount")[];
    }
  | { state: "unsigned" }
  /** The fields in which the receipt is not what was signed, listed, or sealed to this key. */
  | { state: "differs"; fields: string[] }
  /** Its proof is none. */
  | { state: "broken" }
  /** This platform lacks the algorithm of the signature. */
  | { state: "unsupported" };

type Known = {
  /** Its entry in receipts.list. */
  listed: Schemas["ReceiptSummary"];
  /**
   * That of the key that opened it: what a till sealed must have been sealed to it, unless `listed.keyKind` is
   * `escrow`. No device knows the escrow key, so a receipt that was sealed for it may have been read and sealed again.
   */
  publicKey?: string | undefined;
  /** In which the cardholder is registered. Compared with what the signature names, if it names one. */
  environment?: string | undefined;
};

/**
 * What is proven about an opened receipt: who signed it, and whether that agrees with what the service lists. Needs
 * no network. Throws CryptoError for a malformed `publicKey`.
 */
export async function verifyReceipt(
  receipt: Schemas["Receipt"],
  { listed, publicKey, environment }: Known,
): Promise<ReceiptCheck> {
  const content: Content = { ...receipt };
  const unlisted = compareListed(content, { paymentId: listed.paymentId, listed });
  const isOfOther =
    publicKey !== undefined &&
    !(await isSealedTo(content, publicKey)) &&
    !isSealedForEscrow(content, listed);
  const fields = [...unlisted, ...(isOfOther ? ["sealedTo"] : [])];
  const proof = content.merchantSignature;
  if (proof === undefined) return fields.length > 0 ? { state: "differs", fields } : unsigned;

  try {
    const { bytes, thumbprint, binding } = await verifyMerchantSignature(readProof(proof));
    const signed = readContent(decodeUtf8(bytes));
    const { differs, madeUp } = compareSigned(content, signed);
    const bound = compareBinding(binding, { content, listed, environment });
    const all = [...new Set([...fields, ...differs, ...bound])];
    if (all.length > 0) return { state: "differs", fields: all };
    const organization = textOf(binding, "organization");
    return { state: "signed", signer: thumbprint, organization, madeUp };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { state: error.reason === "missing_algorithm" ? "unsupported" : "broken" };
  }
}

type Content = Record<string, unknown>;

const unsigned: ReceiptCheck = { state: "unsigned" };

/** True for what the service sealed, which does not say to which key. */
async function isSealedTo({ sealedAt, sealedTo }: Content, publicKey: string): Promise<boolean> {
  const { thumbprint } = await importPublicKey(publicKey);
  if (sealedAt !== "till") return true;
  return Array.isArray(sealedTo) ? sealedTo.includes(thumbprint) : sealedTo === thumbprint;
}

/** SHA-256 as base64url. */
const thumbprintPattern = /^[\w-]{43}$/;

/** To wait for its card, or offline for any: the escrow has one key. */
function isSealedForEscrow({ sealedTo }: Content, listed: Schemas["ReceiptSummary"]): boolean {
  if (listed.sealedAt !== "till" || listed.keyKind !== "escrow") return false;
  const [key, ...others]: unknown[] = Array.isArray(sealedTo) ? sealedTo : [sealedTo];
  return typeof key === "string" && thumbprintPattern.test(key) && others.length === 0;
}

export function readProof(proof: unknown): MerchantSignature {
  const jwk = memberOf(proof, "jwk");
  const [jws, signedBytes] = [textOf(proof, "jws"), textOf(proof, "signedBytes")];
  const [kty, crv, x] = [textOf(jwk, "kty"), textOf(jwk, "crv"), textOf(jwk, "x")];
  if (!jws || !signedBytes || !kty || !crv || !x) throw noProof();
  return { jws, signedBytes, jwk: { kty, crv, x, y: textOf(jwk, "y") } };
}

export function readContent(json: string): Content {
  try {
    const content: unknown = JSON.parse(json.replace(/^\ufeff/, ""));
    if (typeof content === "object" && content && !Array.isArray(content) && isFlat(content)) {
      return { ...content };
    }
  } catch {
    // Said below.
  }
  throw noProof();
}

function noProof(): CryptoError {
  return new CryptoError("malformed_signature", "The receipt has no proof that can be read.");
}

type Comparison = { differs: string[]; madeUp: ("items" | "amount")[] };

/** The shown receipt with what was signed. The service fills in what a request may leave out, and a till all of it. */
export function compareSigned(receipt: Content, signed: Content): Comparison {
  const { merchantSignature: _, ...shown } = receipt;
  if (receipt.sealedAt === "till") {
    return { differs: listDifferences(fillIn(shown), fillIn(signed)), madeUp: [] };
  }
  return receipt.kind === "refund" ? compareNote(shown, signed) : compareSale(shown, signed);
}

/** As the service reads it: defaults, no nulls, and the currency in lower case. */
function fillIn(content: Content): Content {
  const said = Object.entries(content).filter(([, value]) => value !== null && value !== undefined);
  const { currency = "usd", ...fields } = Object.fromEntries(said);
  const code = typeof currency === "string" ? currency.toLowerCase() : currency;
  return { version: "1.0", mockItems: true, ...fields, currency: code };
}

function compareNote(shown: Content, signed: Content): Comparison {
  const { paymentId: _id, gateway: _gateway, kind: _kind, refundOf: _sale, ...note } = shown;
  const { refundReference: _reference, ...said } = signed;
  const { merchantId, currency, amount } = note;
  const sent = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  return {
    differs: listDifferences(fillIn(note), fillIn({ merchantId, currency, amount, ...sent })),
    madeUp: sent.amount === undefined ? ["amount"] : [],
  };
}

function compareSale(shown: Content, request: Content): Comparison {
  const signed = fillIn(request);
  const { paymentId: _id, gateway, amount: paid, items, ...rest } = fillIn(shown);
  const {
    recipientHashedPan: _pan,
    recipientHashedPar: _par,
    recipientHashedPhone: _phone,
    recipientHashedEmail: _email,
    cardNonce: _nonce,
    verificationToken: _token,
    customer: _customer,
    amount: _amount,
    items: sentItems,
    ...said
  } = signed;
  const isMadeUp = !isSameJson(items, sentItems) && mayMakeUp(signed) && isMock(items);
  const amount = amountOf(signed, gateway);
  return {
    differs: [
      ...listDifferences(rest, said),
      ...(isMadeUp || isSameJson(items, sentItems) ? [] : ["items"]),
      ...(amount === undefined || amount === paid ? [] : ["amount"]),
    ],
    madeUp: [
      ...(isMadeUp ? (["items"] as const) : []),
      ...(amount === undefined ? (["amount"] as const) : []),
    ],
  };
}

function mayMakeUp({ items, mockItems }: Content): boolean {
  return mockItems === true && (!Array.isArray(items) || items.length === 0);
}

function isMock(items: unknown): boolean {
  return Array.isArray(items) && items.every((item) => memberOf(item, "mock") === true);
}

/** What the request says is to be paid; undefined where it leaves that to made-up items. */
function amountOf(signed: Content, gateway: unknown): unknown {
  const { amount, items, taxAmount = 0, tipAmount = 0, pricesIncludeTax, splitTender } = signed;
  const isDerived = gateway === "gateway_two" && splitTender !== true;
  if (!isDerived || !Array.isArray(items) || items.length === 0) return amount;
  const added = Number(tipAmount) + (pricesIncludeTax === true ? 0 : Number(taxAmount));
  return items.reduce((sum, item) => sum + Number(memberOf(item, "totalPrice")), added);
}

type Place = {
  content: Content;
  listed: Schemas["ReceiptSummary"];
  environment: string | undefined;
};

/** A signature that says what it is for holds for nothing else. */
function compareBinding(binding: unknown, { content, listed, environment }: Place): string[] {
  if (binding === undefined) return [];
  const isRefund = content.kind === "refund" || listed.kind === "refund";
  const pairs: [string, unknown, unknown][] = [
    ["gateway", memberOf(binding, "gateway"), listed.gateway],
    ["kind", memberOf(binding, "request"), isRefund ? "refund" : "create"],
    ["refundOf", memberOf(binding, "paymentId"), isRefund ? listed.refundOf : undefined],
    [
      "environment",
      memberOf(binding, "environment"),
      environment ?? memberOf(binding, "environment"),
    ],
  ];
  const differs = pairs.flatMap(([name, said, known]) => (said === known ? [] : [name]));
  const isWhole = textOf(binding, "organization") && textOf(binding, "environment");
  return isWhole ? differs : [...differs, "sealslip"];
}
