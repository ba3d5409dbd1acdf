import { z } from "zod";
import { dateTimeInput, dateTimeText, timestamp } from "#lib/core/date-time.ts";
import { isCurrency } from "#lib/core/money.ts";
import type { Operation } from "#lib/core/operation.ts";
import { pageQuery, periodQuery } from "#lib/core/page-query.ts";
import {
  hashedPanText,
  hashedText,
  idText,
  nameText,
  optionalText,
  userIdParam,
} from "#lib/core/text.ts";
import {
  deliveryPaths,
  gateways,
  paymentStatuses,
  receiptKinds,
  receiptStatuses,
  recipientKeyKinds,
  sealedAts,
} from "#lib/core/vocabulary.ts";
import { matchOrNull } from "./contract-match.ts";

const receiptsQuery = z.object({
  ...pageQuery,
  ...periodQuery,
  deliveredFrom: dateTimeInput.optional().meta({
    description:
      "Delivered at or after this time: what became visible since. Ask from a minute before your last call, and skip " +
      "the `paymentId`s that you know",
  }),
});

export const receiptSummary = z
  .object({
    paymentId: z.string().meta({
      description: "Of a refund its `ref_…` id, which opens the credit note in the same way",
    }),
    kind: z.enum(receiptKinds),
    refundOf: z.string().nullable().meta({ description: "The payment that a refund gives back" }),
    receiptId: z.string().meta({ description: "The merchant's reference of the receipt" }),
    transactionId: z.string().meta({ description: "The merchant's reference of the transaction" }),
    receiptStatus: z.enum(receiptStatuses),
    paymentStatus: z.enum(paymentStatuses),
    gateway: z.enum(gateways),
    amount: z.int(),
    currency: z.string(),
    refundedAmount: z.int().meta({ description: "Of a sale: what came back by now" }),
    keyId: z.string().nullable(),
    keyIds: z.array(z.string()).meta({
      description: "All keys that open it: `keyId`, then those of the other devices of its time",
    }),
    createdAt: timestamp,
    deliveredBy: z.enum(deliveryPaths).meta({
      description: "The identifier by which the receipt came to the user, or `claim_code`",
    }),
    match: matchOrNull,
    deliveredAt: timestamp.meta({
      description:
        "When the cardholder could open it first: paid, and sealed to them. It may be long after `createdAt`",
    }),
    sealedAt: z.enum(sealedAts).meta({
      description:
        "`till`: the service never has the receipt, unless the issuer has the service decrypt it, or `keyKind` is `escrow`. " +
        "`service`: it read it while sealing it",
    }),
    keyKind: z.enum(recipientKeyKinds).meta({
      description:
        "Whose key it was sealed to first: `escrow` where it waited for its cardholder, or was sealed to wait",
    }),
  })
  .meta({ id: "ReceiptSummary" });

export const receiptsPage = z
  .object({
    userId: z.string(),
    receipts: z.array(receiptSummary),
    nextCursor: z.string().nullable().meta({ description: "null on the last page" }),
  })
  .meta({ id: "ReceiptsPage" });

export type ReceiptsQuery = z.output<typeof receiptsQuery>;
export type ReceiptSummary = z.output<typeof receiptSummary>;
export type ReceiptSummaryJson = z.input<typeof receiptSummary>;
export type ReceiptsPage = z.output<typeof receiptsPage>;

export const listReceiptsOperation = {
  operationId: "listReceipts",
  method: "GET",
  path: "/api/v1/receipts/{userId}",
  tag: "Receipts",
  summary: "Receipts of a cardholder",
  description:
    "Newest first, as metadata: no ciphertext and no content. Receipts of paid payments and credit " +
    "notes of refunds that have succeeded; a payment that waits, failed or was canceled is not in it. `from` and " +
    "`to` mean the creation, or the till's reservation, and a receipt becomes visible later, when its payment succeeds or its card is " +
    "registered: **to poll for new ones, use `deliveredFrom`**.",
  scope: "receipts:read",
  rateClass: "reads",
  visits: true,
  params: z.object({ userId: userIdParam }),
  query: receiptsQuery,
  response: receiptsPage,
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;

export const MAX_AMOUNT = 1_000_000_000_000;

export const MAX_ITEMS = 500;

const SMALLEST_UNIT = "In the currency's smallest unit";

export const amountInteger = z.int().min(1).max(MAX_AMOUNT).meta({ description: SMALLEST_UNIT });
const signedAmount = z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT).meta({ description: SMALLEST_UNIT });

