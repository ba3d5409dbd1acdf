import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { parse } from "yaml";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { circuitDefaults } from "#lib/gateways/circuit.ts";
import {
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { findRunningPostgres } from "#lib/storage/embedded/find-running.ts";
import { createApiClient, paymentBody, registerCardholder } from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { type Scrape, scrapeMetrics } from "#lib/testing/scrape-metrics.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  openLine,
  type SupervisedServer,
  startSupervisedServer,
} from "#lib/testing/supervised-server.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const TOKEN = "a token of the monitoring";
const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const stripe: StripeStandIn = setUp(startStripeStandIn);
const server: SupervisedServer = setUp(() =>
  startSupervisedServer({
    STRIPE_API_BASE: stripe.url,
    WEB_CONCURRENCY: "2",
    METRICS_TOKEN: TOKEN,
  }),
);
setUp(async () => {
  setTestConfig({ DATA_DIR: server.dataDir });
  connectDatabase((await findRunningPostgres(server.dataDir)) ?? "");
  await openServiceSecrets();
});
after(closeDatabase);

const scrape = (): Promise<Scrape> => scrapeMetrics(server.url, TOKEN);

test("what callers and providers do is counted", async () => {
  const issuer = createApiClient(server, await createTestKey());
  const cardholder = await registerCardholder(issuer);
  const paymentId = await createSealedPayment(issuer, cardholder);
  const access = { paymentId, tokenId: "tok_unknown", privateKey: cardholder.privateKey };
  assert.equal((await issuer.post("/payments/decrypt", { body: access })).status, 403);

  const organizationId = await createTestOrganization();
  const connections = await connectStandIns(organizationId);
  const api = createApiClient(server, await createTestKey({ organizationId }));
  const webhook = `${server.url}/api/gateways/gateway_one/${connections.gateway_one}/webhook`;
  const time = Math.floor(Date.now() / 1000);
  const headers = { "Stripe-Signature": `t=${time},v1=${"0".repeat(64)}` };
  assert.equal((await fetch(webhook, { method: "POST", headers, body: "{}" })).status, 400);
  const passwordHash = await hashPassword("seven lanterns over the quay");
  const member = createConsoleClient(server, await createTestMember({ passwordHash }));
  assert.equal((await member("POST", "/step-up", { body: { password: "wrong" } })).status, 400);

  const { failures } = circuitDefaults;
  const pay = () => api.post("/payments/gateway_one/create", { body: paymentBody() });
  assert.equal((await pay()).status, 201);
  stripe.misbehave("error", { times: failures });
  for (let count = 0; count < failures; count += 1) assert.equal((await pay()).status, 503);
  assert.equal((await pay()).status, 503);

  const { value } = await scrape();
  const connection = `provider="stripe",connection="${connections.gateway_one}"`;
  const route = 'method="POST",route="/api/v1/payments/{gateway}/create"';
  const counts = {
    created: value(`sealslip_http_requests_total{${route},status="201"}`),
    unavailable: value(`sealslip_http_requests_total{${route},status="503"}`),
    measured: value(`sealslip_http_request_duration_seconds_count{${route}}`),
    charged: value(
      'sealslip_provider_calls_total{provider="stripe",call="charge",outcome="requires_confirmation"}',
    ),
    failed: value(`sealslip_provider_unavailable_total{${connection},reason="provider_error"}`),
    held: value(`sealslip_provider_unavailable_total{${connection},reason="not_asked"}`),
    circuit: value(`sealslip_provider_circuit_open{${connection}}`),
    notification: value(
      'sealslip_provider_notifications_total{provider="stripe",outcome="refused"}',
    ),
    token: value("sealslip_tokens_refused_total"),
    proof: value('sealslip_sign_ins_refused_total{purpose="step_up",reason="wrong_password"}'),
    ready: value("sealslip_ready"),
    database: value("sealslip_database_answers"),
    hasStart: value("sealslip_database_started_timestamp_seconds") > 1.7e9,
    archivingFails: value("sealslip_database_archiving_fails"),
    standby: value("sealslip_standby_wanted"),
  };
  assert.deepEqual(counts, {
    created: 2,
    unavailable: failures + 1,
    measured: failures + 3,
    charged: 1,
    failed: failures,
    held: 1,
    circuit: 1,
    notification: 1,
    token: 1,
    proof: 1,
    ready: 1,
    database: 1,
    hasStart: true,
    archivingFails: 0,
    standby: 0,
  });
});

