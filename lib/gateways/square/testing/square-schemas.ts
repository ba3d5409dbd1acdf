import { z } from "zod";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";

// Field by field as https://developer.squareup.com/reference/square has them; only what an adapter
// may send is listed, and anything else is refused the way Square refuses unknown fields.
const money = z.strictObject({
  amount: z.int().min(0).max(99_999_999),
  currency: z.enum(["USD", "CAD", "GBP", "EUR", "AUD", "JPY"]),
});
const metadata = z
  .record(z.string().regex(/^[a-zA-Z0-9_-]{1,60}$/), z.string().min(1).max(255))
  .refine((entries) => Object.keys(entries).length <= 10);

const lineItem = z.strictObject({
  name: z.string().min(1).max(512),
  quantity: z
    .string()
    .regex(/^\d+(\.\d{1,5})?$/)
    .max(12),
  quantity_unit: z
    .strictObject({
      measurement_unit: z.strictObject({
        type: z.literal("TYPE_GENERIC"),
        generic_unit: z.literal("UNIT"),
      }),
      precision: z.int().min(0).max(5),
    })
    .optional(),
  note: z.string().max(2000).optional(),
  base_price_money: money,
});

const order = z.strictObject({
  location_id: z.string().min(1).max(50),
  reference_id: z.string().max(40).optional(),
  line_items: z.array(lineItem).max(500).default([]),
  discounts: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(255),
        type: z.literal("FIXED_AMOUNT"),
        amount_money: money,
        scope: z.literal("ORDER"),
      }),
    )
    .max(500)
    .optional(),
  service_charges: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(512),
        amount_money: money,
        calculation_phase: z.literal("TOTAL_PHASE"),
        taxable: z.literal(false),
      }),
    )
    .optional(),
  metadata,
});

export const createOrderBody = z.strictObject({
  idempotency_key: z.string().min(1).max(192),
  order,
});

export const createPaymentBody = z.strictObject({
  source_id: z.string().min(1),
  idempotency_key: z.string().min(1).max(45),
  amount_money: money,
  tip_money: money.optional(),
  customer_id: z.string().optional(),
  verification_token: z.string().optional(),
  order_id: z.string().optional(),
  location_id: z.string().max(50).optional(),
  reference_id: z.string().max(40).optional(),
  autocomplete: z.boolean().optional(),
});

export const updateOrderBody = z.strictObject({
  order: z.strictObject({
    location_id: z.string(),
    version: z.int(),
    state: z.literal("CANCELED"),
  }),
});

export const searchOrdersBody = z.strictObject({
  location_ids: z.array(z.string()).min(1).max(10),
  cursor: z.string().optional(),
  limit: z.int().min(1).max(1000).optional(),
  query: z.strictObject({
    filter: z.strictObject({
      date_time_filter: z.strictObject({
        created_at: z.strictObject({
          start_at: z.iso.datetime({ offset: true }),
          end_at: z.iso.datetime({ offset: true }),
        }),
      }),
    }),
    // Square asks for the field that the times are of.
    sort: z.strictObject({
      sort_field: z.literal("CREATED_AT"),
      sort_order: z.enum(["ASC", "DESC"]),
    }),
  }),
});

export const cancelByKeyBody = z.strictObject({ idempotency_key: z.string().min(1).max(45) });

export const refundBody = z.strictObject({
  idempotency_key: z.string().min(1).max(45),
  payment_id: z.string().min(1),
  amount_money: money,
  reason: z.string().max(192).optional(),
});

export type RefundBody = z.output<typeof refundBody>;
export type OrderBody = z.output<typeof order>;
export type CreateOrderBody = z.output<typeof createOrderBody>;
export type CreatePaymentBody = z.output<typeof createPaymentBody>;

export function squareError(
  status: number,
  category: string,
  code: string,
  detail: string,
  field?: string,
): Reply {
  const error = { category, code, detail, ...(field ? { field } : {}) };
  return { status, body: { errors: [error] } };
}

export function badRequest(code: string, detail: string, field?: string): Reply {
  return squareError(400, "INVALID_REQUEST_ERROR", code, detail, field);
}

/** The parsed body, or Square's refusal of it. */
export function readSquareBody<Body>(schema: z.ZodType<Body>, text: string): Body | Reply {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return badRequest("EXPECTED_JSON_BODY", "Expected a JSON object in the body.");
  }

  const { data, error } = schema.safeParse(json);
  const issue = error?.issues[0];
  if (!issue) return data as Body;
  const field = issue.path.join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return badRequest("UNKNOWN_BODY_PARAMETER", "The field is not recognized.", issue.keys[0]);
    case "too_big":
      return badRequest("VALUE_TOO_LONG", "The value is too long or too high.", field);
    case "invalid_type":
      return issue.message.includes("received undefined")
        ? badRequest("MISSING_REQUIRED_PARAMETER", "Missing required parameter.", field)
        : badRequest("INCORRECT_TYPE", "The value is of the wrong type.", field);
    default:
      return badRequest("INVALID_VALUE", "The value is invalid.", field);
  }
}
