import { z } from "zod";

export const stripeCredentials = z.strictObject({
  secretKey: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{4,250}$/, "must be a secret or restricted key"),
  webhookSecret: z
    .string()
    .regex(/^whsec_\S{4,250}$/, "must be a webhook signing secret")
    .optional(),
});

export type StripeCredentials = z.output<typeof stripeCredentials>;
