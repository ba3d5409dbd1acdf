import { z } from "zod";
import type { Environment } from "#lib/core/vocabulary.ts";

export const squareCredentials = z.strictObject({
  accessToken: z
    .string()
    .regex(/^[\w-]{8,1024}$/, "must be an access token")
    .refine((token) => !/^(sandbox-)?sq0(idb|idp|csb|csp)-/.test(token), {
      error: "must be an access token, not the id or the secret of an application",
    }),
  locationId: z.string().regex(/^\w{1,50}$/, "must be a location id"),
  webhookSignatureKey: z.string().min(1).max(256).optional(),
  /** For when Square was given another address than the one that the console shows. */
  notificationUrl: z.url({ protocol: /^https?$/ }).optional(),
});

export type SquareCredentials = z.output<typeof squareCredentials>;

/**
 * Older tokens show whether they charge real cards. The others (`EAAA…`) do not need to: Square's
 * sandbox and its production each refuse a token of the other.
 */
export function explainSquareMismatch(
  { accessToken }: SquareCredentials,
  environment: Environment,
): string | undefined {
  if (environment === "production" && accessToken.startsWith("sandbox-")) {
    return "accessToken: is of Square's sandbox, which takes no real payments; production takes production tokens only";
  }
  if (environment !== "production" && accessToken.startsWith("sq0atp-")) {
    return `accessToken: is a production token, which charges real cards; ${environment} takes sandbox tokens only`;
  }
  return undefined;
}
