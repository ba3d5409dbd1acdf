import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { isMailboxOpen } from "./mailbox-access.ts";

function ask(
  env: Record<string, string>,
  address = "127.0.0.1",
  headers: Record<string, string> = {},
): boolean {
  setTestConfig(env);
  return isMailboxOpen({ address, headers: new Headers({ host: "localhost:3000", ...headers }) });
}

test("the mailbox is open to the machine of the service", () => {
  assert.ok(ask({}));
  assert.ok(ask({}, "::1", { host: "[::1]:3000" }));
  const ofBrowser = { forward: "1", "x-environment": "development", "sec-fetch-site": "none" };
  assert.ok(ask({}, "127.0.0.1", ofBrowser));
  assert.ok(ask({ BASE_URL: "http://localhost:8080" }, "127.0.0.1", { host: "127.0.0.1:8080" }));
});

describe("the mailbox is closed", () => {
  const closed: [string, ...Parameters<typeof ask>][] = [
    ["in production mode", { NODE_ENV: "production" }],
    ["where mail is sent", { SMTP_URL: "smtp://localhost" }],
    ["where the service has another address", { BASE_URL: "https://receipts.example" }],
    ["to other machines", {}, "10.0.0.1"],
    ["to a machine that is unknown", {}, "unknown"],
    ["to an address that only begins like ours", {}, "127.0.0.1.test.example"],
    ["through a proxy", {}, "127.0.0.1", { "x-forwarded-for": "127.0.0.1" }],
    ["through a proxy by the standard", {}, "127.0.0.1", { forwarded: "for=127.0.0.1" }],
    ...[
      "cf-connecting-ip",
      "x-forwarded-proto",
      "x-forwarded-port",
      "x-forwarded",
      "true-client-ip",
      "x-client-ip",
      "x-cluster-client-ip",
      "x-real-ip",
      "x-amzn-trace-id",
      "via",
    ].map((name): [string, ...Parameters<typeof ask>] => [
      `where there is only ${name}`,
      {},
      "127.0.0.1",
      { [name]: "https" },
    ]),
    ["to a name that leads here", {}, "127.0.0.1", { host: "evil.example:3000" }],
    ["without a name", {}, "127.0.0.1", { host: "" }],
  ];
  for (const [name, ...visitor] of closed) {
    test(name, () => assert.equal(ask(...visitor), false));
  }
});
