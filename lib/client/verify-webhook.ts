import type { Schemas } from "./schemas.ts";
import { memberOf, textOf } from "./send-request.ts";

/** An event as the list has it, or the `ping` of a test. Later services may send further types. */
export type WebhookEvent =
  | Schemas["Event"]
  | { eventId: string; type: "ping"; createdAt: string; data: Record<string, unknown> };

type Delivery = {
  /** The request's headers, or those of a framework as an object. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as it was received, before any parsing. */
  body: string | Uint8Array;
  /** `whsec_…`; while a secret is rotated, either works. */
  secret: string | readonly string[];
  /** How far its clock and yours may be apart; seconds. 300 if not given. */
  toleranceSeconds?: number | undefined;
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
 * and body). Throws WebhookError, and TypeError for a secret that is none. A delivery can come twice: `event.eventId`
 * tells.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = 300,
}: Delivery): Promise<WebhookEvent> {
  const keys = [secret].flat().map(readSecret);
  if (keys.length === 0) throw new TypeError("secret is an empty list");
  const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !time || !signatures) {
    throw new WebhookError("missing_header", "A webhook-… header is missing");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const content = new TextEncoder().encode(`${id}.${time}.${text}`);
  const checks = keys.flatMap((key) =>
    signatures.split(" ").map((signature) => isSignedWith(key, signature, content)),
  );
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookError("wrong_signature", "The signature is wrong");
  }
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!(age <= toleranceSeconds)) {
    throw new WebhookError("wrong_time", "The delivery is too old, or one of the clocks is wrong");
  }
  return readEvent(id, text);
}

function readHeader(headers: Delivery["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.[0];
}

/** Throws TypeError, as for a variable that is not set. */
function readSecret(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const key = decode(secret?.replace(/^whsec_/, "") ?? "");
  if (key === undefined || key.length === 0) throw new TypeError("secret must be whsec_…");
  return key;
}

async function isSignedWith(
  key: Uint8Array<ArrayBuffer>,
  signature: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [version, encoded = ""] = signature.split(",");
  const given = decode(encoded);
  if (version !== "v1" || !given) return false;
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

/** A delivery carries the event's id in a header, and its time as `timestamp`. */
function readEvent(eventId: string, body: string): WebhookEvent {
  const event = parse(body);
  const [type, createdAt] = [textOf(event, "type"), textOf(event, "timestamp")];
  const data = memberOf(event, "data");
  if (type === undefined || createdAt === undefined || typeof data !== "object") {
    throw new WebhookError("not_an_event", "The body is not an event");
  }
  // The service signs what it describes by the schemas that these types come from.
  return { eventId, type, createdAt, data } as WebhookEvent;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
