import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { signDelivery } from "#lib/webhooks/sign.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const eventId = "evt_0123456789abcdef0123456789abcdef";
const timestamp = "2026-11-28T10:00:00.000Z";
const data = { name: "Bäckerei – 東京 🥐" };
const body = JSON.stringify({ type: "ping", timestamp, data });
const event = { eventId, type: "ping", createdAt: timestamp, data };
const sign = (secrets = [secret], at = new Date()) => signDelivery({ eventId, at, body, secrets });

test("what the service and the library of Standard Webhooks sign is verified", async () => {
  const at = new Date();
  const seconds = String(Math.floor(at.getTime() / 1000));
  const byLibrary = {
    "webhook-id": eventId,
    "webhook-timestamp": seconds,
    "webhook-signature": new Webhook(secret).sign(eventId, at, body),
  };
  for (const headers of [sign(), byLibrary, new Headers(byLibrary)]) {
    assert.deepEqual(await verifyWebhook({ headers, body, secret }), event);
  }
  const bytes = Buffer.from(body);
  assert.deepEqual(await verifyWebhook({ headers: sign(), body: bytes, secret }), event);
  const lists = Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name, [value]]));
  assert.deepEqual(await verifyWebhook({ headers: lists, body, secret }), event);
});

test("during a rotation, either secret on either side verifies", async () => {
  const other = newSecret();
  await verifyWebhook({ headers: sign([other, secret]), body, secret });
  await verifyWebhook({ headers: sign([other]), body, secret: [secret, other] });
});

const { "webhook-signature": signature = "", ...unsigned } = sign();
const refused: [string, Partial<Parameters<typeof verifyWebhook>[0]>, string][] = [
  ["a changed body", { body: body.replace("ping", "pong") }, "wrong_signature"],
  ["another id", { headers: { ...sign(), "webhook-id": "evt_1" } }, "wrong_signature"],
  ["another time", { headers: { ...sign(), "webhook-timestamp": "1" } }, "wrong_signature"],
  ["another secret", { secret: newSecret() }, "wrong_signature"],
  ["no signature", { headers: unsigned }, "missing_header"],
  [
    "another version",
    { headers: { ...unsigned, "webhook-signature": signature.replace("v1,", "v2,") } },
    "wrong_signature",
  ],
  [
    "a signature that is none",
    { headers: { ...unsigned, "webhook-signature": "v1,*" } },
    "wrong_signature",
  ],
  ["an old delivery", { headers: sign([secret], new Date(Date.now() - 301_000)) }, "wrong_time"],
  [
    "one of the future",
    { headers: sign([secret], new Date(Date.now() + 3_600_000)) },
    "wrong_time",
  ],
];
for (const [name, delivery, reason] of refused) {
  test(`${name} is refused: ${reason}`, async () => {
    const given = { headers: sign(), body, secret, ...delivery };
    await assert.rejects(verifyWebhook(given), { name: "WebhookError", reason });
  });
}

test("an old delivery is taken where more is tolerated", async () => {
  const headers = sign([secret], new Date(Date.now() - 3_000_000));
  await verifyWebhook({ headers, body, secret, toleranceSeconds: 3600 });
});

for (const wrong of ["", "whsec_", "whsec_*", []]) {
  test(`the secret ${JSON.stringify(wrong)} is a mistake of the receiver`, async () => {
    const call = verifyWebhook({ headers: sign(), body, secret: wrong });
    await assert.rejects(call, TypeError);
  });
}

test("a signed body that is no event is told apart", async () => {
  for (const text of ["", "[]", '{"type":"ping"}', "{"]) {
    const headers = signDelivery({ eventId, at: new Date(), body: text, secrets: [secret] });
    await assert.rejects(verifyWebhook({ headers, body: text, secret }), {
      reason: "not_an_event",
    });
  }
});
