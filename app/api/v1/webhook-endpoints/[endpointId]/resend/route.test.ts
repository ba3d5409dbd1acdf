import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpEndpoint } from "#lib/testing/endpoint-stage.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { appendToLog, readEndpoint } from "#lib/testing/webhook-log.ts";

const service = setUpTestService({ WEBHOOK_ALLOW_PRIVATE: "1" });
const { api, current, path, tenant, setTo, acts } = setUpEndpoint(service);

const since = "2026-11-01T00:00:00.000Z";
const resendSince = (time: string) => api.post(`${path()}/resend`, { body: { since: time } });

test("the range from then to what is sent anyway; 409 for a second one while it runs", async () => {
  await appendToLog(tenant(), { count: 5 });
  await setTo({ position: 4, createdAt: new Date("2026-10-01") });
  const { status, body } = await resendSince(since);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.data, { endpointId: current.endpointId, resendingSince: since });
  const { resendAfter, resendUntil, resendSince: stored } = await readEndpoint(current.endpointId);
  assert.deepEqual([resendAfter, resendUntil, stored], [0n, 4n, new Date(since)]);
  assertError(await resendSince("2026-11-02T00:00:00Z"), {
    status: 409,
    code: "conflict",
    details: /^events since 2026-11-01T00:00:00.000Z are being sent$/,
  });
  assert.equal((await api.get(path())).body.data.resendingSince, since);
  const kept = (await acts()).map(({ after }) => after);
  assert.deepEqual(kept, [{ since }]);

  await setTo({ resendAfter: null, resendUntil: null, resendSince: null });
  assert.equal((await resendSince("2026-11-02T00:00:00Z")).status, 200);
});

test("nothing from before the endpoint was created is sent", async () => {
  const { createdAt } = await readEndpoint(current.endpointId);
  const { body } = await resendSince(since);
  assert.equal(body.data.resendingSince, createdAt.toISOString());
});

test("400 for a time to come, 409 for a disabled endpoint", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  assertError(await resendSince(tomorrow), {
    status: 400,
    code: "invalid_request",
    details: /^since: /,
  });
  await api.send("PATCH", path(), { body: { status: "disabled" } });
  assertError(await resendSince(since), { status: 409, code: "conflict" });
});
