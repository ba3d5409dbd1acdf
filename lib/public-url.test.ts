import assert from "node:assert/strict";
import { test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { publicUrl, rememberPublicUrl } from "./public-url.ts";

test("the public URL is BASE_URL without its slash, else the address at start, else localhost", () => {
  setTestConfig({ PORT: "4000" });
  assert.equal(publicUrl(), "http://localhost:4000");
  rememberPublicUrl("http://localhost:4321");
  assert.equal(publicUrl(), "http://localhost:4321");
  setTestConfig({ BASE_URL: "https://receipts.example/" });
  rememberPublicUrl("http://localhost:4321");
  assert.equal(publicUrl(), "https://receipts.example");
});
