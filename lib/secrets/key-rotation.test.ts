import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const PATH = "/payments/gateway_one/create";
const ROTATED = ["CARD_PEPPERS", "COLUMN_KEYS", "ESCROW_KEYS"];

type Secrets = Record<string, string>;

/** Of every purpose a key. */
async function makeKeys(): Promise<Secrets> {
  const randomKey = () => randomBytes(32).toString("base64");
  return {
    CARD_PEPPERS: randomKey(),
    COLUMN_KEYS: randomKey(),
    ESCROW_KEYS: await generateEscrowKey(),
  };
}

/** `2:…,1:…` for each purpose, the first version the current one. */
const asTexts = (...versions: [number, Secrets][]): Secrets => ({
  SESSION_SECRET,
  ...Object.fromEntries(
    ROTATED.map((name) => [name, versions.map(([n, keys]) => `${n}:${keys[name]}`).join(",")]),
  ),
});

const SESSION_SECRET = randomBytes(32).toString("base64url");

let keys: [Secrets, Secrets];
setUp(async () => {
  keys = [await makeKeys(), await makeKeys()];
});
const service = setUpTestService(() => asTexts([1, keys[0]]));
const api = setUpApi(service);
const holder = setUpCardholder(api);
const waitingPan = randomHashedPan();
const made: { body: Record<string, unknown>; answer: Answer }[] = [];

async function pay(recipientHashedPan: string) {
  const body = paymentBody({ recipientHashedPan });
  const answer = await api.post(PATH, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  made.push({ body, answer });
  return answer.body.data;
}

async function assertOpens(owner: TestCardholder, paymentId: string): Promise<void> {
  const body = { paymentId, tokenId: await grant(api, owner), privateKey: owner.privateKey };
  const answer = await api.post("/payments/decrypt", { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.data.paymentId, paymentId);
}

/** What was made before is answered again: the body's fingerprint and the client secret are read. */
async function assertReplays(): Promise<void> {
  for (const { body, answer } of made) {
    const again = await api.post(PATH, { body });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.deepEqual(again.body, answer.body);
  }
}

setUp(async () => {
  await pay(holder.hashedPan);
  await pay(waitingPan);
});

test("the first deployment knows the new keys and does not use them yet", async () => {
  await service.restart(asTexts([1, keys[0]], [2, keys[1]]));
  await assertReplays();
  const { veroMetadata } = await pay(holder.hashedPan);
  assert.equal(veroMetadata.receiptStatus, "sealed");
  await pay(waitingPan);
  const { rows } = await pool().query(
    "SELECT DISTINCT pepper_version, escrow_version FROM payment WHERE receipt_status = 'escrowed'",
  );
  assert.deepEqual(rows, [{ pepper_version: 1, escrow_version: 1 }]);
});

test("the second one uses them, and everything of before is still usable", async () => {
  await service.restart(asTexts([2, keys[1]], [1, keys[0]]));
  await assertReplays();

  // The same card, the same cardholder.
  const { hashedPan, publicKey, keyId, userId } = holder;
  const again = await api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
  assert.deepEqual([again.status, again.body.data.userId], [200, userId]);
  assert.equal((await pay(holder.hashedPan)).veroMetadata.receiptStatus, "sealed");
  await pay(waitingPan);

  const { body } = await api.get(`/receipts/${userId}`);
  assert.equal(body.data.receipts.length, 3);
  for (const { paymentId } of body.data.receipts) await assertOpens(holder, paymentId);
});

test("escrow of both versions is handed over together", async () => {
  const { rows } = await pool().query(
    "SELECT escrow_version AS v FROM payment WHERE receipt_status = 'escrowed' ORDER BY v",
  );
  assert.deepEqual(rows, [{ v: 1 }, { v: 1 }, { v: 2 }]);

  const late = await registerCardholder(api, waitingPan);
  const { body } = await api.get(`/receipts/${late.userId}`);
  assert.equal(body.data.receipts.length, 3);
  for (const { paymentId } of body.data.receipts) await assertOpens(late, paymentId);
  // No receipt of before waits any more.
  for (const { answer } of made) delete answer.body.data.veroMetadata.claimCode;
  await assertReplays();
});

test("the old escrow key may go once all of its receipts are handed over", async () => {
  const { ESCROW_KEYS: _both, ...rest } = asTexts([2, keys[1]], [1, keys[0]]);
  await service.restart({ ...rest, ESCROW_KEYS: `2:${keys[1].ESCROW_KEYS}` });
  await assertReplays();
  assert.equal((await pay(randomHashedPan())).veroMetadata.receiptStatus, "escrowed");
});

test("the old column key is still needed for the client secrets of its time", async () => {
  const { COLUMN_KEYS: _both, ...rest } = asTexts([2, keys[1]], [1, keys[0]]);
  await assert.rejects(service.restart({ ...rest, COLUMN_KEYS: `2:${keys[1].COLUMN_KEYS}` }), {
    name: "SecretsError",
    message: /COLUMN_KEYS.*\b1\b.*missing/,
  });
});

test("without the old pepper payments of its time still replay, or the start is refused", async () => {
  const { CARD_PEPPERS: _both, ...rest } = asTexts([2, keys[1]], [1, keys[0]]);
  const start = service.restart({ ...rest, CARD_PEPPERS: `2:${keys[1].CARD_PEPPERS}` });
  const refusal: unknown = await start.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal === undefined) await assertReplays();
  else assert.match(String(refusal), /CARD_PEPPERS.*\b1\b.*missing/);
});
