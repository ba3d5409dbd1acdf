import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { identifierKinds } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { addIdentifier, endIdentifier } from "#lib/testing/identifiers.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const NOT_FOUND = { status: 404, code: "not_found" } as const;

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

async function createIssuer() {
  const organizationId = await createTestOrganization();
  return createApiClient(service, await createTestKey({ organizationId }));
}

async function list(userId: string) {
  return (await api.get(`/users/${userId}/identifiers`)).body.data.identifiers;
}

async function countReceipts(userId: string): Promise<number> {
  return (await api.get(`/receipts/${userId}`)).body.data.receipts.length;
}

describe("201", () => {
  for (const kind of identifierKinds) {
    test(`a ${kind}, and 200 for the same again`, async () => {
      const hash = randomHashedPan();
      const first = await addIdentifier(api, holder.userId, kind, hash);
      assert.equal(first.status, 201, JSON.stringify(first.body));
      const { identifierId, createdAt, ...rest } = first.body.data;
      assert.match(identifierId, /^idt_[0-9a-f]{32}$/);
      assert.ok(Date.now() - Date.parse(createdAt) < 60_000);
      assert.deepEqual(rest, { kind, deliveredReceipts: 0 });
      const again = await addIdentifier(api, holder.userId, kind, hash.toUpperCase());
      assert.deepEqual([again.status, again.body], [200, first.body]);
    });
  }

  test("says how many receipts waited, and says the same later", async () => {
    const user = await registerCardholder(api);
    const phone = randomHashedPan();
    for (let at = 0; at < 3; at += 1) {
      await createSealedPayment(api, user, {
        recipientHashedPan: randomHashedPan(),
        recipientHashedPhone: phone,
      });
    }
    const { body } = await addIdentifier(api, user.userId, "phone", phone);
    assert.equal(body.data.deliveredReceipts, 3);
    const again = await addIdentifier(api, user.userId, "phone", phone);
    assert.deepEqual([again.status, again.body], [200, body]);
    assert.equal(await countReceipts(user.userId), 3);
  });

  test("another card of the same person, which is then registered for everyone", async () => {
    const user = await registerCardholder(api);
    const second = randomHashedPan();
    await addIdentifier(api, user.userId, "card", second);
    await createSealedPayment(api, { hashedPan: second });
    assert.equal(await countReceipts(user.userId), 1);

    const { publicKey, keyId } = user;
    const same = { hashedPan: second, publicKey, keyId };
    const again = await api.post("/onboarding/register", { body: same });
    assert.deepEqual([again.status, again.body.data.userId], [200, user.userId]);
    const batch = await api.post("/onboarding/register/batch", { body: { registrations: [same] } });
    const [{ status, data }] = batch.body.data.results;
    assert.deepEqual([status, data.userId], [200, user.userId]);

    const other = await createIssuer();
    const key = await other.call("POST /api/v1/onboarding/generate-keys");
    const body = { hashedPan: second, publicKey: key.publicKey, keyId: key.keyId };
    const taken = await other.post("/onboarding/register", { body });
    assertError(taken, { status: 409, code: "conflict", details: /another issuer/ });
  });

  test("the card of the registration again", async () => {
    const { status, body } = await addIdentifier(api, holder.userId, "card", holder.hashedPan);
    const [first] = await list(holder.userId);
    assert.deepEqual([status, body.data], [200, first]);
  });
});

describe("a reference", () => {
  test("is one of an organization: another one may have the same", async () => {
    const reference = randomHashedPan();
    assert.equal((await addIdentifier(api, holder.userId, "reference", reference)).status, 201);
    const second = await registerCardholder(api);
    assert.equal((await addIdentifier(api, second.userId, "reference", reference)).status, 409);
    const other = await createIssuer();
    const theirs = await registerCardholder(other);
    assert.equal((await addIdentifier(other, theirs.userId, "reference", reference)).status, 201);
  });

  test("leads no receipt anywhere", async () => {
    const user = await registerCardholder(api);
    const hash = randomHashedPan();
    await createSealedPayment(api, { hashedPan: hash });
    const { body } = await addIdentifier(api, user.userId, "reference", hash);
    assert.equal(body.data.deliveredReceipts, 0);
    await createSealedPayment(api, user, {
      recipientHashedPan: hash,
      recipientHashedEmail: hash,
    });
    assert.equal(await countReceipts(user.userId), 0);
  });
});

