import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  paymentBody,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { createPair } from "#lib/testing/device-keys.ts";
import { listOperations } from "#lib/testing/list-operations.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import {
  openAsVisit,
  payAsVisit,
  registerAsVisit,
  startVisit,
  type VisitClient,
  type VisitedUser,
} from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();
const issuer = setUpApi(service);
const cardholder = setUpCardholder(issuer);
let mine: VisitClient;
let others: VisitClient;
let othersUser: VisitedUser;
let othersPayment: string;
let issuersPayment: string;
setUp(async () => {
  await admitVisitors();
  [mine, others] = await Promise.all([startVisit(service), startVisit(service)]);
  othersPayment = (await payAsVisit(others)).body.data.paymentId;
  othersUser = await registerAsVisit(others);
  issuersPayment = await createSealedPayment(issuer, cardholder);
});

describe("what belongs to somebody else does not exist for a visit", () => {
  const cases: [name: string, status: number, ask: () => ReturnType<VisitClient["call"]>][] = [
    [
      "a grant for another visit's user",
      404,
      () => mine.call("POST", "/v1/keys/grant-access", { body: pairOf(othersUser) }),
    ],
    [
      "a grant for an issuer's user",
      404,
      () => mine.call("POST", "/v1/keys/grant-access", { body: pairOf(cardholder) }),
    ],
    [
      "another visit's list of receipts",
      404,
      () => mine.call("GET", `/v1/receipts/${othersUser.userId}`),
    ],
    [
      "an issuer's list of receipts",
      404,
      () => mine.call("GET", `/v1/receipts/${cardholder.userId}`),
    ],
    [
      "another key for another visit's user",
      404,
      () =>
        mine.call("POST", "/v1/keys/rotate", {
          body: { userId: othersUser.userId, keyId: "key_new", publicKey: cardholder.publicKey },
        }),
    ],
    [
      "another device for another visit's user",
      404,
      () =>
        mine.call("POST", `/v1/users/${othersUser.userId}/keys`, {
          body: { keyId: "key_new", publicKey: cardholder.publicKey },
        }),
    ],
    [
      "the devices of another visit's user",
      404,
      () => mine.call("GET", `/v1/users/${othersUser.userId}/keys`),
    ],
    [
      "the end of a device of another visit's user",
      404,
      () => mine.call("DELETE", `/v1/users/${othersUser.userId}/keys/${othersUser.keyId}`),
    ],
    [
      "another device for an issuer's user",
      404,
      () =>
        mine.call("POST", `/v1/users/${cardholder.userId}/keys`, {
          body: { keyId: "key_new", publicKey: cardholder.publicKey },
        }),
    ],
    [
      "an issuer's envelope",
      404,
      () =>
        mine.call("POST", "/v1/payments/envelope", {
          body: { paymentId: issuersPayment, tokenId: "tok_any" },
        }),
    ],
    [
      "a payment with another visit's card",
      409,
      () => payAsVisit(mine, { recipientHashedPan: others.hashedPan }),
    ],
    [
      "a reservation for another visit's card",
      409,
      () =>
        mine.call("POST", "/v1/payments/gateway_one/prepare", {
          body: { recipientHashedPan: others.hashedPan },
        }),
    ],
    [
      "another visit's card",
      409,
      () =>
        mine.call("POST", "/v1/onboarding/register", {
          body: { hashedPan: others.hashedPan, publicKey: cardholder.publicKey, keyId: "key_1" },
        }),
    ],
  ];
  for (const [name, status, ask] of cases) {
    test(`${status}: ${name}`, async () => {
      const answer = await ask();
      assert.equal(answer.status, status, JSON.stringify(answer.body));
    });
  }

  test("404: another visit's envelope, with a token of its own", async () => {
    const body = { ...pairOf(othersUser), paymentId: othersPayment };
    const grant = await others.call("POST", "/v1/keys/grant-access", { body });
    const { tokenId } = grant.body.data;
    const stolen = await mine.call("POST", "/v1/payments/envelope", {
      body: { paymentId: othersPayment, tokenId },
    });
    assertError(stolen, { status: 404, code: "not_found" });
  });

  test("adds, lists, and retires devices of its own user", async () => {
    const { userId, keyId: firstKeyId } = await registerAsVisit(mine);
    const { keyId, publicKey } = await createPair("P-256");
    const path = `/v1/users/${userId}/keys`;
    const added = await mine.call("POST", path, { body: { keyId, publicKey } });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal((await mine.call("DELETE", `${path}/${firstKeyId}`)).status, 200);
    const { body } = await mine.call("GET", path);
    assert.deepEqual(
      body.data.keys.map((key: { keyId: string; isCurrent: boolean }) => [
        key.keyId,
        key.isCurrent,
      ]),
      [[keyId, true]],
    );
  });

  test("a card is lower case and upper case", async () => {
    const recipientHashedPan = others.hashedPan.toUpperCase();
    assert.equal((await payAsVisit(mine, { recipientHashedPan })).status, 409);
  });
});

