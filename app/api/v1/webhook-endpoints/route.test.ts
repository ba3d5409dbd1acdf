import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { issuerEventTypes, merchantEventTypes } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { callAsPage, startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";
import { openSecrets } from "#lib/webhooks/secrets.ts";
import { selectEndpoint } from "#lib/webhooks/store-endpoints.ts";

const service = setUpTestService({ WEBHOOK_ALLOW_PRIVATE: "0" });
const api = setUpApi(service);
setUp(admitVisitors);

const url = "https://hooks.example/receipts?token=abc";
const invalid = (details: RegExp) => ({ status: 400, code: "invalid_request" as const, details });

async function createFor(options: Parameters<typeof createTestKey>[0], body: object) {
  const client = createApiClient(service, await createTestKey(options));
  return await client.post("/webhook-endpoints", { body: { url, ...body } });
}

test("201 with the secret, which no other answer, log line, or entry of the trail has", async () => {
  const own = setUpOf(await createTestKey());
  const body = { url, types: ["payment.failed", "payment.failed"], description: " Tills " };
  const { status, body: answer } = await own.post("/webhook-endpoints", { body });
  assert.equal(status, 201, JSON.stringify(answer));
  const { endpointId, createdAt, secret, ...rest } = answer.data;
  assert.match(endpointId, /^whe_[0-9a-f]{32}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  const health = { disabledReason: null, disabledAt: null, failingSince: null };
  const state = { status: "enabled", ...health, resendingSince: null };
  const settings = { url, types: ["payment.failed"], description: "Tills" };
  assert.deepEqual(rest, { ...settings, ...state });

  const listed = await own.get("/webhook-endpoints");
  assert.deepEqual(listed.body.data, { endpoints: [{ endpointId, createdAt, ...rest }] });
  const one = await own.get(`/webhook-endpoints/${endpointId}`);
  assert.deepEqual(one.body.data, { endpointId, createdAt, ...rest });

  const { rows } = await pool().query("SELECT after FROM audit_entry WHERE target = $1", [
    endpointId,
  ]);
  const after = {
    origin: "https://hooks.example",
    types: ["payment.failed"],
    description: "Tills",
  };
  assert.deepEqual(rows, [{ after }]);
  const bare = secret.slice("whsec_".length);
  assert.equal(
    service.logLines.some((line) => line.includes(bare)),
    false,
  );
});

const setUpOf = (key: string) => createApiClient(service, key);

test("the secret is stored encrypted, and a new endpoint begins at the end of the log", async () => {
  await pool().query("INSERT INTO event_log_end (position) VALUES (7)");
  const { body } = await api.post("/webhook-endpoints", { body: { url } });
  const { endpointId, secret } = body.data;
  const tenant = { organizationId: api.organizationId, environment: "development" } as const;
  const row = await selectEndpoint(tenant, endpointId);
  assert.ok(row);
  assert.deepEqual(openSecrets(row), [secret]);
  assert.equal(Buffer.from(row.secret).includes(secret.slice(6)), false);
  const { rows } = await pool().query("SELECT position FROM webhook_endpoint WHERE id = $1", [
    endpointId,
  ]);
  assert.deepEqual(rows, [{ position: 7 }]);
});

describe("400 for a URL that nothing can be delivered to, naming it", () => {
  const refused = [
    ["no URL", "hooks", /^url: must be an absolute https URL/],
    ["another protocol", "ftp://hooks.example", /^url: must be an absolute https URL/],
    ["a script", "javascript:alert(1)", /^url: must be an absolute https URL/],
    ["a user", "https://user@hooks.example", /^url: must have no user name or password/],
    ["a password", "https://:secret@hooks.example", /^url: must have no user name or password/],
    ["a fragment", "https://hooks.example/#part", /^url: must have no fragment/],
    ["an empty fragment", "https://hooks.example/#", /^url: must have no fragment/],
    ["1,025 characters", `https://hooks.example/${"a".repeat(1003)}`, /^url: .*1,024/],
    ["loopback", "https://127.0.0.1/", /^url: must be on the public internet/],
    ["loopback as a number", "https://2130706433/", /^url: must be on the public internet/],
    ["loopback in IPv6", "https://[::1]/", /^url: must be on the public internet/],
    ["a mapped address", "https://[::ffff:10.0.0.1]/", /^url: must be on the public internet/],
    ["a private network", "https://192.168.1.4:8443/", /^url: must be on the public internet/],
    ["the metadata of a cloud", "https://169.254.169.254/", /^url: must be on the public internet/],
    ["this machine", "https://localhost/", /^url: must be on the public internet/],
    ["this machine with a dot", "https://localhost./", /^url: must be on the public internet/],
    ["a name of a network", "https://intranet/hooks", /^url: must be on the public internet/],
    ["a local name", "https://printer.local/", /^url: must be on the public internet/],
    ["a cloud's own name", "https://metadata.google.internal/", /^url: must be on the public/],
  ] as const;
  for (const [name, bad, details] of refused) {
    test(name, async () => {
      assertError(await api.post("/webhook-endpoints", { body: { url: bad } }), invalid(details));
    });
  }

  test("http outside development", async () => {
    const body = { url: "http://hooks.example/" };
    for (const environment of ["staging", "production"] as const) {
      assertError(await createFor({ environment }, body), invalid(/^url: must begin with https/));
    }
    assert.equal((await createFor({}, body)).status, 201);
  });
});

test("1,024 characters, another port, and an address of the internet are taken", async () => {
  const long = `https://hooks.example/${"a".repeat(1002)}`;
  for (const good of [
    long,
    "https://hooks.example:8443/",
    "https://1.1.1.1/",
    "https://[2606:4700::1111]/",
  ]) {
    assert.equal((await createFor({}, { url: good })).status, 201, good);
  }
});

describe("types", () => {
  const kinds = [
    ["merchant", merchantEventTypes, issuerEventTypes],
    ["issuer", issuerEventTypes, merchantEventTypes],
  ] as const;
  for (const [kind, own, others] of kinds) {
    test(`a ${kind} gets its own, and 400 for each other one`, async () => {
      const organizationId = await createTestOrganization("enterprise", kind);
      for (const type of others) {
        const answer = await createFor({ organizationId }, { types: [own[0], type] });
        assertError(answer, invalid(/^types: your organization gets /));
      }
      assert.equal((await createFor({ organizationId }, { types: own })).status, 201);
    });
  }

  test("an organization that is both gets all, and a type that there is not is 400", async () => {
    const types = [...merchantEventTypes, ...issuerEventTypes];
    assert.equal((await createFor({}, { types })).status, 201);
    assertError(await createFor({}, { types: ["payment.born"] }), invalid(/^types\[0\]: /));
  });
});

test("16 at most in each environment, also when they are created at once: 409", async () => {
  const organizationId = await createTestOrganization();
  const own = setUpOf(await createTestKey({ organizationId }));
  const create = () => own.post("/webhook-endpoints", { body: { url } });
  const answers = await Promise.all(Array.from({ length: 20 }, create));
  const refused = answers.filter(({ status }) => status !== 201);
  assert.equal(refused.length, 4);
  for (const answer of refused)
    assertError(answer, { status: 409, code: "conflict", details: /16/ });
  assert.equal((await own.get("/webhook-endpoints")).body.data.endpoints.length, 16);
  assert.equal((await createFor({ organizationId, environment: "staging" }, {})).status, 201);
});

test("403 for a key without the scope", async () => {
  const key = await createTestKey({ scopes: ["payments:write", "payments:read", "receipts:read"] });
  for (const answer of [
    await api.get("/webhook-endpoints", { key }),
    await api.post("/webhook-endpoints", { key, body: { url } }),
  ]) {
    assertError(answer, { status: 403, code: "forbidden", details: /webhooks:write/ });
  }
});

test("a viewer reads the endpoints and changes none; a developer does both", async () => {
  const organizationId = await createTestOrganization();
  const [viewer, developer] = [
    callerFor(service, await createTestMember({ role: "viewer", organizationId })),
    callerFor(service, await createTestMember({ role: "developer", organizationId })),
  ];
  const { endpointId } = await developer("POST /api/v1/webhook-endpoints", { body: { url } });
  const { endpoints } = await viewer("GET /api/v1/webhook-endpoints");
  assert.deepEqual(
    endpoints.map((one) => one.endpointId),
    [endpointId],
  );
  const params = { endpointId };
  await viewer("GET /api/v1/webhook-endpoints/{endpointId}", { params });
  await viewer("GET /api/v1/webhook-endpoints/{endpointId}/deliveries", { params, query: {} });
  const refused = { code: "forbidden" };
  const change = { params, body: { status: "disabled" as const } };
  await assert.rejects(viewer("POST /api/v1/webhook-endpoints", { body: { url } }), refused);
  await assert.rejects(viewer("PATCH /api/v1/webhook-endpoints/{endpointId}", change), refused);
  await assert.rejects(
    viewer("DELETE /api/v1/webhook-endpoints/{endpointId}", { params }),
    refused,
  );
});

test("a visit of the demo has none", async () => {
  const { cookie } = await startVisit(service);
  const headers = { Cookie: cookie };
  for (const answer of [
    await callAsPage(service, "GET", "/v1/webhook-endpoints", { headers }),
    await callAsPage(service, "POST", "/v1/webhook-endpoints", { headers, body: { url } }),
  ]) {
    assertError(answer, { status: 403, code: "forbidden" });
  }
});
