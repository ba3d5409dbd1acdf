import type { Schemas } from "./schemas.ts";

export type WebhookEvent = Schemas["Event"];

type Delivery = {
  /** The request's headers, or those of a framework as an object. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as it was received, before any parsing. */
  body: string;
  /** `whsec_…`; while a secret is rotated, either works. */
  secret: string | readonly string[];
  /** How far its clock and yours may be apart; seconds. 300 if not given. */
  toleranceSeconds?: number;
};

/** Why a delivery was refused. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly reason: "missing_header" | "wrong_signature" | "wrong_time" | "not_an_event";

  constructor(reason: WebhookError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * The event of a delivery, once its signature and time are right (Standard Webhooks: HMAC-SHA256 over id, time,
 * and body). Throws WebhookError. A delivery can come twice: `event.eventId` tells.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = 300,
}: Delivery): Promise<WebhookEvent> {
  const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !time || !signatures) {
    throw new WebhookError("missing_header", "A webhook-… header is missing");
  }
  const secrets = typeof secret === "string" ? [secret] : secret;
  const content = new TextEncoder().encode(`${id}.${time}.${body}`);
  const checks = secrets.flatMap((one) =>
    signatures.split(" ").map((signature) => isSignedWith(one, signature, content)),
  );
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookError("wrong_signature", "The signature is wrong");
  }
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!(age <= toleranceSeconds)) {
    throw new WebhookError("wrong_time", "The delivery is too old, or one of the clocks is wrong");
  }
  return readEvent(body);
}

function readHeader(headers: Delivery["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.[0];
}

async function isSignedWith(secret: string, signature: string, content: Uint8Array<ArrayBuffer>) {
  const [version, encoded = ""] = signature.split(",");
  const [key, given] = [decode(secret.replace(/^whsec_/, "")), decode(encoded)];
  if (version !== "v1" || !key || !given) return false;
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["verify"]);
  // The platform compares in constant time.
  return await crypto.subtle.verify("HMAC", imported, given, content);
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function readEvent(body: string): WebhookEvent {
  try {
    return JSON.parse(body);
  } catch {
    throw new WebhookError("not_an_event", "The body is not JSON");
  }
}
