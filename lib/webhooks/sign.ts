import { createHmac } from "node:crypto";

/** What comes before the base64 of a secret. */
export const SECRET_PREFIX = "whsec_";

type Signed = {
  /** The same at each attempt, by which a receiver recognizes a repetition. */
  eventId: string;
  /** Of this attempt. */
  at: Date;
  body: string;
  /** As text with their prefix; during a rotation, there are two. */
  secrets: readonly string[];
};

/** The headers by which a receiver verifies a delivery (Standard Webhooks, "Webhook headers" and "Signature scheme"). */
export function signDelivery({ eventId, at, body, secrets }: Signed): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const content = `${eventId}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => `v1,${signWith(secret, content)}`);
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}

function signWith(secret: string, content: string): string {
  if (!secret.startsWith(SECRET_PREFIX)) throw new RangeError("not the secret of an endpoint");
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}
