import assert from "node:assert/strict";
import { resolve } from "node:path";
import { describe, test } from "node:test";
import { defaultRateLimits } from "#lib/core/tiers.ts";
import { ConfigError, parseConfig } from "./config.ts";

test("nothing set is a configuration", () => {
  const { port, dataDir, environments, accessTokenSeconds, escrowDays, ...rest } = parseConfig({});
  assert.equal(port, 3000);
  assert.equal(dataDir, resolve(".data"));
  assert.deepEqual(environments.toSorted(), ["development", "production", "staging"]);
  assert.equal(accessTokenSeconds, 150);
  assert.equal(escrowDays, 180);
  assert.equal(rest.productionMode, false);
  assert.equal(rest.databaseUrl, undefined);
  assert.equal(rest.redisUrl, undefined);
  assert.equal(rest.trustedProxies, 0);
  assert.deepEqual(rest.rateLimits, defaultRateLimits);
});

test("an empty variable counts as not set", () => {
  const empty = { PORT: "", DATABASE_URL: "", RATE_LIMITS: "", DEMO: "", CARD_PEPPERS: "" };
  assert.deepEqual(parseConfig(empty), parseConfig({}));
});

test("variables of others are none of our business", () => {
  assert.deepEqual(parseConfig({ PATH: "/bin", SOMETHING: "else" }), parseConfig({}));
});

describe("is taken", () => {
  const accepted: [string, string, (config: ReturnType<typeof parseConfig>) => unknown, unknown][] =
    [
      ["NODE_ENV", "production", (c) => c.productionMode, true],
      ["NODE_ENV", "development", (c) => c.productionMode, false],
      ["PORT", "0", (c) => c.port, 0],
      ["PORT", "65535", (c) => c.port, 65_535],
      ["DATA_DIR", "/srv/data", (c) => c.dataDir, "/srv/data"],
      ["DEMO", "1", (c) => c.demo, true],
      ["DEMO", "0", (c) => c.demo, false],
      ["DATABASE_URL", "postgresql://u:p@db/x", (c) => c.databaseUrl, "postgresql://u:p@db/x"],
      ["DATABASE_URL", "postgres://u:p@db/x", (c) => c.databaseUrl, "postgres://u:p@db/x"],
      ["DATABASE_READ_MAX_LAG_MS", "2000", (c) => c.databaseReadMaxLagMs, 2000],
      ["REDIS_URL", "rediss://cache:6379", (c) => c.redisUrl, "rediss://cache:6379"],
      ["API_ENVIRONMENTS", "production", (c) => c.environments, ["production"]],
      [
        "API_ENVIRONMENTS",
        "staging, development",
        (c) => c.environments,
        ["staging", "development"],
      ],
      ["ACCESS_TOKEN_SECONDS", "120", (c) => c.accessTokenSeconds, 120],
      ["ACCESS_TOKEN_SECONDS", "180", (c) => c.accessTokenSeconds, 180],
      ["ESCROW_DAYS", "30", (c) => c.escrowDays, 30],
      ["RATE_LIMITS", '{"perAddress":7}', (c) => c.rateLimits.perAddress, 7],
      [
        "RATE_LIMITS",
        '{"tiers":{"free":{"reads":7}}}',
        (c) => c.rateLimits.tiers.free,
        { ...defaultRateLimits.tiers.free, reads: 7 },
      ],
      ["WEBHOOK_ALLOW_PRIVATE", "1", (c) => c.webhookReach, "any"],
      ["WEBHOOK_ALLOW_PRIVATE", "0", (c) => c.webhookReach, "public"],
      ["SESSION_SECRET", "s".repeat(40), (c) => c.secrets.SESSION_SECRET, "s".repeat(40)],
      ["SIGN_UP", "0", (c) => c.signUp, false],
      ["WORKER_PORT", "0", (c) => c.workerPort, 0],
      ["METRICS_TOKEN", "sixteen or longer", (c) => c.metricsToken, "sixteen or longer"],
      ["OTEL_TRACES_SAMPLER_ARG", "0.05", (c) => c.tracesRatio, 0.05],
      ["NODE_ENV", "production", (c) => c.signUp, false],
      ["NODE_ENV", "development", (c) => c.signUp, true],
    ];
  for (const [name, value, read, expected] of accepted) {
    test(`${name}=${value}`, () =>
      assert.deepEqual(read(parseConfig({ [name]: value })), expected));
  }
});

