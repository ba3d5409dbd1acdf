import assert from "node:assert/strict";
import { test } from "node:test";
import { registerUserOperation } from "#lib/cardholders/contract.ts";
import type { Operation } from "#lib/core/operation.ts";
import { scopes } from "#lib/core/permissions.ts";
import { generateKeyPair, type KeyPairPem } from "#lib/crypto/rsa-keys.ts";
import { createPaymentOperation } from "#lib/payments/contract.ts";
import { listReceiptsOperation } from "#lib/receipts/contract.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { decryptReceiptOperation, getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import {
  type Answer,
  type ApiClient,
  createApiClient,
  paymentBody,
  randomHashedPan,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { insertApiKey } from "./callers.ts";
import { openDatabase } from "./database.ts";
import { describeBody, describeHeaders } from "./describe-answer.ts";
import { createSecrets } from "./secrets.ts";
import { createService } from "./service.ts";

// The comparison is fair only while both answer every call alike.

const KEY = "sk_dev_by_hand";

const service = setUpTestService();
const api = setUpApi(service);
const byHand = setUp(startByHand);
const stories = setUp(async () => {
  const keys = [await generateKeyPair(), await generateKeyPair()] as const;
  return { ours: await play(api, ...keys), theirs: await play(byHand.api, ...keys) };
});

async function startByHand() {
  const database = await createTestDatabase();
  const pool = await openDatabase(database.ownerUrl);
  await insertApiKey(pool, KEY, {
    apiKeyId: "ak_by_hand",
    organizationId: "org_by_hand",
    environment: "development",
    scopes: [...scopes],
    requestsPerMinute: 600_000,
  });
  const logLines: string[] = [];
  const log = { write: (line: string) => void logLines.push(line) };
  const app = createService({ pool, secrets: await createSecrets(), log });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    api: createApiClient({ url }, KEY),
    logLines,
    async [Symbol.asyncDispose]() {
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}

type Expected = { status: number; operation?: Operation };

const expected: Record<string, Expected> = {
  register: { status: 201, operation: registerUserOperation },
  "register, repeated": { status: 200, operation: registerUserOperation },
  "register, another key": { status: 409 },
  "register, not a key": { status: 400 },
  create: { status: 201, operation: createPaymentOperation },
  "create, repeated": { status: 200, operation: createPaymentOperation },
  "create, another body": { status: 409 },
  "create, escrowed": { status: 201, operation: createPaymentOperation },
  "create, escrowed, repeated": { status: 200, operation: createPaymentOperation },
  "create, no amount": { status: 400 },
  "create, amount as text": { status: 400 },
  "create, fraction of a cent": { status: 400 },
  "create, unknown currency": { status: 400 },
  "create, card that is no hash": { status: 400 },
  "create, date that is none": { status: 400 },
  "create, item without a name": { status: 400 },
  "create, not JSON": { status: 400 },
  "create, too large": { status: 413 },
  "create, not declared as JSON": { status: 415 },
  "create, wrong API key": { status: 401 },
  grant: { status: 201, operation: grantAccessOperation },
  "grant, unknown user": { status: 404 },
  "grant, unknown consent": { status: 400 },
  envelope: { status: 200, operation: getEnvelopeOperation },
  "envelope, used token": { status: 403 },
  "envelope, unknown payment": { status: 404 },
  "envelope, in escrow": { status: 409 },
  "decrypt, wrong key": { status: 403 },
  "decrypt, not a key": { status: 400 },
  decrypt: { status: 200, operation: decryptReceiptOperation },
  "decrypt, used token": { status: 403 },
  "register, from escrow": { status: 201, operation: registerUserOperation },
  "decrypt, from escrow": { status: 200, operation: decryptReceiptOperation },
  list: { status: 200, operation: listReceiptsOperation },
  "list, next page": { status: 200, operation: listReceiptsOperation },
  "list, unknown user": { status: 404 },
  "list, no limit": { status: 400 },
  "list, unknown parameter": { status: 400 },
  "list, broken cursor": { status: 400 },
  "unknown route": { status: 404 },
};

/** Every call of the table above, each after those that it needs. */
async function play(client: ApiClient, keys: KeyPairPem, otherKeys: KeyPairPem) {
  const answers: Record<string, Answer> = {};
  const note = async (name: string, answer: Promise<Answer>) => {
    answers[name] = await answer;
    return answers[name].body.data;
  };
  const register = (hashedPan: string, { publicKey, keyId }: KeyPairPem) =>
    client.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
  const card = randomHashedPan();
  const { userId } = await note("register", register(card, keys));
  await note("register, repeated", register(card, keys));
  await note("register, another key", register(card, otherKeys));
  await note("register, not a key", register(card, { ...keys, publicKey: "abc" }));

  const create = (fields: object = {}) =>
    client.post("/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: card, items, ...fields }),
    });
  const named = { receiptId: "alike", transactionId: "alike" };
  const { paymentId } = await note("create", create(named));
  await note("create, repeated", create(named));
  await note("create, another body", create({ ...named, merchantName: "Another" }));
  const waiting = { recipientHashedPan: randomHashedPan(), receiptId: "w", transactionId: "w" };
  const escrowed = await note("create, escrowed", create(waiting));
  await note("create, escrowed, repeated", create(waiting));
  await note("create, no amount", create({ amount: undefined }));
  await note("create, amount as text", create({ amount: "100" }));
  await note("create, fraction of a cent", create({ amount: 10.5 }));
  await note("create, unknown currency", create({ currency: "zzz" }));
  await note("create, card that is no hash", create({ recipientHashedPan: "4242" }));
  await note("create, date that is none", create({ transactionDate: "yesterday" }));
  await note("create, item without a name", create({ items: [{ ...items[0], name: undefined }] }));
  const send = (options: Parameters<ApiClient["post"]>[1]) =>
    client.post("/payments/gateway_one/create", options);
  await note("create, not JSON", send({ body: "{" }));
  await note("create, too large", send({ body: JSON.stringify("x".repeat(300_000)) }));
  const xml = { "Content-Type": "application/xml" };
  await note("create, not declared as JSON", send({ body: "{}", headers: xml }));
  await note("create, wrong API key", send({ body: {}, key: "sk_dev_wrong" }));

  const grant = (body: object = {}) =>
    client.post("/keys/grant-access", { body: { userId, keyId: keys.keyId, ...body } });
  const { tokenId } = await note("grant", grant({ consentMethod: "pin" }));
  await note("grant, unknown user", grant({ userId: "usr_nobody" }));
  await note("grant, unknown consent", grant({ consentMethod: "asked" }));

  const take = (body: object) => client.post("/payments/envelope", { body });
  await note("envelope, in escrow", take({ paymentId: escrowed.paymentId, tokenId }));
  await note("envelope, unknown payment", take({ paymentId: "pay_none", tokenId }));
  await note("envelope", take({ paymentId, tokenId }));
  await note("envelope, used token", take({ paymentId, tokenId }));

  const decrypt = (body: object) =>
    client.post("/payments/decrypt", { body: { privateKey: keys.privateKey, ...body } });
  const access = { paymentId, tokenId: (await grant()).body.data.tokenId };
  const { privateKey } = otherKeys;
  await note("decrypt, wrong key", decrypt({ ...access, privateKey }));
  await note("decrypt, not a key", decrypt({ ...access, privateKey: "abc" }));
  await note("decrypt", decrypt(access));
  await note("decrypt, used token", decrypt(access));

  const late = await note("register, from escrow", register(waiting.recipientHashedPan, keys));
  const lateGrant = await grant({ userId: late.userId, paymentId: escrowed.paymentId });
  const lateAccess = { paymentId: escrowed.paymentId, tokenId: lateGrant.body.data.tokenId };
  await note("decrypt, from escrow", decrypt(lateAccess));

  await create();
  const { nextCursor } = await note("list", client.get(`/receipts/${userId}?limit=1`));
  await note("list, next page", client.get(`/receipts/${userId}?cursor=${nextCursor}`));
  await note("list, unknown user", client.get("/receipts/usr_nobody"));
  await note("list, no limit", client.get(`/receipts/${userId}?limit=0`));
  await note("list, unknown parameter", client.get(`/receipts/${userId}?sort=up`));
  await note("list, broken cursor", client.get(`/receipts/${userId}?cursor=abc`));
  await note("unknown route", client.get("/nothing"));
  return answers;
}

