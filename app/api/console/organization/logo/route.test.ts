import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MAX_LOGO_BYTES } from "#lib/core/logo.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { pool } from "#lib/storage/database.ts";
import { grant, paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { drawPng, pngUri } from "#lib/testing/draw-picture.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair, type SigningPair, signRequest } from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const owner = setUpMember({ role: "owner" });
const api = setUpApi(service, { member: owner });
const holder = setUpCardholder(api);
const logo = pngUri(drawPng({ padding: 900 }));
const call: ReturnType<typeof createConsoleClient> = (...request) =>
  createConsoleClient(service, owner)(...request);

async function setLogo(uri: string) {
  const answer = await call("PUT", "/organization/logo", { body: { logo: uri } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

/** What the cardholder reads. */
async function open(paymentId: string) {
  const { privateKey } = holder;
  const body = { paymentId, tokenId: await grant(api, holder), privateKey };
  const receipt = await api.call("POST /api/v1/payments/decrypt", { body });
  return openedReceipt.parse(receipt);
}

test("200: set, shown, and removed", async () => {
  assert.equal((await call("GET", "/organization")).body.data.logo, null);
  assert.equal((await setLogo(logo)).logo, logo);
  assert.equal((await call("GET", "/organization")).body.data.logo, logo);
  const removed = await call("DELETE", "/organization/logo");
  assert.deepEqual([removed.status, removed.body.data.logo], [200, null]);
});

test("400: what is no logo, and the one of before stays", async () => {
  await setLogo(logo);
  const cases: [unknown, RegExp][] = [
    [undefined, /^logo: /],
    [null, /^logo: /],
    ["https://shop.example/logo.png", /^logo: must be a data URI/],
    [`data:image/svg+xml;base64,${btoa("<svg/>")}`, /^logo: must be a PNG, JPEG, or WebP/],
    [pngUri(drawPng({ width: 513 })), /^logo: must be at most 512 by 512 pixels/],
    [pngUri(drawPng({ padding: MAX_LOGO_BYTES })), /^logo: must be at most 24 KB/],
  ];
  for (const [value, details] of cases) {
    const answer = await call("PUT", "/organization/logo", { body: { logo: value } });
    assertError(answer, { status: 400, code: "invalid_request", details });
  }
  assert.equal((await call("GET", "/organization")).body.data.logo, logo);
});

test("403: for anybody but an owner", async () => {
  const developer = await createTestMember({ organizationId: owner.organizationId });
  const callAsDeveloper = createConsoleClient(service, developer);
  for (const method of ["PUT", "DELETE"]) {
    const options = method === "PUT" ? { body: { logo } } : {};
    const answer = await callAsDeveloper(method, "/organization/logo", options);
    assertError(answer, { status: 403, code: "forbidden" });
  }
});

describe("on receipts", () => {
  setUp(() => setLogo(logo));

  test("is sealed inside, sale and credit note alike, and nothing of it is readable", async () => {
    const paymentId = await createSealedPayment(api, holder);
    assert.equal((await open(paymentId)).merchantLogo, logo);

    const { receiptId, transactionId, merchantName, transactionDate } = paymentBody();
    const { refundId } = await api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
      params: { gateway: "gateway_one", paymentId },
      body: { refundReference: "r", receiptId, transactionId, merchantName, transactionDate },
    });
    assert.equal((await open(refundId)).merchantLogo, logo);

    const { rows } = await pool().query(
      "SELECT p.*, octet_length(ciphertext) AS size FROM payment p WHERE id = ANY($1)",
      [[paymentId, refundId]],
    );
    assert.equal(rows.length, 2);
    const picture = drawPng().subarray(0, 30);
    for (const row of rows) {
      assert.ok(row.size > logo.length);
      for (const value of Object.values(row).filter(Buffer.isBuffer)) {
        assert.ok(!value.includes(picture) && !value.includes("data:image"));
      }
      assert.doesNotMatch(JSON.stringify(row), /data:image/);
    }
  });

  test("the caller's own comes first, whatever it is; null is none", async () => {
    const own = pngUri();
    for (const [merchantLogo, expected] of [
      [own, own],
      ["https://shop.example/logo.png", "https://shop.example/logo.png"],
      ["", ""],
      [null, logo],
    ]) {
      const paymentId = await createSealedPayment(api, holder, { merchantLogo });
      assert.equal((await open(paymentId)).merchantLogo, expected);
    }
  });

  test("counts toward no limit of the caller's: a body of the largest size is taken", async () => {
    const body = paymentBody({ recipientHashedPan: holder.hashedPan, note: "" });
    const room = 256 * 1024 - JSON.stringify(body).length;
    const paymentId = await createSealedPayment(api, holder, { ...body, note: "n".repeat(room) });
    assert.equal((await open(paymentId)).merchantLogo, logo);
  });

  test("a repeated call is the same payment, whatever the logo is by then", async () => {
    const body = paymentBody({ recipientHashedPan: holder.hashedPan });
    const first = await api.post("/payments/gateway_one/create", { body });
    await setLogo(pngUri());
    const second = await api.post("/payments/gateway_one/create", { body });
    await setLogo(logo);
    assert.deepEqual([first.status, second.status], [201, 200]);
    assert.deepEqual(second.body, first.body);
  });

  test("a change counts at once, for new receipts alone", async () => {
    const before = await createSealedPayment(api, holder);
    await call("DELETE", "/organization/logo");
    const after = await createSealedPayment(api, holder);
    await setLogo(logo);
    assert.equal((await open(before)).merchantLogo, logo);
    assert.equal((await open(after)).merchantLogo, undefined);
  });

  test("a signed receipt stays as it was signed", async () => {
    const pair: SigningPair = await createSigningPair("ES256");
    await registerSigningKey(call, pair);
    const body = JSON.stringify(paymentBody({ recipientHashedPan: holder.hashedPan }));
    const headers = { "X-Merchant-Signature": signRequest(pair, body) };
    const paid = await api.post("/payments/gateway_one/create", { body, headers });
    const receipt = await open(paid.body.data.paymentId);
    assert.equal(receipt.merchantLogo, undefined);
    assert.ok(receipt.merchantSignature);
  });
});