test("a payment with an issuer's card is another card's for the issuer's cardholder", async () => {
  const visit = await startVisit(service);
  visit.hashedPan = cardholder.hashedPan;
  const { paymentId } = (await payAsVisit(visit, { merchantName: "Demo Shop" })).body.data;
  const { receipts } = await issuer.call("GET /api/v1/receipts/{userId}", {
    params: { userId: cardholder.userId },
    query: {},
  });
  assert.deepEqual(
    receipts.map((receipt) => receipt.paymentId),
    [issuersPayment],
  );
  const user = await registerAsVisit(visit);
  assert.equal((await openAsVisit(visit, user, paymentId)).merchantName, "Demo Shop");
});

const admitted = new Set([
  "POST /api/v1/payments/{gateway}/create",
  "POST /api/v1/payments/{gateway}/prepare",
  "POST /api/v1/onboarding/register",
  "POST /api/v1/keys/rotate",
  "POST /api/v1/users/{userId}/keys",
  "GET /api/v1/users/{userId}/keys",
  "DELETE /api/v1/users/{userId}/keys/{keyId}",
  "POST /api/v1/keys/grant-access",
  "POST /api/v1/payments/envelope",
  "GET /api/v1/receipts/{userId}",
  "POST /api/v1/users/{userId}/identifiers",
  "GET /api/v1/users/{userId}/identifiers",
  "DELETE /api/v1/users/{userId}/identifiers/{identifierId}",
  "POST /api/v1/receipts/claim",
  "PUT /api/wallet/push-subscriptions/{userId}",
  "DELETE /api/wallet/push-subscriptions/{userId}",
]);

test("every other operation that needs a key or a session is refused", async () => {
  let refused = 0;
  for (const { method, path, scope, visit, orNobody } of listOperations("app/api")) {
    // What answers nobody as well is told nobody's answer.
    if (scope === null || visit || orNobody || admitted.has(`${method} ${path}`)) continue;
    const address = path.replace("/api", "").replaceAll(/\{\w+\}/g, "unknown");
    for (const session of ["visit", "wallet"]) {
      const options = { headers: { "X-Session": session } };
      const body = method === "GET" ? {} : { body: {} };
      const { status } = await mine.call(method, address, { ...options, ...body });
      // To the API a visit is a caller without the scope, and to the consoles none.
      assert.equal(status, scope === undefined ? 401 : 403, `${method} ${path}`);
      refused += 1;
    }
  }
  assert.ok(refused > 80, String(refused));
});

describe("403", () => {
  for (const environment of ["production", "staging", "development"]) {
    test(`in ${environment}`, async () => {
      const visit = await startVisit(service);
      const body = paymentBody({ recipientHashedPan: visit.hashedPan });
      const headers = { "X-Environment": environment };
      const options = { body, headers };
      const answer = await visit.call("POST", "/v1/payments/gateway_one/create", options);
      assertError(answer, { status: 403, code: "forbidden" });
    });
  }

  test("for a payment through the other gateway, or of more than a visit may pay", async () => {
    const visit = await startVisit(service);
    const body = paymentBody({ recipientHashedPan: visit.hashedPan });
    const two = await visit.call("POST", "/v1/payments/gateway_two/create", { body });
    assertError(two, { status: 403, code: "forbidden" });
    assertError(await payAsVisit(visit, { amount: 10_001 }), { status: 403, code: "forbidden" });
    assert.equal((await payAsVisit(visit, { amount: 10_000 })).status, 201);
  });

  test("for the eleventh card", async () => {
    const visit = await startVisit(service);
    for (let card = 1; card <= 11; card++) {
      const { status } = await payAsVisit(visit, { recipientHashedPan: randomHashedPan() });
      assert.equal(status, card <= 10 ? 201 : 403);
    }
  });
});

function pairOf({ userId, keyId }: Pick<VisitedUser, "userId" | "keyId">) {
  return { userId, keyId };
}

describe("two visits that name the same payment", () => {
  const references = { receiptId: "r-same", transactionId: "t-same", merchantId: "same" };
  const payWithKey = (visit: VisitClient, fields: object) =>
    visit.call("POST", "/v1/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: visit.hashedPan, amount: 980, ...fields }),
      headers: { "Idempotency-Key": "the-same-key" },
    });

  test("each make their own, with the same references", async () => {
    const [first, second] = [
      await payAsVisit(mine, references),
      await payAsVisit(others, references),
    ];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.notEqual(first.body.data.paymentId, second.body.data.paymentId);
  });

  test("each make their own, with the same Idempotency-Key", async () => {
    const answers = [await payWithKey(mine, {}), await payWithKey(others, {})];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
  });

  test("a visit's own repetition is still one payment, and its own reuse a conflict", async () => {
    const body = paymentBody({ recipientHashedPan: mine.hashedPan, amount: 980 });
    const pay = (changed: object = {}) =>
      mine.call("POST", "/v1/payments/gateway_one/create", { body: { ...body, ...changed } });
    const [first, again] = [await pay(), await pay()];
    assertReplayed(again, first);
    assertError(await pay({ amount: 990 }), { status: 409, code: "conflict" });
  });
});
