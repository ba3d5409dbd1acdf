import { z } from "zod";
import { errorCodes } from "#lib/core/errors.ts";

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

export const commonHeaders = z.object({
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

export const replayHeaders = commonHeaders.extend({
  "Idempotent-Replayed": z.literal("true").optional().meta({
    description: "`true` where this is the answer of an earlier call",
  }),
});

const retryHeaders = commonHeaders.extend({
  "Retry-After": count.meta({ description: "Seconds to wait before the next try" }),
});

const challengeHeaders = commonHeaders.extend({
  "WWW-Authenticate": z.string().meta({ description: "What is asked for: an API key" }),
});

const methodHeaders = commonHeaders.extend({
  Allow: z.string().meta({ description: "The methods that this path has" }),
});

/** Of failures that have more than those of every answer. */
export const headersOfStatus: Partial<Record<number, z.ZodObject>> = {
  401: challengeHeaders,
  405: methodHeaders,
  429: retryHeaders,
  503: retryHeaders,
};
