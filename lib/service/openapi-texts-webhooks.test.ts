import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { describeWebhooks } from "./openapi-texts-webhooks.ts";
import { readWebhookExample } from "./webhook-example.ts";

setUpTestService();

test("the delivery of the reference is signed with the secret that is named with it", () => {
  const text = describeWebhooks().join("\n\n");
  const find = (pattern: RegExp) => {
    const [, found] = pattern.exec(text) ?? [];
    assert.ok(found, String(pattern));
    return found;
  };
  const secret = find(/`(whsec_[\w+/=]{44})`/);
  const body = find(/^(\{"type":.*\})$/m);
  const at = new Date(Number(find(/^webhook-timestamp: (\d+)$/m)) * 1000);
  const id = find(/^webhook-id: (ping_[0-9a-f]{32})$/m);
  const signature = find(/^webhook-signature: (v1,\S+)$/m);
  assert.equal(new Webhook(secret).sign(id, at, body), signature);
  assert.equal(JSON.parse(body).timestamp, at.toISOString());
});

test("every program of the examples is in the reference or in the guide", () => {
  const guide = readFileSync("docs/guides/webhooks.md", "utf8");
  const text = describeWebhooks().join("\n\n");
  const files = readdirSync("examples/webhooks").filter((name) => !name.endsWith(".test.ts"));
  assert.ok(files.length >= 5);
  for (const name of files) {
    const isShown = text.includes(readWebhookExample(name));
    assert.ok(isShown || guide.includes(`examples/webhooks/${name}`), name);
  }
});