/** In lower case, whatever was sent. */
export const currencyCode = z
  .string()
  .refine((code) => isCurrency(code), "must be an ISO 4217 currency code")
  .toLowerCase()
  .meta({ minLength: 3, maxLength: 3, pattern: "^[A-Za-z]{3}$" });

/** Fields beyond these are part of the item: kept, sealed, and returned on decryption. */
const lineItem = z
  .looseObject({
    lineItemId: idText,
    name: nameText,
    quantity: z.number().positive().max(1_000_000_000),
    unitPrice: signedAmount.meta({
      description: `${SMALLEST_UNIT}; negative for discounts and returns`,
    }),
    totalPrice: signedAmount,
  })
  .meta({ id: "LineItem" });

/** Whom a receipt is for, the strongest identifier first. None of them is part of the receipt. */
export const recipientFields = {
  recipientHashedPan: hashedPanText.optional().meta({
    description:
      "SHA-256 of the card number, digits only, hex; required unless another `recipientHashed…` is there",
  }),
  recipientHashedPar: hashedText.optional().meta({
    description:
      "SHA-256 of the Payment Account Reference (29 characters, upper case), hex: the same for a card and its device numbers",
  }),
  recipientHashedPhone: hashedText.optional().meta({
    description: "SHA-256 of the phone number in E.164 with its plus sign, hex",
  }),
  recipientHashedEmail: hashedText.optional().meta({
    description: "SHA-256 of the email address, trimmed and in lower case, hex",
  }),
};

export const recipientFieldNames = [
  "recipientHashedPan",
  "recipientHashedPar",
  "recipientHashedPhone",
  "recipientHashedEmail",
] as const satisfies (keyof typeof recipientFields)[];

/** Fields beyond these are part of the receipt: kept, sealed, and returned on decryption. */
export const paymentRequest = z
  .looseObject({
    version: z.string().min(1).max(32).default("1.0").meta({ description: "`1.0` if not given" }),
    receiptId: idText,
    merchantId: idText,
    merchantName: nameText,
    transactionId: idText,
    transactionDate: dateTimeText.meta({
      description: "ISO 8601, with or without seconds and an offset; kept as it was sent",
    }),
    currency: currencyCode.default("usd").meta({
      description: "An ISO 4217 code of the list under Amounts, in either case; `usd` if not given",
    }),
    ...recipientFields,
    amount: amountInteger.optional().meta({
      description:
        `${SMALLEST_UNIT}; required for \`gateway_one\`, and for both with \`splitTender\`. ` +
        "`gateway_two` derives it from items, tax, and tip, and refuses another one",
    }),
    merchantStreet: optionalText,
    merchantCity: optionalText,
    merchantState: optionalText,
    merchantPostalCode: optionalText,
    merchantCountry: optionalText,
    merchantTaxId: optionalText,
    merchantContactEmail: optionalText,
    // Whatever is not a picture that the paper shows is kept, like any other field.
    merchantLogo: z.unknown().optional().meta({
      type: "string",
      description:
        "A data URI of a picture to print on the receipt; the organization's logo where it is absent. See Logos",
    }),
    transactionTimezone: optionalText,
    paymentMethod: optionalText.meta({
      description:
        "What the receipt says, such as `Visa`; for `gateway_one`, also the `pm_…` or `ctoken_…` of the provider that is " +
        "charged",
    }),
    cardLast4: z
      .string()
      .regex(/^\d{4}$/, "must be the last four digits")
      .optional(),
    cardBrand: optionalText,
    subtotal: signedAmount.optional(),
    taxAmount: signedAmount.optional().meta({
      description: `${SMALLEST_UNIT}; comes on top of the items unless \`pricesIncludeTax\` is \`true\``,
    }),
    totalAmount: signedAmount.optional().meta({
      description:
        `${SMALLEST_UNIT}; of the whole receipt. For \`gateway_two\` it must be the sum of items, tax, ` +
        "and tip",
    }),
    // These two and `terminalId` are kept in any shape, like other fields; `receiptFields` describes them.
    pricesIncludeTax: z.unknown().optional(),
    splitTender: z.unknown().optional(),
    items: z.array(lineItem).max(MAX_ITEMS).optional(),
    mockItems: z.boolean().default(true).meta({
      description:
        "Make up line items where none are sent, each with `mock: true`; `true` if not given",
    }),
    tipAmount: z
      .int()
      .min(0)
      .max(MAX_AMOUNT)
      .optional()
      .meta({
        description: `${SMALLEST_UNIT}; part of \`amount\`, and added to what \`gateway_two\` derives`,
      }),
    cardNonce: optionalText.meta({ description: "Card nonce for `gateway_two`" }),
    verificationToken: optionalText.meta({
      description:
        "For `gateway_two`: proof that the customer was authenticated, from Square's page",
    }),
    customer: optionalText.meta({
      description: "The provider's id of the customer whose saved card pays",
    }),
    terminalId: z.unknown().optional(),
  })
  .meta({
    id: "PaymentRequest",
    description:
      "Fields that are not listed are part of the receipt: they are sealed, and come back on decryption. " +
      "`paymentId`, `gateway`, `merchantSignature`, `kind`, `refundOf`, `sealedTo`, and `sealedAt` cannot be among " +
      "them, nor can a card number. At least one of the `recipientHashed…` fields says whom the receipt is for, and none of " +
      "them becomes part of it.",
    anyOf: recipientFieldNames.map((name) => ({ required: [name] })),
  });

