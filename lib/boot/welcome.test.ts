import assert from "node:assert/strict";
import { test } from "node:test";
import { writeWelcome } from "./welcome.ts";

const baseUrl = "http://localhost:3000";

test("a demo comes with its logins and a call that has its key", () => {
  const logins = { issuer: { email: "issuer@demo.example", password: "pass-1" } };
  const text = writeWelcome({ baseUrl, demo: { apiKeys: { issuer: "ssk_dev_x" }, logins } });

  assert.match(text, /issuer +issuer@demo\.example +pass-1\n/);
  assert.match(
    text,
    /curl -s -X POST http:\/\/localhost:3000\/api\/v1\/onboarding\/generate-keys -H 'X-API-Key: ssk_dev_x'\n/,
  );
});

test("without a demo there is a call that needs no key", () => {
  assert.match(
    writeWelcome({ baseUrl, demo: undefined }),
    /curl -s http:\/\/localhost:3000\/api\/health\n/,
  );
});
