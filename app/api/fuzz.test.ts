import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import type { Operation } from "#lib/core/operation.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { createApiClient, paymentBody, registerCardholder } from "#lib/testing/api-client.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { findSecrets } from "#lib/testing/find-secrets.ts";
import { judge } from "#lib/testing/fuzz/judge.ts";
import { listOperations } from "#lib/testing/fuzz/list-operations.ts";
import { exchange, messages } from "#lib/testing/fuzz/messages.ts";
import { type FuzzRequest, requestsOf } from "#lib/testing/fuzz/requests.ts";
import { fuzzRuns, fuzzSeed } from "#lib/testing/fuzz/runs.ts";
import { sendFuzz } from "#lib/testing/fuzz/send.ts";
import type { KnownValues } from "#lib/testing/fuzz/values.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());

const service = setUpTestService({
  RATE_LIMITS: JSON.stringify({ perAddress: 1_000_000 }),
  // What the sandbox is told never to answer is waited for as short as possible.
  GATEWAY_TIMEOUT_MS: "50",
});

const passwordHash = hashPassword(randomBytes(12).toString("hex"));

/** An organization with all there is to call about. */
type Shop = {
  key: string;
  cookie: string;
  /** Of a visit of the demo. */
  visit: string;
  known: KnownValues;
  secrets: string[];
};

async function openShop(): Promise<Shop> {
  const member = await createTestMember({
    role: "owner",
    tier: "enterprise",
    passwordHash: await passwordHash,
  });
  const key = await createTestKey({ organizationId: member.organizationId });
  const api = createApiClient(service, key);
  const holder = await registerCardholder(api);
  const body = paymentBody({ recipientHashedPan: holder.hashedPan });
  const params = { gateway: "gateway_one" } as const;
  const paid = await api.call("POST /api/v1/payments/{gateway}/create", { params, body });
  await admitVisitors();
  const { cookie: visit } = await startVisit(service);
  const { userId, keyId, hashedPan, publicKey, privateKey } = holder;
  const { paymentId } = paid;
  const { tokenId } = await api.call("POST /api/v1/keys/grant-access", {
    body: { userId, keyId, paymentId },
  });
  return {
    key,
    cookie: member.cookie,
    visit,
    secrets: [key, privateKey.replaceAll("\n", "").slice(40, 100), member.cookie.slice(-40)],
    known: {
      environment: ["development"],
      gateway: ["gateway_one", "gateway_two"],
      paymentId: [paymentId],
      userId: [userId],
      keyId: [keyId],
      tokenId: [tokenId],
      memberId: [member.memberId],
      receiptId: [body.receiptId],
      recipientHashedPan: [hashedPan],
      hashedPan: [hashedPan],
      publicKey: [publicKey],
      privateKey: [privateKey],
      currency: ["usd", "jpy"],
      transactionDate: ["2026-11-20T09:30:00Z"],
    },
  };
}

/** With whatever the operation asks for; now and then without. */
function identify(
  { key, cookie, visit }: Shop,
  operation: Operation,
  request: FuzzRequest,
): FuzzRequest {
  const headers = operation.visit
    ? { Cookie: visit, "X-Session": "visit" }
    : operation.role === undefined
      ? { "X-API-Key": key }
      : { Cookie: cookie };
  return { ...request, headers: { Origin: service.url, ...headers, ...request.headers } };
}

/** Some calls take away what the others need: the key, the session, the organization. */
async function isOpen({ key, cookie }: Shop): Promise<boolean> {
  const headers = { Cookie: cookie, "X-Environment": "development" };
  const answers = await Promise.all([
    fetch(`${service.url}/api/v1/payments`, { headers: { "X-API-Key": key } }),
    fetch(`${service.url}/api/console/members`, { headers }),
  ]);
  return answers.every(({ status }) => status === 200);
}

describe(`whatever is sent (FUZZ_SEED=${fuzzSeed}, FUZZ_RUNS=${fuzzRuns})`, () => {
  test("every operation answers as documented, and tells no secret", async (t) => {
    const statuses = new Map<number, number>();
    let shop = await openShop();
    const secrets = [...shop.secrets];
    for (const operation of await listOperations()) {
      await t.test(`${operation.method} ${operation.path}`, async () => {
        if (!(await isOpen(shop))) {
          shop = await openShop();
          secrets.push(...shop.secrets);
        }
        const property = fc.asyncProperty(requestsOf(operation, shop.known), async (request) => {
          const answer = await sendFuzz(service, identify(shop, operation, request), agent);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          // A call may make a key or a cardholder's pair, and is the one place that tells it.
          const told = answer.status < 300 ? [] : shop.secrets;
          judge(operation, answer, told);
        });
        await fc.assert(property, { numRuns: fuzzRuns, seed: fuzzSeed });
      });
    }
    await flushRequestLog();
    assert.deepEqual(findSecrets(service.logLines.join("\n"), secrets), [], "a secret in the log");
    const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    t.diagnostic(`fuzz: ${counts.join(", ")}`);
    // Neither everything refused nor everything accepted: the calls get inside.
    assert.ok((statuses.get(200) ?? 0) > 0 && (statuses.get(400) ?? 0) > 0, counts.join(", "));
  });

  test("no message on the socket is a failure of the service, or two requests", async () => {
    const property = fc.asyncProperty(messages, async (message) => {
      const answer = await exchange(service, message);
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) =>
        Number(status),
      );
      assert.ok(
        statuses.every((status) => status < 500),
        answer.slice(0, 500),
      );
      // A second answer belongs to a body that was taken for a request: at most it is refused.
      const [, ...further] = statuses.filter((status) => status !== 100);
      assert.ok(
        further.every((status) => status === 400),
        answer.slice(0, 1000),
      );
    });
    await fc.assert(property, { numRuns: fuzzRuns * 20, seed: fuzzSeed });
  });
});