const items = [
  { lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 1250, totalPrice: 1250, unit: "loaf" },
];

for (const [name, { status, operation }] of Object.entries(expected)) {
  test(`both answer alike: ${name}`, () => {
    const [ours, theirs] = [stories.ours[name], stories.theirs[name]];
    assert.ok(ours && theirs);
    assert.equal(ours.status, status, JSON.stringify(ours.body));
    assert.equal(theirs.status, status, JSON.stringify(theirs.body));
    assert.deepEqual(describeHeaders(theirs), describeHeaders(ours));
    assert.deepEqual(describeBody(theirs), describeBody(ours));
    if (operation?.response) operation.response.decode(theirs.body.data);
  });
}

test("the table above is the whole story", () => {
  assert.deepEqual(Object.keys(stories.theirs).sort(), Object.keys(expected).sort());
});

test("both receipts say the same once they are opened", () => {
  for (const name of ["decrypt", "decrypt, from escrow"]) {
    const [ours, theirs] = [stories.ours, stories.theirs].map((story) => {
      const { paymentId, ...receipt } = story[name]?.body.data ?? {};
      return { isPayment: /^pay_/.test(paymentId), ...receipt };
    });
    assert.deepEqual(Object.keys(theirs ?? {}).length, 12);
    assert.deepEqual(theirs, ours);
  }
});

test("every call by hand has a line in the log with its request id", () => {
  const logged = new Set(byHand.logLines.map((line) => JSON.parse(line).request_id));
  for (const { headers } of Object.values(stories.theirs)) {
    assert.ok(logged.has(headers.get("x-request-id")));
  }
});
