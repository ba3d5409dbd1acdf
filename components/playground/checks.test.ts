import assert from "node:assert/strict";
import { test } from "node:test";
import requests from "#public/vectors/signed-requests.json" with { type: "json" };
import webhooks from "#public/vectors/webhooks.json" with { type: "json" };
import { checkReceipt, checkRequest } from "./check-signature.ts";
import { signExampleReceipt, signExampleRequest } from "./sign-example.ts";
import { checkDelivery, makeDelivery, readHeaders } from "./webhook-delivery.ts";

test("a signed receipt is valid, and each changed field is named", async () => {
  const text = await signExampleReceipt();
  const valid = await checkReceipt(text);
  assert.ok(valid.state === "valid");
  assert.deepEqual(valid.differs, []);
  const changed = await checkReceipt(
    text.replace('"Juniper', '"Juniper and').replace("1800", "18"),
  );
  assert.ok(changed.state === "valid");
  assert.deepEqual(changed.differs.toSorted(), ["amount", "merchantName"]);
  assert.equal((await checkReceipt(text.replace('"signedBytes": "', "$&e"))).state, "failed");
  assert.equal((await checkReceipt("{}")).state, "unsigned");
  assert.equal((await checkReceipt("[]")).state, "unreadable");
  assert.equal((await checkReceipt("")).state, "empty");
});

for (const { name, verdict, body, signature, publicKey, publicKeyPem } of requests.cases) {
  test(`a signed request gets the verdict of the vectors: ${name}`, async () => {
    for (const key of [JSON.stringify(publicKey), publicKeyPem]) {
      const reading = await checkRequest({ body, signature, publicKey: key });
      assert.equal(reading.state === "failed" ? reading.failure.reason : reading.state, verdict);
    }
  });
}

test("what is no public key is said", async () => {
  const request = await signExampleRequest();
  const header = `X-Merchant-Signature: ${request.signature}`;
  assert.equal((await checkRequest({ ...request, signature: header })).state, "valid");
  for (const publicKey of ["", "{", "hello", '{"kty":"EC","d":"x"}']) {
    assert.equal((await checkRequest({ ...request, publicKey })).state, "unreadable", publicKey);
  }
  assert.equal((await checkRequest({ ...request, publicKey: "{}" })).state, "failed");
});

for (const { name, verdict, secret, now, headers, body, event } of webhooks.cases) {
  test(`a delivery gets the verdict of the vectors: ${name}`, async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: now * 1000 });
    const reading = await checkDelivery({ headers: JSON.stringify(headers), body, secret });
    assert.ok(reading.state === "read");
    const { verdict: found } = reading;
    if (found.state === "verified") assert.deepEqual([verdict, found.event], ["valid", event]);
    else assert.equal(found.error.reason, verdict);
  });
}

test("an example of a delivery is right, and what the secret would sign is said", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const delivery = await makeDelivery();
  const reading = await checkDelivery(delivery);
  assert.ok(reading.state === "read" && reading.verdict.state === "verified");
  assert.equal(reading.expected, readHeaders(delivery.headers)["webhook-signature"]);
  const old = await checkDelivery(await makeDelivery(600));
  assert.ok(old.state === "read" && old.verdict.state === "refused");
  assert.deepEqual([old.verdict.error.reason, old.age], ["wrong_time", 600]);
  const none = await checkDelivery({ ...delivery, secret: "é" });
  assert.ok(none.state === "unreadable" && none.field === "secret");
});

test("headers are read as curl has them, and as lines", () => {
  const expected = { "webhook-id": "evt_1", "content-type": "a/b" };
  for (const text of [
    "Webhook-Id: evt_1\r\nContent-Type: a/b",
    "  -H 'webhook-id: evt_1' \\\n  -H \"content-type: a/b\" \\",
    '{"webhook-id":"evt_1","Content-Type":"a/b"}',
  ]) {
    assert.deepEqual(readHeaders(text), expected);
  }
});