/** For `gateway_two`, which compares any amount with what it derives. */
export const derivedPaymentRequest = paymentRequest.extend({ amount: z.unknown().optional() });

export type LineItem = z.output<typeof lineItem>;
export type PaymentRequest = z.output<typeof derivedPaymentRequest>;

/** What a till that has sealed the receipt sends in the clear: whom it is for, and what the payment is made of. */
export const clearFields = paymentRequest
  .pick({
    receiptId: true,
    merchantId: true,
    transactionId: true,
    transactionDate: true,
    currency: true,
    recipientHashedPan: true,
    recipientHashedPar: true,
    recipientHashedPhone: true,
    recipientHashedEmail: true,
    paymentMethod: true,
    cardNonce: true,
    verificationToken: true,
    customer: true,
  })
  .extend({
    amount: amountInteger.meta({ description: `${SMALLEST_UNIT}; charged as one line` }),
    paymentMethod: paymentRequest.shape.paymentMethod.meta({
      description:
        "For the provider, such as the `pm_…` or `ctoken_…` that `gateway_one` charges; the receipt's own is sealed",
    }),
  });

/** What goes to the provider or says whom the receipt is for, and not into the receipt. */
const notInReceipt = {
  cardNonce: true,
  verificationToken: true,
  customer: true,
  recipientHashedPan: true,
  recipientHashedPar: true,
  recipientHashedPhone: true,
  recipientHashedEmail: true,
} as const;

/** Proves that the merchant signed the payment. */
export const merchantSignature = z
  .object({
    jws: z.string().meta({ description: "The X-Merchant-Signature header of the payment" }),
    signedBytes: z.string().meta({ description: "The body as it was sent, base64url" }),
    jwk: z
      .object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string().optional() })
      .meta({ description: "The public key" }),
  })
  .meta({ id: "MerchantSignature" });

/** What a merchant sends of a credit note; the amount is all that is left where it is absent. */
export const creditNoteFields = paymentRequest.omit({ ...notInReceipt, mockItems: true }).extend({
  merchantId: idText.optional().meta({ description: "That of the payment where it is absent" }),
  currency: currencyCode.optional().meta({ description: "That of the payment, if any" }),
  // A till may send what it sends with a payment.
  mockItems: z.boolean().optional().meta({
    description: "Comes back in the credit note, which never has made-up items",
  }),
});

/**
 * What is sealed: the payment without its card, with amount and items settled. The answer of the API,
 * the wallet and the printed receipt all have this one type.
 */
export const openedReceipt = paymentRequest.omit(notInReceipt).extend({
  amount: amountInteger,
  items: z.array(lineItem).optional(),
  // A credit note lacks it, and a default alone would not let that be answered.
  mockItems: z.boolean().optional().default(true),
  // Version 0.1.0 sealed whatever a merchant sent under this name.
  merchantSignature: z
    .unknown()
    .optional()
    .meta({
      type: "object",
      description:
        "Where the merchant signed the payment, what proves it: `jws`, `signedBytes`, and `jwk`. See " +
        "Signed receipts",
    }),
  // Before these were names of the service, a merchant could send anything under them.
  kind: z
    .unknown()
    .optional()
    .meta({ type: "string", description: "`refund` for a credit note; absent for a sale" }),
  refundOf: z
    .unknown()
    .optional()
    .meta({ type: "string", description: "The payment that a refund gives back" }),
});

export type OpenedReceipt = z.output<typeof openedReceipt>;
