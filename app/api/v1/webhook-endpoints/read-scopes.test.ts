import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Scope } from "#lib/core/permissions.ts";
import {
  issuerEventTypes,
  merchantEventTypes,
  type OrganizationKind,
} from "#lib/core/vocabulary.ts";
import { prisma } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { insertTestEndpoint, insertTestEvent } from "#lib/testing/webhook-endpoint.ts";

const service = setUpTestService();
const url = "https://hooks.example/";

async function clientWith(organizationId: string, ...read: Scope[]) {
  const scopes: Scope[] = ["webhooks:write", ...read];
  return createApiClient(service, await createTestKey({ organizationId, scopes }));
}

const forbidden = (details: RegExp) => ({ status: 403, code: "forbidden" as const, details });

describe("a key creates an endpoint for what it may read", () => {
  const cases: [OrganizationKind, Scope[], readonly string[], RegExp | undefined][] = [
    [
      "merchant",
      [],
      ["payment.failed"],
      /^types: scope payments:read is needed for payment.failed$/,
    ],
    ["merchant", [], [], /^types: scope payments:read is needed for all types$/],
    ["merchant", ["payments:write"], ["dispute.opened"], /payments:read is needed for dispute/],
    ["merchant", ["payments:read"], merchantEventTypes, undefined],
    ["merchant", ["payments:read"], [], undefined],
    ["issuer", [], ["user.erased"], /^types: scope receipts:read is needed for user.erased$/],
    ["issuer", ["receipts:read"], [], undefined],
    ["platform", ["payments:read"], [], /^types: scope receipts:read is needed for all types$/],
    ["platform", ["receipts:read"], [], /^types: scope payments:read is needed for all types$/],
    [
      "platform",
      [],
      [],
      /^types: scopes payments:read and receipts:read are needed for all types$/,
    ],
    ["platform", ["payments:read"], ["refund.failed", "receipt.opened"], /for receipt.opened$/],
    ["platform", ["receipts:read"], issuerEventTypes, undefined],
    ["platform", ["payments:read", "receipts:read"], [], undefined],
  ];
  for (const [kind, read, types, details] of cases) {
    const words = types.length > 2 ? `${types.length} types` : types.join(" and ") || "all types";
    test(`${kind}, ${words}, reading ${read.join(" and ") || "nothing"}: ${details ? 403 : 201}`, async () => {
      const organizationId = await createTestOrganization("enterprise", kind);
      const client = await clientWith(organizationId, ...read);
      const answer = await client.post("/webhook-endpoints", { body: { url, types } });
      if (details) return assertError(answer, forbidden(details));
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
    });
  }
});

test("and leads none elsewhere whose events it may not read, but can disable and name it", async () => {
  const organizationId = await createTestOrganization();
  const tenant = { organizationId, environment: "development" } as const;
  const id = await insertTestEndpoint(tenant, { types: ["payment.failed", "receipt.opened"] });
  const client = await clientWith(organizationId, "payments:read");
  const change = (body: object) => client.send("PATCH", `/webhook-endpoints/${id}`, { body });
  for (const body of [
    { url },
    { types: [] },
    { types: ["user.erased"] },
    { url, status: "disabled" },
  ]) {
    assertError(await change(body), forbidden(/^types: scope receipts:read is needed for /));
  }
  assert.equal((await change({ description: "Tills", status: "disabled" })).status, 200);
  assert.equal((await change({ url, types: ["payment.failed"] })).status, 200);
});

test("the request of a delivery is shown to a key that may read its event", async () => {
  const organizationId = await createTestOrganization();
  const tenant = { organizationId, environment: "development" } as const;
  const endpointId = await insertTestEndpoint(tenant);
  const eventId = await insertTestEvent(tenant, { position: 1 });
  const sent = [
    [`whd_${"1".repeat(32)}`, eventId, "payment.succeeded"],
    [`whd_${"2".repeat(32)}`, `evt_${"2".repeat(32)}`, "ping"],
  ] as const;
  for (const [id, event, type] of sent) {
    const data = { id, endpointId, eventId: event, type, status: "failed" as const };
    const rest = { attempts: 1, createdAt: new Date(), log: [] };
    await prisma().webhookDelivery.create({ data: { ...data, ...rest } });
  }
  const [payment, ping] = sent.map(([id]) => `/webhook-endpoints/${endpointId}/deliveries/${id}`);
  assert.ok(payment && ping);

  const blind = await clientWith(organizationId, "receipts:read");
  assertError(await blind.get(payment), forbidden(/payments:read/));
  assert.match((await blind.get(ping)).body.data.request.body, /"ping"/);
  const reader = await clientWith(organizationId, "payments:read");
  assert.match((await reader.get(payment)).body.data.request.body, /"payment.succeeded"/);
});

test("members read all of their organization, and so may their endpoints", async () => {
  for (const kind of ["merchant", "issuer", "platform"] as const) {
    const organizationId = await createTestOrganization("enterprise", kind);
    const call = callerFor(service, await createTestMember({ role: "developer", organizationId }));
    const { endpointId } = await call("POST /api/v1/webhook-endpoints", { body: { url } });
    const params = { endpointId };
    const body = { url: `${url}other`, types: [] };
    await call("PATCH /api/v1/webhook-endpoints/{endpointId}", { params, body });
  }
});
