import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { z } from "zod";
import { openApiDocument } from "#lib/service/openapi.ts";
import { lacksCryptography, runPython } from "#lib/testing/python.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const testFolder = join(import.meta.dirname, "tests");
const files = readdirSync(testFolder).filter((file) => file.startsWith("test_"));

describe("the Python client", { skip: lacksCryptography(), concurrency: 2 }, () => {
  for (const file of files) {
    test(file, async () => {
      const env = { SEALSLIP_URL: service.url, SEALSLIP_API_KEY: await createTestKey() };
      await runPython(["-W", "error", join(testFolder, file)], env);
    });
  }

  test("the fields are those of the document", async () => {
    const program = `
import json
from sealslip import fields
lists = [fields.PAYMENT_FIELDS, fields.REFUND_FIELDS, fields.ITEM_FIELDS]
print(json.dumps([sorted(one) for one in lists]))`;
    assert.deepEqual(JSON.parse(await runPython(["-c", program])), [
      namesOf("PaymentRequest", "SealedPaymentRequest"),
      namesOf("RefundRequest", "SealedRefundRequest"),
      namesOf("LineItem"),
    ]);
  });
});

test("each public operation has a call in the Python client", () => {
  const folder = join(import.meta.dirname, "sealslip");
  const sources = readdirSync(folder).filter((file) => file.endsWith(".py"));
  const text = sources.map((file) => readFileSync(join(folder, file), "utf8")).join("");
  const called = new Set(text.match(/(?<=")(GET|POST|PATCH|DELETE|PUT) \/api\/v1\/[^"]+/g));
  const { paths } = document.parse(openApiDocument());
  const offered = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith("/api/v1/") && path !== "/api/v1/openapi.json"
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
  assert.deepEqual([...called].sort(), offered.sort());
});

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const shape = z.object({ properties: z.record(z.string(), z.unknown()) });

function namesOf(...names: string[]): string[] {
  const { schemas } = document.parse(openApiDocument()).components;
  const all = names.flatMap((name) => Object.keys(shape.parse(schemas[name]).properties));
  return [...new Set(all)].sort();
}
