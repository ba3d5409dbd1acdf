import assert from "node:assert/strict";
import { constants, createPublicKey, publicEncrypt, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { readMetrics, startCounting, stopCounting } from "#lib/metrics/instruments.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { moveEscrow } from "./move-escrow.ts";

const PAY = "/payments/gateway_one/create";

const fixed = {
  CARD_PEPPERS: `1:${randomBytes(32).toString("base64")}`,
  COLUMN_KEYS: `1:${randomBytes(32).toString("base64")}`,
  SESSION_SECRET: randomBytes(32).toString("base64url"),
};
const keys = setUp(async () => ({
  first: await generateEscrowKey(),
  second: await generateEscrowKey(),
  third: await generateEscrowKey(),
}));
const withKeys = (...versions: [number, string][]) => ({
  ...fixed,
  ESCROW_KEYS: versions.map(([version, key]) => `${version}:${key}`).join(","),
});
const service = setUpTestService(() => withKeys([1, keys.first]));
const api = setUpApi(service);
const holder = setUpCardholder(api);
const pair = setUp(() => api.call("POST /api/v1/onboarding/generate-keys"));

/** Wraps the bytes as a till wraps a content key. */
function wrapAs(publicKey: string, bytes: Buffer): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key: createPublicKey(publicKey), padding, oaepHash: "sha256" }, bytes);
}

const brokenWraps: Record<string, (publicKey: string) => Buffer> = {
  "random bytes": () => randomBytes(256),
  "a number beyond the modulus": () => Buffer.alloc(256, 0xff),
  zeros: () => Buffer.alloc(256),
  "a key of 16 bytes": (publicKey) => wrapAs(publicKey, randomBytes(16)),
  "an empty message": (publicKey) => wrapAs(publicKey, Buffer.alloc(0)),
  "another key's": () => wrapAs(pair.publicKey, randomBytes(32)),
};

/** A body for the card, or another recipient; `spoil`: its content key is replaced by other bytes. */
async function sealFor(recipient: Record<string, string>, spoil?: (publicKey: string) => Buffer) {
  const { body, reservation } = await prepareSealed(api, { recipient });
  if (!spoil) return body;
  const encrypted_key = spoil(reservation.publicKey).toString("base64url");
  return { ...body, sealedReceipt: { ...body.sealedReceipt, encrypted_key } };
}

async function payFromTill(
  recipient: Record<string, string>,
  spoil?: (publicKey: string) => Buffer,
) {
  const body = await sealFor(recipient, spoil);
  const { status, body: answer } = await api.post(PAY, { body });
  assert.equal(status, 201, JSON.stringify(answer));
  const { paymentId, veroMetadata } = answer.data;
  assert.equal(veroMetadata.receiptStatus, "escrowed");
  return { body, paymentId: paymentId as string, claimCode: veroMetadata.claimCode as string };
}

const register = (hashedPan: string) => {
  const { publicKey, keyId } = pair;
  return api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
};

async function listIds({ userId }: Pick<TestCardholder, "userId">): Promise<string[]> {
  const { receipts } = (await api.get(`/receipts/${userId}`)).body.data;
  return receipts.map(({ paymentId }: { paymentId: string }) => paymentId).toSorted();
}

async function assertOpens(user: Omit<TestCardholder, "hashedPan">, paymentId: string) {
  const tokenId = await grant(api, user);
  const { privateKey } = user;
  const opened = await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
}

const errorLines = (paymentId: string) =>
  service.logLines
    .map((line) => JSON.parse(line))
    .filter((line) => line.level === "error" && line.payment_id === paymentId);

async function countRows(text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool().query(`SELECT count(*)::int AS count FROM ${text}`, values);
  return rows[0].count;
}

async function readStatus(paymentId: string): Promise<string> {
  const { rows } = await pool().query(
    "SELECT receipt_status AS status FROM payment WHERE id = $1",
    [paymentId],
  );
  return rows[0].status;
}

/** Nothing is left of it but the payment, which the merchant finds; nothing leads to the card any more. */
async function assertEnded(
  { paymentId, body }: { paymentId: string; body: object },
  cardIndex: Uint8Array,
) {
  const { rows } = await pool().query(
    `SELECT DISTINCT p.receipt_status AS status, p.encrypted_key AS key, p.cardholder_id AS holder,
            p.card_index = $2 AS linked, r.card_index = p.card_index AS followed
     FROM payment p JOIN idempotency_record r ON r.payment_id = p.id WHERE p.id = $1`,
    [paymentId, cardIndex],
  );
  assert.deepEqual(rows, [
    { status: "expired", key: null, holder: null, linked: false, followed: true },
  ]);
  const events = await pool().query(
    "SELECT kind FROM payment_event WHERE payment_id = $1 AND kind IN ('expired', 'handed_over')",
    [paymentId],
  );
  assert.deepEqual(events.rows, [{ kind: "expired" }]);
  assert.equal(await countRows("claim_code WHERE payment_id = $1", [paymentId]), 0);
  assert.equal(await countRows("escrow_identifier WHERE payment_id = $1", [paymentId]), 0);
  const found = await api.get(`/payments/gateway_one/${paymentId}`);
  assert.equal(found.body.data.veroMetadata.receiptStatus, "expired");
  const replay = await api.post(PAY, { body });
  assert.deepEqual([replay.status, replay.body.data.paymentId], [200, paymentId]);
  assert.equal(errorLines(paymentId).length, 1);
}

async function cardIndexOf(paymentId: string): Promise<Uint8Array> {
  const { rows } = await pool().query("SELECT card_index AS index FROM payment WHERE id = $1", [
    paymentId,
  ]);
  return rows[0].index;
}

