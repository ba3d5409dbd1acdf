import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { signDelivery } from "./sign.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const eventId = "evt_0123456789abcdef0123456789abcdef";
const body = JSON.stringify({ type: "ping", data: { name: "Bäckerei – 東京 🥐" } });

test("the library of Standard Webhooks verifies what is signed", () => {
  const secret = newSecret();
  const headers = signDelivery({ eventId, at: new Date(), body, secrets: [secret] });
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
});

test("a signature is what the library computes, at the second of the attempt", () => {
  const secret = newSecret();
  const at = new Date("2026-11-28T10:00:00.999Z");
  const headers = signDelivery({ eventId, at, body, secrets: [secret] });
  assert.deepEqual(headers, {
    "webhook-id": eventId,
    "webhook-timestamp": "1795860000",
    "webhook-signature": new Webhook(secret).sign(eventId, at, body),
  });
});

test("during a rotation, the receiver's secret verifies whichever of the two it is", () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signDelivery({ eventId, at: new Date(), body, secrets });
  for (const secret of secrets) new Webhook(secret).verify(body, headers);
  assert.throws(() => new Webhook(newSecret()).verify(body, headers), /No matching signature/);
});

const changes = [
  ["body", (headers: Record<string, string>) => ({ headers, body: body.replace("ping", "pong") })],
  [
    "id",
    (headers: Record<string, string>) => ({ headers: { ...headers, "webhook-id": "evt_1" }, body }),
  ],
  [
    "timestamp",
    ({ "webhook-timestamp": at, ...headers }: Record<string, string>) => ({
      headers: { ...headers, "webhook-timestamp": String(Number(at) + 1) },
      body,
    }),
  ],
] as const;

for (const [part, change] of changes) {
  test(`a changed ${part} does not verify`, () => {
    const secret = newSecret();
    const changed = change(signDelivery({ eventId, at: new Date(), body, secrets: [secret] }));
    assert.throws(
      () => new Webhook(secret).verify(changed.body, changed.headers),
      /No matching signature/,
    );
  });
}

test("a text that is no secret signs nothing", () => {
  assert.throws(
    () => signDelivery({ eventId, at: new Date(), body, secrets: ["abc"] }),
    RangeError,
  );
});
