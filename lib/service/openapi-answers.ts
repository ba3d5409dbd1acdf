import { z } from "zod";
import { errorCodes } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";

export const errorShape = z
  .object({
    error: z.object({
      code: z.string().meta({ description: "More may be added", examples: [...errorCodes] }),
      message: z.string(),
      details: z.string().meta({ description: "Empty, or each failing field as `path: reason`" }),
      timestamp: z.iso.datetime(),
      request_id: z.string(),
    }),
  })
  .meta({ id: "Error" });

const count = z.int().nonnegative();

const commonHeaders = z.object({
  "X-Request-Id": z.string().meta({
    description: "Also in errors and in our log",
    header: { id: "X-Request-Id" },
  }),
  "X-RateLimit-Limit": count.meta({
    description: "Requests allowed in the window",
    header: { id: "X-RateLimit-Limit" },
  }),
  "X-RateLimit-Remaining": count.meta({
    description: "Requests left in the window",
    header: { id: "X-RateLimit-Remaining" },
  }),
  "X-RateLimit-Reset": count.meta({
    description: "Unix time in seconds at which the window resets",
    header: { id: "X-RateLimit-Reset" },
  }),
});

const replayHeader = {
  "Idempotent-Replayed": z
    .literal("true")
    .optional()
    .meta({
      description: "`true` where this is the answer of an earlier call",
      header: { id: "Idempotent-Replayed" },
    }),
};

const warningHeader = {
  Warning: z
    .string()
    .optional()
    .meta({ description: '`299 - "currency was not given: usd"` where the body has no currency' }),
};

const paymentId = z
  .string()
  .meta({ description: "The id of the payment that the answer is about" });

const retryHeaders = commonHeaders.extend({
  "Retry-After": count.meta({ description: "Seconds to wait before the next try" }),
});

const challengeHeaders = commonHeaders.extend({
  "WWW-Authenticate": z.string().meta({ description: "The required credential: an API key" }),
});

const methodHeaders = commonHeaders.extend({
  Allow: z.string().meta({ description: "The methods that this path has" }),
});

/** Of failures with additional headers. */
const headersOfStatus: Partial<Record<number, z.ZodObject>> = {
  401: challengeHeaders,
  405: methodHeaders,
  429: retryHeaders,
  503: retryHeaders,
};

/** The headers of an operation's successes. */
export function headersOfSuccess(operation: Operation, status: number): z.ZodObject {
  const replays = status === 200 && operation.statuses.includes(201);
  return commonHeaders.extend({
    ...(replays && replayHeader),
    ...(operation.operationId === "createPayment" && warningHeader),
    ...paymentHeader(operation),
  });
}

/** Of its failures; those that happen before the payment is known do not name it. */
export function headersOfFailure(operation: Operation, status: number): z.ZodObject {
  const headers = headersOfStatus[status] ?? commonHeaders;
  const { errors } = operation;
  if (!canNamePayment(operation, status)) return headers;
  // A declined charge is also replayed.
  const replays = errors.includes("payment_declined") && (status === 400 || status === 402);
  return headers.extend({
    ...(replays && replayHeader),
    "X-Payment-Id": paymentId.optional(),
  });
}

function canNamePayment({ operationId, scope, signed }: Operation, status: number): boolean {
  switch (scope) {
    case "payments:write":
      if (status === 400) return signed === true;
      // The payment of a real provider.
      if (status === 404) return operationId === "confirmSandboxPayment";
      return [402, 409, 503].includes(status);
    case "receipts:decrypt":
      return [403, 409].includes(status);
    default:
      return false;
  }
}

/** Every operation whose answer has a payment's id in its data names it; a refund's receipt has another. */
function paymentHeader({ response, scope }: Operation) {
  if (scope === "receipts:decrypt") return { "X-Payment-Id": paymentId.optional() };
  const named = response instanceof z.ZodObject ? response.shape.paymentId : undefined;
  if (!named) return {};
  const isOptional = named instanceof z.ZodNullable;
  return { "X-Payment-Id": isOptional ? paymentId.optional() : paymentId };
}
