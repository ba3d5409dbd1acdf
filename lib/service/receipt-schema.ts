import { z } from "zod";
import { gatewayParam } from "#lib/core/text.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { itemFields, receiptFields } from "#lib/receipts/contract-fields.ts";
import { type ReceiptName, receiptNames } from "./receipt-names.ts";

/** A JSON Schema (2020-12) of an object, as far as that of a receipt needs it. */
export type FieldSchema = {
  type?: string | undefined;
  description?: string | undefined;
  "x-ubl"?: ReceiptName["ubl"];
  properties?: Record<string, FieldSchema> | undefined;
  required?: string[] | undefined;
  items?: FieldSchema | undefined;
  [keyword: string]: unknown;
};

/**
 * The receipt as it is sealed, for `/schemas/receipt.json`: each field with what it is, and its name in UBL. Fields that
 * are not listed are kept.
 */
export function buildReceiptSchema(): FieldSchema {
  const fields = describeObject(toSchema(sealed), "");
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Sealslip receipt",
    description: DESCRIPTION,
    "x-ubl": "PurchaseReceipt",
    ...fields,
  };
}

const DESCRIPTION =
  "The receipt that is sealed, and that comes back when it is opened. Fields that are not listed are the merchant's own: they " +
  "are kept. The service takes the fields with a meaning in any shape, and prints only those of the shape here. Amounts are " +
  "integers in the currency's smallest unit. `x-ubl` is the name in PurchaseReceipt of UBL 2.4, null where it has none; " +
  "amounts of UBL are decimal.";

const sealed = openedReceipt.extend({
  paymentId: z.string(),
  gateway: gatewayParam,
  // Any shape in the service, where older receipts have fields of the merchant's own under these names.
  kind: z
    .literal("refund")
    .optional()
    .meta(openedReceipt.shape.kind.meta() ?? {}),
  refundOf: z
    .string()
    .optional()
    .meta(openedReceipt.shape.refundOf.meta() ?? {}),
  sealedAt: z.literal("till").optional(),
  sealedTo: z.union([z.string(), z.array(z.string())]).optional(),
  ...optional(receiptFields),
  items: z.array(z.looseObject({ ...lineItem().shape, ...optional(itemFields) })).optional(),
});

function lineItem() {
  return openedReceipt.shape.items.unwrap().element;
}

function optional(fields: Readonly<Record<string, z.ZodType>>) {
  const entries = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, shape]) => [name, shape.optional()]));
}

/** As it is sealed: what has a default may be absent from what a till seals. */
function toSchema(schema: z.ZodType): FieldSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input", reused: "inline" });
  return JSON.parse(JSON.stringify(json));
}

/** With the names of its fields. Throws for a field that the table does not have. */
function describeObject(schema: FieldSchema, prefix: string): FieldSchema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const path = `${prefix}${name}`;
    const known = receiptNames[path];
    if (!known) throw new Error(`receipt-names.ts has no ${path}`);
    const { description, default: _default, ...rest } = describeObject(field, `${path}.`);
    const items = rest.items && describeObject(rest.items, `${path}[].`);
    const text = known.description ?? String(description ?? "").replace(/\.? See [A-Z][\w ]+$/, "");
    return [name, { description: text, "x-ubl": known.ubl, ...rest, ...(items && { items }) }];
  });
  // A nested object keeps unknown fields as well.
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: true };
}
