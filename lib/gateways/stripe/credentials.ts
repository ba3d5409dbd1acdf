import { z } from "zod";
import type { Environment } from "#lib/core/vocabulary.ts";

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

/** Whether a key charges real cards stands in it. */
export function explainStripeMismatch(
  { secretKey }: StripeCredentials,
  environment: Environment,
): string | undefined {
  const isLive = secretKey.slice(3).startsWith("live_");
  if (isLive === (environment === "production")) return undefined;
  return isLive
    ? `secretKey: is a live key, which charges real cards; ${environment} takes test keys only`
    : "secretKey: is a test key, which takes no real payments; production takes live keys only";
}