test("the list has the card of the registration first, and never a hash", async () => {
  const user = await registerCardholder(api);
  const hash = randomHashedPan();
  const { body: added } = await addIdentifier(api, user.userId, "email", hash);
  const { body } = await api.get(`/users/${user.userId}/identifiers`);
  const [first, ...others] = body.data.identifiers;
  assert.deepEqual(
    [first.identifierId, first.kind, first.deliveredReceipts],
    [user.userId.replace("usr_", "idt_"), "card", 0],
  );
  assert.deepEqual(others, [added.data]);
  assert.ok(!JSON.stringify(body).includes(hash));
});

describe("the end of an identifier", () => {
  test("receipts to come wait, those delivered stay, and it is free", async () => {
    const user = await registerCardholder(api);
    const email = randomHashedPan();
    const { body } = await addIdentifier(api, user.userId, "email", email);
    const pay = () =>
      api.post("/payments/gateway_one/create", {
        body: paymentBody({ recipientHashedPan: undefined, recipientHashedEmail: email }),
      });
    await pay();
    const { identifierId } = body.data;
    const ended = await endIdentifier(service, api.key, user.userId, identifierId);
    const { endedAt: _at, ...rest } = ended.body.data;
    assert.deepEqual([ended.status, rest], [200, { identifierId, kind: "email", status: "ended" }]);
    assertError(await endIdentifier(service, api.key, user.userId, identifierId), NOT_FOUND);
    assert.equal((await pay()).body.data.veroMetadata.receiptStatus, "escrowed");
    assert.equal(await countReceipts(user.userId), 1);
    assert.equal((await list(user.userId)).length, 1);

    const next = await registerCardholder(api);
    const again = await addIdentifier(api, next.userId, "email", email);
    assert.deepEqual([again.status, again.body.data.deliveredReceipts], [201, 1]);
  });

  test("409 for the card of the registration, 404 for another user's", async () => {
    const [own] = await list(holder.userId);
    const refused = await endIdentifier(service, api.key, holder.userId, own.identifierId);
    assertError(refused, {
      status: 409,
      code: "conflict",
      details: /^identifierId: .*registration/,
    });
    const user = await registerCardholder(api);
    const { body } = await addIdentifier(api, user.userId, "par");
    const { identifierId } = body.data;
    assertError(await endIdentifier(service, api.key, holder.userId, identifierId), NOT_FOUND);
    assert.equal((await list(user.userId)).length, 2);
  });
});

