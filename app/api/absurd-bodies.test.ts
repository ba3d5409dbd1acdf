import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import type { Operation } from "#lib/core/operation.ts";
import { setUpApi } from "#lib/testing/api-client.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { absurdBodies } from "#lib/testing/fuzz/absurd-bodies.ts";
import { listOperations } from "#lib/testing/fuzz/list-operations.ts";
import { sendRaw } from "#lib/testing/raw-request.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService({
  RATE_LIMITS: JSON.stringify({ perAddress: 1_000_000 }),
});
const api = setUpApi(service);

let cookies: { member: string; visit: string };
setUp(async () => {
  const passwordHash = await hashPassword(randomBytes(12).toString("hex"));
  const member = await createTestMember({ role: "owner", tier: "enterprise", passwordHash });
  await admitVisitors();
  cookies = { member: member.cookie, visit: (await startVisit(service)).cookie };
});

/** Of a caller that the operation admits. */
function headersFor({ role, visit, scope }: Operation): Record<string, string> {
  if (visit) return { Cookie: cookies.visit, "X-Session": "visit" };
  if (role !== undefined) return { Cookie: cookies.member, "X-Environment": "development" };
  return scope === null ? {} : { "X-API-Key": api.key };
}

describe("every operation with a body refuses", () => {
  for (const [name, json] of absurdBodies) {
    test(name, async () => {
      const others: string[] = [];
      for (const operation of await listOperations()) {
        if (operation.body === undefined) continue;
        const { method, path } = operation;
        const answer = await sendRaw(service, {
          method,
          target: path.replaceAll(/\{\w+\}/g, "gateway_one"),
          headers: {
            Origin: service.url,
            "Content-Type": "application/json",
            "Content-Length": String(Buffer.byteLength(json)),
            ...headersFor(operation),
          },
          pieces: [Buffer.from(json)],
        });
        const { status, body } = answer;
        const isExplained = status === 400 && /^[^:]+: ./.test(body.error.details);
        if (!isExplained) others.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      }
      assert.deepEqual(others, []);
    });
  }
});
