import { z } from "zod";

export const squareCredentials = z.strictObject({
  accessToken: z.string().regex(/^[\w-]{8,1024}$/, "must be an access token"),
  locationId: z.string().regex(/^\w{1,50}$/, "must be a location id"),
  webhookSignatureKey: z.string().min(1).max(256).optional(),
  notificationUrl: z.url({ protocol: /^https?$/ }).optional(),
});

export type SquareCredentials = z.output<typeof squareCredentials>;
