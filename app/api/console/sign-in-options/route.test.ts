import assert from "node:assert/strict";
import { test } from "node:test";
import { createConsoleClient } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { seedDemo } from "#prisma/seed.ts";

const service = setUpTestService();

async function options(): Promise<unknown> {
  const answer = await createConsoleClient(service, { cookie: "" }, "")("GET", "/sign-in-options");
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

test("200 for anybody: what this installation offers", async () => {
  const none = { signUp: true, oidc: null, passkeys: false, demo: false, mailbox: true };
  assert.deepEqual(await options(), none);

  await seedDemo({ baseUrl: service.url });
  assert.deepEqual(await options(), { ...none, demo: true });

  await service.restart({
    SIGN_UP: "0",
    BASE_URL: "https://receipts.example",
    OIDC_ISSUER: "https://login.example",
    OIDC_CLIENT_ID: "sealslip",
    OIDC_CLIENT_SECRET: "not to be shown",
    OIDC_NAME: "Example",
    SMTP_URL: "smtps://mail.example",
  });
  assert.deepEqual(await options(), {
    signUp: false,
    oidc: { name: "Example" },
    passkeys: true,
    demo: true,
    mailbox: false,
  });
});
