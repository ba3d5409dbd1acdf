import { z } from "zod";
import { isCurrency } from "#lib/money/currencies.ts";
import { dateTimeText } from "./date-time.ts";
import { hashedPanText, idText, nameText, optionalText } from "./text.ts";

export const LARGEST_AMOUNT = 1_000_000_000_000;

const IN_SMALLEST_UNIT = "In the currency's smallest unit";

export const amountInteger = z
  .int()
  .min(1)
  .max(LARGEST_AMOUNT)
  .meta({ description: IN_SMALLEST_UNIT });
const signedAmount = z
  .int()
  .min(-LARGEST_AMOUNT)
  .max(LARGEST_AMOUNT)
  .meta({ description: IN_SMALLEST_UNIT });

export const currencyCode = z
  .string()
  .refine((code) => isCurrency(code), "must be an ISO 4217 currency code")
  .toLowerCase();

/** Fields beyond these are part of the item: kept, sealed, and returned on decryption. */
export const lineItem = z
  .looseObject({
    lineItemId: idText,
    name: nameText,
    quantity: z.number().positive().max(1_000_000_000),
    unitPrice: signedAmount.meta({
      description: `${IN_SMALLEST_UNIT}; negative for discounts and returns`,
    }),
    totalPrice: signedAmount,
  })
  .meta({ id: "LineItem" });

/** Fields beyond these are part of the receipt: kept, sealed, and returned on decryption. */
export const paymentRequest = z
  .looseObject({
    version: z.string().min(1).max(32).default("1.0"),
    receiptId: idText,
    merchantId: idText,
    merchantName: nameText,
    transactionId: idText,
    transactionDate: dateTimeText.meta({ description: "ISO 8601, with or without an offset" }),
    currency: currencyCode.default("usd").meta({ description: "ISO 4217, in either case" }),
    recipientHashedPan: hashedPanText.meta({ description: "SHA-256 of the card number, hex" }),
    amount: amountInteger.optional().meta({
      description: `${IN_SMALLEST_UNIT}; required for \`gateway_one\`, derived from items and tax for \`gateway_two\``,
    }),
    merchantStreet: optionalText,
    merchantCity: optionalText,
    merchantState: optionalText,
    merchantPostalCode: optionalText,
    merchantCountry: optionalText,
    merchantTaxId: optionalText,
    merchantContactEmail: optionalText,
    transactionTimezone: optionalText,
    paymentMethod: optionalText,
    cardLast4: z
      .string()
      .regex(/^\d{4}$/, "must be the last four digits")
      .optional(),
    cardBrand: optionalText,
    subtotal: signedAmount.optional(),
    taxAmount: signedAmount.optional(),
    totalAmount: signedAmount.optional(),
    items: z.array(lineItem).max(500).optional(),
    mockItems: z
      .boolean()
      .default(true)
      .meta({ description: "Make line items up where none are sent; each is marked `mock: true`" }),
    cardNonce: optionalText.meta({ description: "Card nonce for `gateway_two`" }),
  })
  .meta({ id: "PaymentRequest" });

/** For `gateway_two`, which ignores the amount where there are items, whatever it is. */
export const derivedPaymentRequest = paymentRequest.extend({ amount: z.unknown().optional() });

export type LineItem = z.output<typeof lineItem>;
export type PaymentRequest = z.output<typeof derivedPaymentRequest>;
/** What is sealed: the request without what is only for the service, its items settled. */
export type Receipt = Omit<PaymentRequest, "recipientHashedPan" | "cardNonce">;
