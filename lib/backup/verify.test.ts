import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { verifyRestored } from "./verify.ts";

const service = setUpTestService();
const api = setUpApi(service);

test("secrets are proven by what the service sealed: what a till sealed may not open at all", async () => {
  const own = await createSealedPayment(api, { hashedPan: randomHashedPan() });
  assert.equal((await verifyRestored()).opened, own);

  const recipient = { recipientHashedPan: randomHashedPan() };
  const { body } = await prepareSealed(api, { recipient });
  const encrypted_key = randomBytes(256).toString("base64url");
  const sent = { ...body, sealedReceipt: { ...body.sealedReceipt, encrypted_key } };
  assert.equal((await api.post("/payments/gateway_one/create", { body: sent })).status, 201);
  assert.equal((await verifyRestored()).opened, own);
});
