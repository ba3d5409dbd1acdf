import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { IdentifierKind } from "#lib/core/vocabulary.ts";
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
import { addIdentifier } from "#lib/testing/identifiers.ts";
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

test("every identifier moves to the new pepper on use, and waits under the old one until it is registered", async () => {
  const versions = (...keys: [number, string | undefined][]) => ({
    CARD_PEPPERS: keys.map(([version, key]) => `${version}:${key}`).join(","),
    SESSION_SECRET: newSecret,
  });
  const sent = {
    recipientHashedPar: randomHashedPan(),
    recipientHashedPhone: randomHashedPan(),
    recipientHashedEmail: randomHashedPan(),
  };
  const add = async (userId: string, kind: IdentifierKind, hash: string) =>
    (await addIdentifier(api, userId, kind, hash)).body.data;
  const pay = async (fields: object) => {
    const body = paymentBody({ recipientHashedPan: undefined, ...fields });
    return (await api.post("/payments/gateway_one/create", { body })).body.data;
  };
  const [user, next] = [await registerCardholder(api), await registerCardholder(api)];
  const [reference, card] = [randomHashedPan(), randomHashedPan()];
  const added = await add(user.userId, "par", sent.recipientHashedPar);
  await add(user.userId, "phone", sent.recipientHashedPhone);
  await add(user.userId, "email", sent.recipientHashedEmail);
  await add(user.userId, "reference", reference);
  await add(user.userId, "card", card);
  const waiting = [randomHashedPan(), randomHashedPan(), randomHashedPan()];
  const [waitingPan, waitingPhone, waitingEmail] = waiting;
  const held = await pay({
    recipientHashedPan: waitingPan,
    recipientHashedPhone: waitingPhone,
    recipientHashedEmail: waitingEmail,
  });

  await service.restart(versions([3, third], [2, second]));
  const { cardholders: _people, ...uses } = await usesOf("pepper", 2);
  assert.deepEqual(uses, {
    identifiers: 5,
    "receipts in escrow": 1,
    "identifiers in escrow": 2,
  });
  // One payment moves all three that it names, and not only the strongest.
  assert.equal((await pay(sent)).veroMetadata.receiptStatus, "sealed");
  assert.equal((await usesOf("pepper", 2)).identifiers, 2);
  assert.deepEqual(await add(user.userId, "par", sent.recipientHashedPar), added);
  await api.post("/users/find", { body: { kind: "reference", hash: reference } });
  const { hashedPan: _first, ...key } = user;
  const { publicKey, keyId } = key;
  await api.post("/onboarding/register", { body: { hashedPan: card, publicKey, keyId } });
  assert.equal((await usesOf("pepper", 2)).identifiers, undefined);
  assert.equal((await usesOf("pepper", 3)).identifiers, 5);

  await assert.rejects(retireKey({ purpose: "pepper", version: 2 }), {
    message: /2 × identifiers in escrow/,
  });
  const claimed = await add(next.userId, "email", waitingEmail ?? "");
  assert.equal(claimed.deliveredReceipts, 1);
  const { receipts } = (await api.get(`/receipts/${next.userId}`)).body.data;
  assert.equal(receipts[0].paymentId, held.paymentId);
  const left = await usesOf("pepper", 2);
  assert.deepEqual(Object.keys(left), ["cardholders"]);
});
