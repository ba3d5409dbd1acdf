import { verifyWebhook, WebhookError, type WebhookEvent } from "#lib/client/verify-webhook.ts";
import { decodeBase64, encodeBase64, encodeUtf8 } from "#lib/crypto/bytes.ts";

export type Delivery = { headers: string; body: string; secret: string };

export type DeliveryReading =
  | { state: "unreadable"; field: keyof Delivery; reason: string }
  | {
      state: "read";
      /** The event, or why the delivery is refused. */
      verdict:
        | { state: "verified"; event: WebhookEvent }
        | { state: "refused"; error: WebhookError };
      /** The signature that the secret makes; undefined where id or time is missing. */
      expected: string | undefined;
      /** In seconds, negative for one from the future; undefined where the time is none. */
      age: number | undefined;
    };

export async function checkDelivery({ headers, body, secret }: Delivery): Promise<DeliveryReading> {
  if (headers.trim() === "") return unreadable("headers", "Paste the headers of a delivery.");
  const key = readSecret(secret);
  if (!key) return unreadable("secret", "The secret must be whsec_ and base64.");
  const fields = readHeaders(headers);
  const [id, time] = [fields["webhook-id"], fields["webhook-timestamp"]];
  const expected = id && time ? await sign({ id, time, body, key }) : undefined;
  const seconds = time && /^\d+$/.test(time) ? Number(time) : undefined;
  const age = seconds === undefined ? undefined : Math.floor(Date.now() / 1000) - seconds;
  try {
    const event = await verifyWebhook({ headers: fields, body, secret: secret.trim() });
    return { state: "read", verdict: { state: "verified", event }, expected, age };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return { state: "read", verdict: { state: "refused", error }, expected, age };
  }
}

function unreadable(field: keyof Delivery, reason: string): DeliveryReading {
  return { state: "unreadable", field, reason };
}

/** A line each as `name: value`, with or without curl's -H, or a JSON object. */
export function readHeaders(text: string): Record<string, string> {
  const pairs = readJsonPairs(text) ?? text.split("\n").map(readLine);
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (name === "" ? [] : [[name.toLowerCase(), value]])),
  );
}

function readJsonPairs(text: string): [string, string][] | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return Object.entries(Object(json)).map(([name, value]) => [name, String(value)]);
  } catch {
    return undefined;
  }
}

function readLine(line: string): [string, string] {
  const bare = line
    .trim()
    .replace(/^-H\s+/, "")
    .replace(/\s*\\$/, "")
    .replace(/^(["'])(.*)\1$/, "$2");
  const colon = bare.indexOf(":");
  if (colon < 1) return ["", ""];
  return [bare.slice(0, colon).trim(), bare.slice(colon + 1).trim()];
}

/** A delivery as the service sends it, `age` seconds old, under a secret of this page. */
export async function makeDelivery(age = 0): Promise<Delivery> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const id = `evt_${crypto.randomUUID().replaceAll("-", "")}`;
  const sentAt = Date.now() - age * 1000;
  const time = String(Math.floor(sentAt / 1000));
  const timestamp = new Date(sentAt).toISOString();
  const body = JSON.stringify({ type: "ping", timestamp, data: { message: "Hello" } });
  const signature = await sign({ id, time, body, key });
  const headers = [
    `webhook-id: ${id}`,
    `webhook-timestamp: ${time}`,
    `webhook-signature: ${signature}`,
  ];
  return { headers: headers.join("\n"), body, secret: `whsec_${encodeBase64(key)}` };
}

type Signed = { id: string; time: string; body: string; key: Uint8Array<ArrayBuffer> };

/** Standard Webhooks: HMAC-SHA256 over id, time, and body. */
async function sign({ id, time, body, key }: Signed): Promise<string> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", imported, encodeUtf8(`${id}.${time}.${body}`));
  return `v1,${encodeBase64(new Uint8Array(mac))}`;
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const key = decodeBase64(secret.trim().replace(/^whsec_/, ""));
    return key.length > 0 ? key : undefined;
  } catch {
    return undefined;
  }
}
