import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { parseConfig } from "#lib/config.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { requireSafeProduction } from "./require-safe-production.ts";

const safe = {
  NODE_ENV: "production",
  BASE_URL: "https://receipts.example",
  SMTP_URL: "smtps://mail",
};

function check(env: Record<string, string>, serves = true): void {
  requireSafeProduction(parseConfig(env), { serves });
}

const oidc = { OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
const remote = "postgresql://u:hunter2@db.example/sealslip";
const here = { DATABASE_URL: "postgresql://u@localhost/sealslip" };

describe("production mode refuses", () => {
  const refused: [Record<string, string>, RegExp, string][] = [
    [{ BASE_URL: "" }, /BASE_URL: /, "plain-base-url"],
    [{ BASE_URL: "http://receipts.example" }, /BASE_URL: /, "plain-base-url"],
    [{ DEMO: "1" }, /DEMO: /, "demo"],
    [{ ...oidc, OIDC_ISSUER: "http://login.example" }, /OIDC_ISSUER: /, "plain-oidc"],
    [{ DATABASE_URL: remote }, /DATABASE_URL: /, "plain-database"],
    [{ DATABASE_URL: `${remote}?sslmode=no-verify` }, /DATABASE_URL: /, "plain-database"],
    [{ DATABASE_URL: `${remote}?sslmode=require` }, /DATABASE_URL: /, "plain-database"],
    [{ DATABASE_URL: `${remote}?host=10.0.0.1` }, /DATABASE_URL: /, "plain-database"],
    [{ ...here, DATABASE_READ_URL: remote }, /DATABASE_READ_URL: /, "plain-database"],
    [{ DATABASE_URL: "postgres://u@localhost.example/x" }, /DATABASE_URL: /, "plain-database"],
    ...[
      "ssl=0",
      "ssl=true",
      "ssl=no-verify",
      "uselibpqcompat=true&sslmode=require",
      "uselibpqcompat=true&sslmode=prefer",
      "sslmode=verify-ca",
      "SSLMODE=verify-full",
      // With a space in it, the driver encodes the URL again, and reads another name.
      "ss%6cmode=verify-full&application_name=a b",
    ].map((query): [Record<string, string>, RegExp, string] => [
      { DATABASE_URL: `${remote}?${query}` },
      /DATABASE_URL: /,
      "plain-database",
    ]),
    [{ REDIS_URL: "redis://:hunter2@cache:6379" }, /REDIS_URL: /, "plain-redis"],
    [{ REDIS_URL: "rediss://cache:6379?tls=" }, /REDIS_URL: /, "plain-redis"],
    [{ REDIS_URL: "REDISS://cache:6379" }, /REDIS_URL: /, "plain-redis"],
    [{ SMTP_URL: "" }, /SMTP_URL: /, "written-mail"],
    [{ WEBHOOK_ALLOW_PRIVATE: "1" }, /WEBHOOK_ALLOW_PRIVATE: /, "private-webhooks"],
    [{ STRIPE_API_BASE: "http://stripe.example" }, /STRIPE_API_BASE: /, "plain-service"],
    [{ SQUARE_API_BASE: "http://10.0.0.2:8080" }, /SQUARE_API_BASE: /, "plain-service"],
    [{ AWS_ENDPOINT_URL: "http://aws.example" }, /AWS_ENDPOINT_URL: /, "plain-service"],
    [
      { AWS_ENDPOINT_URL_KMS: "http://localhost.example" },
      /AWS_ENDPOINT_URL_KMS: /,
      "plain-service",
    ],
  ];
  for (const [env, reason, risk] of refused) {
    test(`${JSON.stringify(env)}, unless it is allowed by name`, () => {
      assert.throws(
        () => check({ ...safe, ...env }),
        ({ message }: Error) => {
          assert.match(message, reason);
          assert.ok(message.includes(`ALLOW_IN_PRODUCTION=${risk}`), message);
          return !message.includes("hunter2");
        },
      );
      check({ ...safe, ...env, ALLOW_IN_PRODUCTION: ` ${risk} ` });
      check({ ...safe, ...env, NODE_ENV: "" });
    });
  }

  test("all of them at once, and names each", () => {
    const env = { NODE_ENV: "production", DEMO: "1", REDIS_URL: "redis://cache" };
    assert.throws(
      () => check(env),
      /ALLOW_IN_PRODUCTION=plain-redis,written-mail,plain-base-url,demo /,
    );
    assert.throws(
      () => check({ ...env, ALLOW_IN_PRODUCTION: "demo" }),
      /=plain-redis,written-mail,plain-base/,
    );
  });

  test("an exception that there is none of", () => {
    assert.throws(() => check({ ...safe, ALLOW_IN_PRODUCTION: "everything" }), /^ConfigError/);
  });
});

describe("production mode takes", () => {
  const accepted: Record<string, string>[] = [
    {},
    { DEMO: "0" },
    { ...oidc, OIDC_ISSUER: "https://login.example" },
    { ...oidc, OIDC_ISSUER: "http://127.0.0.1:8080" },
    { STRIPE_API_BASE: "https://stripe.example", SQUARE_API_BASE: "http://localhost:8080" },
    { AWS_ENDPOINT_URL: "https://aws.example", AWS_ENDPOINT_URL_KMS: "http://[::1]:4566" },
    // Whose letters wait for STARTTLS.
    { SMTP_URL: "smtp://mail.example" },
    { DATABASE_URL: `${remote}?sslmode=verify-full` },
    { DATABASE_URL: `${remote}?ssl=0&sslmode=verify-full` },
    { DATABASE_URL: `${remote}?uselibpqcompat=true&sslmode=verify-full` },
    { DATABASE_URL: "postgres://u:p@127.0.0.1:5432/x" },
    { DATABASE_URL: "postgres://u:p@[::1]/x" },
    { DATABASE_URL: "postgres://u:p@localhost/x" },
    { DATABASE_URL: `${remote}?host=/run/postgresql` },
    { REDIS_URL: "rediss://cache:6379" },
    { REDIS_URL: "redis://localhost" },
    { SMTP_URL: "", WORKER: "0" },
  ];
  for (const env of accepted) {
    test(JSON.stringify(env), () => check({ ...safe, ...env }));
  }

  test("a worker without an address of its own", () => {
    const SMTP_URL = "smtp://localhost";
    check({ NODE_ENV: "production", DATABASE_URL: "postgres://u@localhost/x", SMTP_URL }, false);
  });
});

test("the server ends at once, with a line for each thing that is wrong", async () => {
  const env = { NODE_ENV: "production", BASE_URL: "", DEMO: "", PORT: "0", SMTP_URL: "" };
  const server = spawnProgram("server.ts", env);
  const [stderr] = await Promise.all([text(server.stderr), text(server.stdout)]);
  assert.match(
    stderr,
    /^✗ NODE_ENV=production: .*BASE_URL: .*ALLOW_IN_PRODUCTION=.*plain-base-url.*\n✗ missing in production mode: .+\n$/,
  );
});
