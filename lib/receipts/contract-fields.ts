import { z } from "zod";

// Fields that the paper prints and a client reads, beside those that a payment is made of. They have a shape in the
// API's document and none in the schemas that a body is parsed by: a value without the shape is a field of the
// merchant's own, which is neither refused nor dropped. See docs/decisions/fields-with-a-meaning.md.

const SMALLEST_UNIT = "In the currency's smallest unit";

/** Of `terminalId`, in characters. */
export const MAX_TERMINAL_LENGTH = 128;

const amount = z.int().meta({ description: SMALLEST_UNIT });
const name = z.string().max(256);
const percent = z.number().min(0).max(1000);

const tax = z.object({
  name: name.optional().meta({ description: "As it is printed, such as `VAT` or `MwSt`" }),
  ratePercent: percent.meta({ description: "`19` for 19 %" }),
  net: amount.optional().meta({ description: `${SMALLEST_UNIT}: what it is computed from` }),
  amount: amount.meta({ description: `${SMALLEST_UNIT}: the tax itself` }),
  code: z.string().max(4).optional().meta({
    description: "Up to 4 characters that stand at the lines it applies to, as their `taxCode`",
  }),
});

const discount = z.object({
  name: name.optional(),
  amount: amount.meta({ description: `${SMALLEST_UNIT}, with or without a minus` }),
});

const fiscal = z.object({
  scheme: name
    .optional()
    .meta({ description: "Such as `TSE` or `RKSV`; the heading on the paper" }),
  data: z.string().max(4000).optional().meta({ description: "Printed as text" }),
  qr: z.string().max(2000).optional().meta({ description: "Printed as a QR code" }),
});

const loyalty = z.object({
  program: name.optional(),
  member: name.optional().meta({ description: "The member's number, better masked" }),
  pointsEarned: z.number().optional(),
  pointsBalance: z.number().optional(),
});

/** Of a receipt. */
export const receiptFields = {
  pricesIncludeTax: z.boolean().meta({
    description:
      "`true`: the prices include `taxAmount` and `taxes`, which are not added to them. Any other value has no effect",
  }),
  splitTender: z.boolean().meta({
    description:
      "`true`: `amount` is what this payment charges of a larger receipt. Any other value has no effect",
  }),
  taxes: z.array(tax).meta({ description: "The tax by rate" }),
  discounts: z.array(discount).meta({ description: "What came off the whole" }),
  terminalId: z.string().max(MAX_TERMINAL_LENGTH).meta({
    description: "Your own name of the card terminal or the till; comes back in `match`, too",
  }),
  cashier: name,
  orderNumber: name,
  returnPolicy: z.string().max(2000),
  fiscal: fiscal.meta({ description: "What a fiscal device or law adds. Never interpreted" }),
  loyalty,
};

/** Of a line item. */
export const itemFields = {
  sku: name,
  gtin: z
    .string()
    .regex(/^(?:\d{8}|\d{12,14})$/)
    .meta({ description: "8, 12, 13, or 14 digits, as text" }),
  unit: z.string().min(1).max(16).meta({
    description: "What `quantity` counts and `unitPrice` is for, such as `kg`",
  }),
  taxCode: z.string().max(4).meta({ description: "`code` of one of the `taxes`" }),
  taxRatePercent: percent,
  discountAmount: amount.meta({
    description: `${SMALLEST_UNIT}, with or without a minus: what came off this line; \`totalPrice\` is without it`,
  }),
  category: name.meta({ description: "For the reader's own overviews; not printed" }),
  warrantyMonths: z.int().min(1).max(1200).meta({ description: "From `transactionDate` on" }),
  serialNumber: name,
};

/** The schemas of the API's document that have these fields, by id. */
export const fieldsOfSchemas: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  PaymentRequest: receiptFields,
  RefundRequest: receiptFields,
  Receipt: receiptFields,
  LineItem: itemFields,
};

export type Tax = z.output<typeof tax>;
export type Discount = z.output<typeof discount>;

type Fields = Readonly<Record<string, z.ZodType>>;

/** The value of a field of a receipt; undefined where it is absent or lacks the shape. */
export function readReceiptField<Name extends keyof typeof receiptFields>(
  receipt: object,
  name: Name,
): z.output<(typeof receiptFields)[Name]> | undefined {
  return readField(receiptFields, receipt, name);
}

/** The same for a line item. */
export function readItemField<Name extends keyof typeof itemFields>(
  item: object,
  name: Name,
): z.output<(typeof itemFields)[Name]> | undefined {
  return readField(itemFields, item, name);
}

/**
 * Those of the discounts that have the shape: each holds by itself, unlike a table of taxes, which would say
 * something else without one of its rates.
 */
export function readDiscountList(receipt: object): Discount[] {
  const value = ownValue(receipt, "discounts");
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => discount.safeParse(withoutNulls(entry)).data ?? []);
}

function readField<All extends Fields, Name extends keyof All & string>(
  fields: All,
  from: object,
  name: Name,
): z.output<All[Name]> | undefined {
  const shape: All[Name] = fields[name];
  return shape.safeParse(withoutNulls(ownValue(from, name))).data;
}

function ownValue(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined;
}

/** Serializers send null for what is absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
