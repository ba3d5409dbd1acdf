import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { endOverdueEscrow } from "#lib/payments/end-escrow.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { listKeys } from "./key-status.ts";
import { retireKey } from "./versions.ts";

const [first, second, third] = Array.from({ length: 3 }, () => randomBytes(32).toString("base64"));
const [oldSecret, newSecret] = [
  randomBytes(32).toString("base64url"),
  randomBytes(32).toString("base64url"),
];

const service = setUpTestService({ CARD_PEPPERS: `1:${first}`, SESSION_SECRET: oldSecret });
const api = setUpApi(service);
const member = setUpMember();

async function usesOf(purpose: string, version: number) {
  const key = (await listKeys()).find((k) => k.purpose === purpose && k.version === version);
  return Object.fromEntries(key?.uses.map(({ name, rows }) => [name, rows]) ?? []);
}

test("cardholders move to the new pepper on use, and what waits in escrow keeps the old one", async () => {
  const [paying, known] = [await registerCardholder(api), await registerCardholder(api)];
  const waiting = paymentBody();
  await api.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_one" },
    body: waiting,
  });
  const both = { CARD_PEPPERS: `2:${second},1:${first}`, SESSION_SECRET: oldSecret };
  await service.restart(both);
  assert.deepEqual(await usesOf("pepper", 1), { cardholders: 2, "receipts in escrow": 1 });

  await api.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_one" },
    body: paymentBody({ recipientHashedPan: paying.hashedPan }),
  });
  const { hashedPan, publicKey, keyId } = known;
  const again = await api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
  assert.deepEqual([again.status, again.body.data.userId], [200, known.userId]);
  assert.deepEqual(await usesOf("pepper", 1), { "receipts in escrow": 1 });

  await assert.rejects(retireKey({ purpose: "pepper", version: 1 }), {
    message: "pepper 1 is needed by 1 × receipts in escrow",
  });
  const dropped = { CARD_PEPPERS: `2:${second}`, SESSION_SECRET: oldSecret };
  await assert.rejects(service.restart(dropped), { message: /CARD_PEPPERS: version 1 is missing/ });

  await service.restart(both);
  await registerCardholder(api, waiting.recipientHashedPan);
  await retireKey({ purpose: "pepper", version: 1 });
  await service.restart(dropped);
  await registerCardholder(api, randomHashedPan());
});

test("what expired in escrow has no card, under whichever pepper it was stored", async () => {
  const body = paymentBody();
  const { recipientHashedPan: hashedPan = "" } = body;
  const headers = { "Idempotency-Key": randomHashedPan() };
  const pay = async () =>
    (await api.post("/payments/gateway_one/create", { headers, body })).body.data.paymentId;
  const paymentId = await pay();
  const stored = serviceSecrets().cardIndexer.index(hashedPan).value;
  await pool().query("UPDATE payment SET escrowed_at = now() - interval '200 days' WHERE id = $1", [
    paymentId,
  ]);
  await endOverdueEscrow();

  await service.restart({ CARD_PEPPERS: `3:${third},2:${second}`, SESSION_SECRET: oldSecret });
  const { userId } = await registerCardholder(api, hashedPan);
  await api.call("DELETE /api/v1/users/{userId}", { params: { userId } });
  const { rows } = await pool().query(
    `SELECT p.receipt_status AS status, p.card_index = $2 OR r.card_index = $2 AS linked,
            p.card_index = r.card_index AS together
     FROM payment p JOIN idempotency_record r ON r.payment_id = p.id WHERE p.id = $1 LIMIT 1`,
    [paymentId, stored],
  );
  assert.deepEqual(rows, [{ status: "expired", linked: false, together: true }]);
  assert.equal(await pay(), paymentId, "the merchant's retry finds it");
  await service.restart({ CARD_PEPPERS: `2:${second}`, SESSION_SECRET: oldSecret });
});

test("a session outlives its secret by the one before, and not without it", async () => {
  const CARD_PEPPERS = `2:${second}`;
  const look = () => createConsoleClient(service, member)("GET", "/organization");
  assert.equal((await look()).status, 200);

  await service.restart({
    CARD_PEPPERS,
    SESSION_SECRET: newSecret,
    SESSION_SECRET_PREVIOUS: oldSecret,
  });
  assert.equal((await look()).status, 200);
  await assert.rejects(retireKey({ purpose: "session", version: 1 }), {
    message: "session 1 is needed by 1 × session",
  });

  await service.restart({ CARD_PEPPERS, SESSION_SECRET: newSecret });
  assert.equal((await look()).status, 401);
});