describe("a wrap that does not open ends its own receipt alone", () => {
  test("at a registration, which gets all the others", async () => {
    startCounting();
    const hashedPan = randomHashedPan();
    const recipient = { recipientHashedPan: hashedPan };
    const good = [
      await createSealedPayment(api, { hashedPan }),
      (await payFromTill(recipient)).paymentId,
    ];
    const broken = [];
    for (const spoil of Object.values(brokenWraps))
      broken.push(await payFromTill(recipient, spoil));
    const cardIndex = await cardIndexOf(good[0] ?? "");

    const { status, body } = await register(hashedPan);
    assert.deepEqual([status, body.data?.deliveredReceipts], [201, 2], JSON.stringify(body));
    const user = { ...pair, userId: body.data.userId };
    assert.deepEqual(await listIds(user), good.toSorted());
    for (const paymentId of good) await assertOpens(user, paymentId);
    for (const payment of broken) await assertEnded(payment, cardIndex);

    const counted = readMetrics().find(({ name }) => name === "sealslip_escrow_broken_wraps_total");
    assert.deepEqual(
      counted?.values.map(({ value }) => value),
      [broken.length],
    );
    stopCounting();
  });

  test("at the registration of another identifier", async () => {
    const user = await registerCardholder(api);
    const hash = randomHashedPan();
    const good = await payFromTill({ recipientHashedEmail: hash });
    const broken = await payFromTill({ recipientHashedEmail: hash }, () => randomBytes(256));
    const cardIndex = await cardIndexOf(good.paymentId);
    const { status, body } = await addIdentifier(api, user.userId, "email", hash);
    assert.deepEqual([status, body.data?.deliveredReceipts], [201, 1], JSON.stringify(body));
    assert.deepEqual(await listIds(user), [good.paymentId]);
    await assertEnded(broken, cardIndex);
  });

  test("at a claim, which finds nothing; its credit note waits for the card", async () => {
    const hashedPan = randomHashedPan();
    const sale = await payFromTill({ recipientHashedPan: hashedPan }, () => randomBytes(256));
    const cardIndex = await cardIndexOf(sale.paymentId);
    const refund = await api.post(`/payments/gateway_one/${sale.paymentId}/refunds`, {
      body: refundBody(),
    });
    const noteId = refund.body.data.refundId;
    const claim = () =>
      api.post("/receipts/claim", { body: { claimCode: sale.claimCode, userId: holder.userId } });
    const nothing = { status: 404, code: "not_found", details: /^claimCode: / } as const;
    assertError(await claim(), nothing);
    assertError(await claim(), nothing);
    await assertEnded(sale, cardIndex);
    assert.equal(await readStatus(noteId), "escrowed");

    const { body } = await register(hashedPan);
    assert.deepEqual(await listIds({ userId: body.data.userId }), [noteId]);
  });

  test("at a create after the registration: 400 before anything is charged", async () => {
    const hashedPan = randomHashedPan();
    const recipient = { recipientHashedPan: hashedPan };
    const [good, broken] = [
      await sealFor(recipient),
      await sealFor(recipient, () => randomBytes(256)),
    ];
    const { body } = await register(hashedPan);
    assertError(await api.post(PAY, { body: broken }), {
      status: 400,
      code: "invalid_request",
      details: /^sealedReceipt\.encrypted_key: /,
    });
    const count = await countRows("payment WHERE receipt_id = $1", [broken.receiptId]);
    assert.equal(count, 0);
    const { status, body: created } = await api.post(PAY, { body: good });
    assert.deepEqual([status, created.data?.veroMetadata.receiptStatus], [201, "sealed"]);
    await assertOpens({ ...pair, userId: body.data.userId }, created.data.paymentId);
  });

  test("at the move to another escrow key, which comes to its end", async () => {
    const hashedPan = randomHashedPan();
    const recipient = { recipientHashedPan: hashedPan };
    const broken = [
      await payFromTill(recipient, () => randomBytes(256)),
      await payFromTill(recipient, () => Buffer.alloc(256, 0xff)),
    ];
    const good = await payFromTill(recipient);
    const cardIndex = await cardIndexOf(good.paymentId);
    await service.restart(withKeys([2, keys.second], [1, keys.first]));
    assert.equal(await moveEscrow(), undefined);
    assert.equal(
      await countRows("payment WHERE escrow_version = 1 AND receipt_status = 'escrowed'", []),
      0,
    );
    for (const payment of broken) await assertEnded(payment, cardIndex);
    const { body } = await register(hashedPan);
    await assertOpens({ ...pair, userId: body.data.userId }, good.paymentId);
  });
});

describe("what the service sealed", () => {
  test("fails loudly and destroys nothing, and neither does what waits beside it", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const other = await payFromTill({ recipientHashedPan: hashedPan }, () => randomBytes(256));
    const before = await pool().query("SELECT encrypted_key AS key FROM payment WHERE id = $1", [
      paymentId,
    ]);
    const set = (key: Uint8Array) =>
      pool().query("UPDATE payment SET encrypted_key = $2 WHERE id = $1", [paymentId, key]);
    await set(randomBytes(256));

    assertError(await register(hashedPan), { status: 500, code: "internal_server_error" });
    await service.restart(withKeys([3, keys.third], [2, keys.second]));
    await assert.rejects(moveEscrow(), /does not open/);
    assert.deepEqual(
      [await readStatus(paymentId), await readStatus(other.paymentId)],
      ["escrowed", "escrowed"],
    );

    await set(before.rows[0].key);
    const { status, body } = await register(hashedPan);
    assert.deepEqual([status, body.data?.deliveredReceipts], [201, 1]);
  });
});