describe("409", () => {
  test("another user has it, of this issuer or another, and the answer does not tell which", async () => {
    const other = await createIssuer();
    const answers = [];
    for (const issuer of [api, other]) {
      const owner = await registerCardholder(issuer);
      const hash = randomHashedPan();
      await addIdentifier(issuer, owner.userId, "phone", hash);
      answers.push(await addIdentifier(api, holder.userId, "phone", hash));
    }
    const [first, second] = answers;
    assert.ok(first && second);
    assertError(first, { status: 409, code: "conflict", details: /^hash: / });
    assertSameError(second, first);
  });

  test("the card of another user's registration", async () => {
    const owner = await registerCardholder(api);
    const answer = await addIdentifier(api, holder.userId, "card", owner.hashedPan);
    assertError(answer, { status: 409, code: "conflict", details: /^hash: / });
  });

  test("the twenty-first of a user, also at once", async () => {
    const user = await registerCardholder(api);
    for (let at = 2; at < 20; at += 1) await addIdentifier(api, user.userId, "email");
    const last = await Promise.all(
      Array.from({ length: 4 }, () => addIdentifier(api, user.userId, "phone")),
    );
    assert.deepEqual(last.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    const refused = await addIdentifier(api, user.userId, "card");
    assertError(refused, { status: 409, code: "conflict" });
    assert.match(refused.body.error.message, /20 identifiers at most/);
    // Callers tell it by that from one that another user has.
    assert.doesNotMatch(refused.body.error.details, /^hash: /);
  });
});

describe("refused", () => {
  for (const [name, body, details] of [
    ["no kind", { hash: "ab".repeat(32) }, /^kind: /],
    ["another kind", { kind: "name", hash: "ab".repeat(32) }, /^kind: /],
    ["no hash", { kind: "phone" }, /^hash: /],
    ["a card number", { kind: "card", hash: "4242424242424242" }, /^hash: .*SHA-256/],
    ["a phone number", { kind: "phone", hash: "+491701234567" }, /^hash: .*SHA-256/],
    ["an address", { kind: "email", hash: "ada@lovelace.example" }, /^hash: .*SHA-256/],
    ["a customer number", { kind: "reference", hash: "4711" }, /^hash: .*SHA-256/],
  ] as const) {
    test(`${name} for an identifier`, async () => {
      const answer = await api.post(`/users/${holder.userId}/identifiers`, { body });
      assertError(answer, { status: 400, code: "invalid_request", details });
      if ("hash" in body) assert.ok(!JSON.stringify(answer.body).includes(body.hash));
    });
  }

  test("404 for another issuer's user, and for none", async () => {
    const other = await createIssuer();
    const unknown = `usr_${"0".repeat(32)}`;
    for (const userId of [holder.userId, unknown]) {
      assertError(await addIdentifier(other, userId, "phone"), NOT_FOUND);
      assertError(await other.get(`/users/${userId}/identifiers`), NOT_FOUND);
    }
  });

  test("403 without the scope", async () => {
    const { organizationId } = api;
    const key = await createTestKey({ organizationId, scopes: ["receipts:read"] });
    const body = { kind: "phone", hash: randomHashedPan() };
    const refused = await api.post(`/users/${holder.userId}/identifiers`, { body, key });
    assertError(refused, { status: 403, code: "forbidden" });
    assert.equal((await api.get(`/users/${holder.userId}/identifiers`, { key })).status, 200);
  });
});

test("erasure ends all, and keeps the receipts that others have under one of them", async () => {
  const user = await registerCardholder(api);
  const phone = randomHashedPan();
  await addIdentifier(api, user.userId, "phone", phone);
  // The receipt of someone who was known by an address, when nobody had registered the stronger phone.
  const stranger = await registerCardholder(api);
  const email = randomHashedPan();
  await addIdentifier(api, stranger.userId, "email", email);
  const later = randomHashedPan();
  const fields = { recipientHashedPan: later, recipientHashedEmail: email };
  const theirs = await createSealedPayment(api, stranger, fields);
  assert.equal((await addIdentifier(api, user.userId, "card", later)).status, 201);
  const own = await createSealedPayment(api, user, { recipientHashedPhone: phone });

  const { erasedReceipts } = await api.call("DELETE /api/v1/users/{userId}", {
    params: { userId: user.userId },
  });
  assert.equal(erasedReceipts, 1);
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM cardholder_identifier WHERE cardholder_id = $1) AS identifiers,
            (SELECT receipt_status FROM payment WHERE id = $2) AS own,
            (SELECT receipt_status FROM payment WHERE id = $3) AS theirs`,
    [user.userId, own, theirs],
  );
  assert.deepEqual(rows, [{ identifiers: 0, own: "erased", theirs: "sealed" }]);
  assert.equal(await countReceipts(stranger.userId), 1);
  const next = await registerCardholder(api);
  assert.equal((await addIdentifier(api, next.userId, "phone", phone)).status, 201);
});
