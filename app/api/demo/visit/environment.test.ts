import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { approveOrganization } from "#lib/organizations/operate.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { callAsPage, payAsVisit, startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService({ API_ENVIRONMENTS: "staging" });
const api = setUpApi(service, { environment: "staging" });
setUp(admitVisitors);

const payment = "/v1/payments/gateway_one/create";
const inDemo = { "X-Environment": "demo" };

test("visits need none of the environments that are served", async () => {
  const visit = await startVisit(service);
  assert.equal((await payAsVisit(visit)).status, 201);
  // A wallet says where a member would act, whoever uses it.
  const body = paymentBody({ recipientHashedPan: visit.hashedPan, amount: 980 });
  const asWallet = { body, headers: { "X-Session": "wallet", "X-Environment": "development" } };
  assert.equal((await visit.call("POST", payment, asWallet)).status, 201);
  const { rows } = await pool().query("SELECT DISTINCT environment FROM payment");
  assert.deepEqual(rows, [{ environment: "demo" }]);
});

describe("demo is no environment that a request can name", () => {
  const unknown = {
    status: 400,
    code: "invalid_request",
    details: /^X-Environment: must be one of staging$/,
  } as const;

  test("as a member", async () => {
    const { cookie } = await createTestMember({ role: "owner" });
    const headers = { Cookie: cookie, "X-Session": "", ...inDemo };
    for (const path of ["/v1/users", "/console/api-keys", "/console/gateways"]) {
      assertError(await callAsPage(service, "GET", path, { headers }), unknown);
    }
    const key = { name: "Till", scopes: ["payments:write"] };
    const made = await callAsPage(service, "POST", "/console/api-keys", { body: key, headers });
    assertError(made, unknown);
    const audit = await callAsPage(service, "GET", "/console/audit?environment=demo", { headers });
    assertError(audit, { status: 400, code: "invalid_request" });
  });

  test("as a visit", async () => {
    const visit = await startVisit(service);
    const body = paymentBody({ recipientHashedPan: visit.hashedPan });
    assertError(await visit.call("POST", payment, { body, headers: inDemo }), unknown);
  });

  test("with a key, which acts in its own", async () => {
    const body = paymentBody({ recipientHashedPan: randomHashedPan() });
    const { status } = await api.post("/payments/gateway_one/create", { body, headers: inDemo });
    assert.equal(status, 201);
    const { rows } = await pool().query("SELECT environment FROM payment ORDER BY id DESC LIMIT 1");
    assert.deepEqual(rows, [{ environment: "staging" }]);
  });

  test("in the API's document", async () => {
    const answer = await fetch(`${service.url}/api/v1/openapi.json`);
    assert.equal(answer.status, 200);
    assert.ok(!(await answer.text()).includes('"demo"'));
  });
});

describe("nothing of an organization's can be in demo", () => {
  const rows: [table: string, columns: string, values: string][] = [
    ["api_key", "id, name, hint, scopes, secret_hash", "'x', 'x', 'x', '{}', 'x'"],
    ["signing_key", "id, kid, algorithm, name, public_key", "'x', 'x', 'ES256', 'x', 'x'"],
    ["signature_requirement", "created_at", "now()"],
    [
      "gateway_connection",
      "id, gateway, provider, account, credentials, updated_at",
      "'x', 'gateway_one', 'sandbox', 'x', 'x', now()",
    ],
  ];
  for (const [table, columns, values] of rows) {
    test(table, async () => {
      const organizationId = await createTestOrganization();
      const insert = (environment: string) =>
        pool().query(
          `INSERT INTO ${table} (organization_id, environment, ${columns}) VALUES ($1, $2, ${values})`,
          [organizationId, environment],
        );
      await assert.rejects(insert("demo"), { constraint: `${table}_environment_check` });
      await insert("staging");
    });
  }

  test("an approval", async () => {
    const organizationId = await createTestOrganization("free", "merchant", []);
    // As a value of another type would come in.
    const environments: ["staging"] = JSON.parse('["demo"]');
    await approveOrganization({ organizationId, environments });
    const { rows } = await pool().query(
      "SELECT approved_environments::text AS approved FROM organization WHERE id = $1",
      [organizationId],
    );
    assert.deepEqual(rows, [{ approved: "{}" }]);
    await assert.rejects(
      pool().query("UPDATE organization SET approved_environments = '{demo}' WHERE id = $1", [
        organizationId,
      ]),
      { constraint: "organization_approved_environments_check" },
    );
  });
});
