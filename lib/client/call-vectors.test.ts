import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { lacksCryptography, runPython } from "#lib/testing/python.ts";
import requests from "#public/vectors/signed-requests.json" with { type: "json" };
import webhooks from "#public/vectors/webhooks.json" with { type: "json" };
import { verifyWebhook, WebhookError } from "./verify-webhook.ts";

for (const { name, verdict, body, signature, publicKey, binding } of requests.cases) {
  test(`a signed request of the vectors: ${name}`, async () => {
    const signedBytes = encodeBase64Url(encodeUtf8(body));
    const verified = verifyMerchantSignature({ jws: signature, signedBytes, jwk: publicKey });
    if (verdict !== "valid") {
      await assert.rejects(verified, (error) => reasonOf(error) === verdict);
      return;
    }
    assert.deepEqual((await verified).binding ?? null, binding);
  });
}

for (const { name, verdict, secret, now, headers, body, event } of webhooks.cases) {
  test(`a webhook of the vectors: ${name}`, async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: now * 1000 });
    const verified = verifyWebhook({ headers, body, secret });
    if (verdict !== "valid") {
      await assert.rejects(verified, (error) => reasonOf(error) === verdict);
      return;
    }
    assert.deepEqual(await verified, event);
  });
}

test("another implementation comes to the same verdicts", {
  skip: lacksCryptography(),
}, async () => {
  const counts = JSON.parse(await runPython(["lib/crypto/vectors/call_vectors.py"]));
  assert.deepEqual(counts, {
    "signed-requests": countVerdicts(requests.cases),
    webhooks: countVerdicts(webhooks.cases),
  });
});

function countVerdicts(cases: readonly { verdict: string }[]) {
  const valid = cases.filter(({ verdict }) => verdict === "valid").length;
  return { valid, refused: cases.length - valid };
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof CryptoError || error instanceof WebhookError ? error.reason : undefined;
}
