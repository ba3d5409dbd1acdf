import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type ApiClient,
  createApiClient,
  grant,
  paymentBody,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import { createTestKey, startTestService, type TestService } from "#lib/testing/test-service.ts";

let service: TestService;
let api: ApiClient;
before(async () => {
  service = await startTestService();
  api = createApiClient(service, await createTestKey());
});
after(() => service.close());

test("the whole flow", async () => {
  console.log((await api.post("/onboarding/generate-keys")).body, service.logLines); const holder = await registerCardholder(api);
  const body = paymentBody({ recipientHashedPan: holder.hashedPan, extra: { a: [1] } });
  const made = await api.post("/payments/gateway_one/create", { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const tokenId = await grant(api, holder);
  const opened = await api.post("/payments/decrypt", {
    body: { paymentId: made.body.data.paymentId, tokenId, privateKey: holder.privateKey },
  });
  console.log(
    JSON.stringify([made.body, opened.body], null, 1),
    Object.fromEntries(made.headers),
    service.logLines,
  );
  assert.equal(opened.status, 200);
});