describe("without WEBHOOK_ALLOW_PRIVATE, webhooks reach this machine for its developer alone", () => {
  const defaults: [Record<string, string>, "public" | "loopback"][] = [
    [{}, "loopback"],
    [{ BASE_URL: "http://localhost:3000" }, "loopback"],
    [{ BASE_URL: "http://127.0.0.1:3000" }, "loopback"],
    [{ BASE_URL: "http://[::1]:3000" }, "loopback"],
    [{ BASE_URL: "http://localhost.example" }, "public"],
    [{ BASE_URL: "https://receipts.example" }, "public"],
    [{ BASE_URL: "http://192.168.1.7:3000" }, "public"],
    [{ NODE_ENV: "production" }, "public"],
    [{ NODE_ENV: "production", BASE_URL: "http://localhost:3000" }, "public"],
  ];
  for (const [env, expected] of defaults) {
    test(`with ${JSON.stringify(env)}: ${expected}`, () =>
      assert.equal(parseConfig(env).webhookReach, expected));
  }
});

describe("refuses to start with", () => {
  const refused: [string, string][] = [
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "http"],
    ["BASE_URL", "ftp://example.com"],
    ["BASE_URL", "example.com"],
    ["BASE_URL", "https://example.com/path"],
    ["BASE_URL", "https://example.com/?hunter2"],
    ["BASE_URL", "https://example.com/?"],
    ["BASE_URL", "https://example.com/#hunter2"],
    ["BASE_URL", "https://user:hunter2@example.com"],
    ["DATABASE_URL", "postgres://u@db/x?sslmode=verify-full&sslmode=disable"],
    ["DATABASE_URL", "postgres://u@db/x?sslmode=verify-full&ss%6cmode=disable"],
    ["DATABASE_OWNER_URL", "postgres://u@db/x?host=a&host=b"],
    ["DATABASE_READ_URL", "mysql://u:hunter2@db/x"],
    ["DATABASE_READ_URL", "postgres://u:hunter2@standby/x"],
    ["DATABASE_READ_MAX_LAG_MS", "1999"],
    ["DATABASE_READ_MAX_LAG_MS", "60001"],
    ["SMTP_URL", "hunter2"],
    ["SMTP_URL", "smtps://u:hunter2@mail?tls.rejectUnauthorized=false"],
    ["DEMO", "yes"],
    ["DATABASE_URL", "mysql://u:hunter2@db/x"],
    ["DATABASE_URL", "hunter2"],
    ["REDIS_URL", "http://cache:hunter2@x"],
    ["API_ENVIRONMENTS", "prd"],
    ["API_ENVIRONMENTS", "production,"],
    ["ACCESS_TOKEN_SECONDS", "119"],
    ["ACCESS_TOKEN_SECONDS", "181"],
    ["ACCESS_TOKEN_SECONDS", "150.5"],
    ["ACCESS_TOKEN_SECONDS", "two minutes"],
    ["ESCROW_DAYS", "-7"],
    ["RATE_LIMITS", "{"],
    ["RATE_LIMITS", "[]"],
    ["RATE_LIMITS", '{"tiers":{"gold":{"reads":7}}}'],
    ["RATE_LIMITS", '{"tiers":{"free":{"writes":0}}}'],
    ["RATE_LIMITS", '{"tiers":{"free":{"writing":7}}}'],
    ["RATE_LIMITS", '{"perAddress":1.5}'],
    ["SIGN_UP", "no"],
    ["WEBHOOK_ALLOW_PRIVATE", "https://10.0.0.1"],
    ["OIDC_ISSUER", "login.example"],
    ["TRUSTED_PROXIES", "true"],
    ["LOG_LEVEL", "verbose"],
    ["METRICS_TOKEN", "hunter2"],
    ["WORKER_PORT", "65536"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ];
  for (const [name, value] of refused) {
    test(`${name}=${value}, and says which and not what`, () => {
      assert.throws(
        () => parseConfig({ [name]: value }),
        (error) => {
          assert.ok(error instanceof ConfigError);
          assert.ok(error.message.startsWith(`${name}: `), error.message);
          assert.ok(!error.message.includes(value) && !error.message.includes("hunter2"));
          assert.ok(!error.message.includes("\n"));
          return true;
        },
      );
    });
  }

  test("half of a provider to sign in with, and says what is missing", () => {
    const env = { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "sealslip" };
    assert.throws(() => parseConfig(env), /^ConfigError: OIDC_CLIENT_SECRET: is needed/);
    const { oidc } = parseConfig({ ...env, OIDC_CLIENT_SECRET: "s" });
    assert.deepEqual(oidc, {
      issuer: "https://login.example",
      clientId: "sealslip",
      clientSecret: "s",
      name: "single sign-on",
    });
  });

  test("several wrong ones, and names them all", () => {
    assert.throws(
      () => parseConfig({ PORT: "x", DEMO: "x", ESCROW_DAYS: "x" }),
      /PORT: .*DEMO: .*ESCROW_DAYS: /,
    );
  });
});
