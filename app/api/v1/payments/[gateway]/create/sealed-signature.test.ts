import assert from "node:assert/strict";
import { test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { pool } from "#lib/storage/database.ts";
import { grant, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  bindTo,
  createSigningPair,
  type SigningPair,
  signRequest,
} from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const developer = setUpMember();
const api = setUpApi(service, { member: developer });
const holder = setUpCardholder(api);
const call = createConsoleClient(service, developer);
const pair: SigningPair = setUp(async () => {
  const created = await createSigningPair("ES256");
  await registerSigningKey(call, created);
  return created;
});

/** Spaces and an order that no serializer would choose: the bytes count, not what they mean. */
async function prepareText(): Promise<string> {
  const recipient = { recipientHashedPan: holder.hashedPan };
  const { body } = await prepareSealed(api, { recipient });
  return JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 3);
}

function pay(body: string, signature?: string) {
  const headers: Record<string, string> =
    signature === undefined ? {} : { "X-Merchant-Signature": signature };
  return api.post("/payments/gateway_one/create", { body, headers });
}

const bind = (gateway: string) => {
  const { organizationId: organization } = api;
  return bindTo({ organization, environment: "development", request: "create", gateway });
};

const invalid = { status: 400, code: "invalid_signature" } as const;

test("201: it covers the bytes of the request, and is not added to the envelope", async () => {
  const text = await prepareText();
  const binding = bind("gateway_one");
  for (const signature of [signRequest(pair, text), signRequest(pair, text, binding)]) {
    const answer = await pay(text, signature);
    assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body));
  }

  const { rows } = await pool().query("SELECT id, ciphertext, tag FROM payment");
  const [row] = rows;
  const { sealedReceipt } = JSON.parse(text);
  assert.equal(rows.length, 1);
  assert.equal(row.ciphertext.toString("base64url"), sealedReceipt.ciphertext);
  assert.equal(row.tag.toString("base64url"), sealedReceipt.tag);
  const body = { paymentId: row.id, tokenId: await grant(api, holder) };
  const sealed = await api.call("POST /api/v1/payments/envelope", { body });
  const privateKey = await importPrivateKey(holder.privateKey);
  const opened = await openReceipt({ sealed, paymentId: row.id, privateKey });
  assert.ok(!("merchantSignature" in opened));
});

test("a retry may be signed anew, or not at all", async () => {
  const text = await prepareText();
  const first = await pay(text, signRequest(pair, text));
  assertReplayed(await pay(text, signRequest(pair, text)), first);
  assertReplayed(await pay(text), first);
});

test("400: over another envelope, for another gateway, or by a key that is not registered", async () => {
  const text = await prepareText();
  const forOther = bind("gateway_two");
  for (const signature of [
    signRequest(pair, await prepareText()),
    signRequest(pair, text.trimEnd().replaceAll("\n", "")),
    signRequest(pair, text, forOther),
    signRequest(await createSigningPair("EdDSA"), text),
  ]) {
    assertError(await pay(text, signature), invalid);
  }
  assert.equal((await pay(text, signRequest(pair, text))).status, 201);
});

test("400: none, where signatures are required", async () => {
  const text = await prepareText();
  await call("PUT", "/signature-requirement", { body: { required: true } });
  assertError(await pay(text), { ...invalid, details: /is required/ });
  assert.equal((await pay(text, signRequest(pair, text))).status, 201);
  await call("PUT", "/signature-requirement", { body: { required: false } });
});
