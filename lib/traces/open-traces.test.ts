import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createApiClient, paymentBody, registerCardholder } from "#lib/testing/api-client.ts";
import { findSecrets } from "#lib/testing/find-secrets.ts";
import { startOtlpStandIn } from "#lib/testing/otlp-stand-in.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { openTraces, type TraceSettings } from "./open-traces.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

const collector = setUp(startOtlpStandIn);
const service = setUpTestService(() => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }));

const settings = (endpoint: string | undefined): TraceSettings => ({
  endpoint,
  ratio: 1,
  instance: "receipts-1",
  version: "1.0.0",
  report: (err) => assert.fail(String(err)),
});

test("a payment's call, provider, and statements are one trace, which the caller began", async () => {
  const traces = await openTraces(settings(collector.url));
  after(() => traces?.[Symbol.asyncDispose]());
  const key = await createTestKey();
  const api = createApiClient(service, key);
  const cardholder = await registerCardholder(api);
  const body = paymentBody({ recipientHashedPan: cardholder.hashedPan });
  // The last digits say that the caller keeps no trace of it, which is not for the caller to decide here.
  const headers = {
    traceparent: `00-${TRACE}-${PARENT}-00`,
    "Idempotency-Key": "a secret of mine",
  };
  const paid = await api.post("/payments/gateway_one/create", { body, headers });
  assert.equal(paid.status, 201);
  await traces?.[Symbol.asyncDispose]();

  const all = collector.spans();
  const spans = all.filter(({ traceId }) => traceId === TRACE);
  const call = spans.find(({ name }) => name === "POST /api/v1/payments/{gateway}/create");
  assert.equal(call?.parentSpanId, PARENT);
  const about = Object.fromEntries(
    (call?.attributes ?? []).map(({ key: name, value }) => [
      name,
      value.stringValue ?? Number(value.intValue),
    ]),
  );
  assert.equal(about["http.response.status_code"], 201);
  assert.equal(about["sealslip.payment_id"], paid.body.data.paymentId);
  assert.equal(about["sealslip.request_id"], paid.headers.get("x-request-id"));

  const below = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  assert.ok(below.some(({ name }) => name === "sandbox charge"));
  assert.ok(below.filter(({ name }) => name.startsWith("statement ")).length >= 2);
  assert.ok(
    all.some(({ traceId }) => traceId !== TRACE),
    "other calls have traces of their own",
  );

  const sent = JSON.stringify(collector.received);
  const secrets = [key, cardholder.hashedPan, cardholder.privateKey, "a secret of mine"];
  const texts = [body.receiptId, body.merchantName, body.transactionId];
  assert.deepEqual(findSecrets(sent, [...secrets, ...texts]), []);

  const entry = service.logLines
    .map((line) => JSON.parse(line))
    .find(({ request_id }) => request_id === about["sealslip.request_id"]);
  assert.deepEqual([entry?.trace_id, entry?.payment_id], [TRACE, paid.body.data.paymentId]);
  assert.ok(entry?.instance && entry?.version);
});

test("nothing is traced without an address", async () => {
  assert.equal(await openTraces(settings(undefined)), undefined);
});