test("a scrape is the sum of all processes, and stays it while they come and go", async () => {
  const series = 'sealslip_http_requests_total{method="GET",route="/api/v1/users",status="401"}';
  const seen = new Set<number>();
  let sent = 0;
  await until(async () => {
    const line = openLine(server);
    seen.add(await server.answeredBy(await line.send("GET", "/api/v1/users")));
    line.close();
    sent += 1;
    return seen.size === 2;
  });
  const before = await scrape();
  assert.deepEqual([before.value(series), before.value("sealslip_processes")], [sent, 2]);

  const [victim = 0] = seen;
  process.kill(victim, "SIGKILL");
  await server.logs("a process has ended, and is replaced");
  assert.equal((await scrape()).value(series), sent);
  await until(async () => (await scrape()).value("sealslip_processes") === 2);
  const { value } = await scrape();
  assert.equal(value(series), sent);
  assert.ok(value("sealslip_processes_wanted") === 2 && value("process_resident_memory_bytes") > 0);
});

describe("the files for the operator", () => {
  const ruleFiles = ["deploy/monitoring/alerts.yaml", "deploy/monitoring/alerts-postgresql.yaml"];
  const alerts = ruleFiles.map(read).join("\n");
  const quoted = (text: string) =>
    new Set(
      [...text.matchAll(/\b(?:sealslip|process|nodejs)_[a-z_]+[a-z]\b/g)].map(([name]) => name),
    );
  const anchors = [...alerts.matchAll(/runbook: docs\/operations\.md#([\w-]+)/g)].map(
    ([, anchor = ""]) => anchor,
  );
  /** A histogram's values have names of their own. */
  const named = (text: string) =>
    [...quoted(text)].map((name) => name.replace(/_seconds_(?:bucket|sum|count)$/, "_seconds"));

  for (const file of ["deploy/monitoring/alerts.yaml", "deploy/monitoring/dashboard.json"]) {
    test(`${file} names only metrics that there are`, async () => {
      const { names } = await scrape();
      assert.ok(named(read(file)).length > 15);
      assert.deepEqual(
        named(read(file)).filter((name) => !names.has(name)),
        [],
      );
    });
  }

  test("docs/metrics.md describes every metric, and none of ours that is not there", async () => {
    const { names } = await scrape();
    const described = quoted(read("docs/metrics.md"));
    assert.deepEqual(
      [...names].filter((name) => !described.has(name)),
      [],
    );
    // Node says more of itself on some systems than on others.
    const ours = [...described].filter((name) => name.startsWith("sealslip_"));
    assert.deepEqual(
      ours.filter((name) => !names.has(name)),
      [],
    );
  });

  test("docs/metrics.md describes what rules and dashboard take from Patroni and etcd", () => {
    const ofOthers = (text: string) =>
      new Set([...text.matchAll(/\b(?:patroni|etcd)_\w+/g)].map(([name]) => name));
    const used = ofOthers([alerts, read("deploy/monitoring/dashboard.json")].join("\n"));
    assert.ok(used.size > 5);
    assert.deepEqual(ofOthers(read("docs/metrics.md")), used);
  });

  test("Prometheus loads every file of rules", () => {
    const { rule_files: files } = parse(read("deploy/monitoring/prometheus.yaml"));
    assert.deepEqual(
      files.map((file: string) => `deploy/monitoring/${file}`),
      ruleFiles,
    );
  });

  test("labels are those that docs/metrics.md describes", () => {
    const described = read("docs/metrics.md").matchAll(/`sealslip_\w+\{([\w,]+)\}`/g);
    const labels = new Set([...described].flatMap(([, list = ""]) => list.split(",")));
    const used = [alerts, read("deploy/monitoring/dashboard.json")].flatMap((text) => [
      ...[...text.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list = ""]) => list.split(", ")),
      ...[...text.matchAll(/[{ ](\w+)=~?\\?"/g)].map(([, label = ""]) => label),
    ]);
    // Of Prometheus itself: a histogram's bounds, and the scrape.
    const ofPrometheus = ["le", "job", "instance"];
    assert.ok(used.length > 40);
    assert.deepEqual(
      used.filter((label) => !labels.has(label) && !ofPrometheus.includes(label)),
      [],
    );
  });

  const operations = "docs/operations.md";
  const skip = !existsSync(join(root, operations)) && `there is no ${operations}`;
  test("each runbook is a page of docs/operations.md", { skip }, () => {
    const headings = [...read(operations).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading.toLowerCase().replaceAll(" ", "-"),
    );
    assert.deepEqual(
      anchors.filter((anchor) => !headings.includes(anchor)),
      [],
    );
  });

  test("each alert has a runbook of its own name", () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
    const expected = names.map((name) => name.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase());
    assert.ok(names.length > 15);
    assert.deepEqual(anchors, expected);
  });
});
