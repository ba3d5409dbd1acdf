import assert from "node:assert/strict";
import { test } from "node:test";
import { writeWelcome } from "./welcome.ts";

const baseUrl = "http://localhost:3000";

const demo = {
  apiKeys: { issuer: "ssk_dev_x" },
  logins: { issuer: { email: "issuer@demo.example", password: "pass-1" } },
};

test("a demo comes with its logins and a call that has its key", () => {
  const text = writeWelcome({ baseUrl, demo, productionMode: false });
  assert.match(text, /issuer +issuer@demo\.example +pass-1\n/);
  assert.match(
    text,
    /curl -s -X POST http:\/\/localhost:3000\/api\/v1\/onboarding\/generate-keys -H 'X-API-Key: ssk_dev_x'\n/,
  );
});

test("in production mode, its secrets stay in their file", () => {
  const text = writeWelcome({ baseUrl, demo, productionMode: true });
  assert.match(text, /demo\.json/);
  assert.doesNotMatch(text, /pass-1|ssk_dev_x/);
});

test("without a demo there is a call that needs no key", () => {
  for (const productionMode of [false, true]) {
    assert.match(
      writeWelcome({ baseUrl, demo: undefined, productionMode }),
      /curl -s http:\/\/localhost:3000\/api\/health\n/,
    );
  }
});
